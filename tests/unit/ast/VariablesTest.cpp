//===-- VariablesTest.cpp - variables from the AST -----------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/ast/ParsedUnit.h"

namespace cachelint::ast {
namespace {

using model::Bits;
using model::StorageKind;

TEST(AstVariables, StorageKinds) {
  ParsedUnit U(R"(int global; static int hidden; _Thread_local int own;
    int percpu __attribute__((section(".data..percpu"))); extern int declared;
    void f(void) { static int calls; int table[4]; int single; calls = table[0] = single = 0; })",
               "a.c");
  EXPECT_EQ(U.variable("global").Storage, StorageKind::Global);
  EXPECT_EQ(U.variable("hidden").Storage, StorageKind::FileStatic);
  EXPECT_EQ(U.variable("own").Storage, StorageKind::ThreadLocal);
  EXPECT_EQ(U.variable("percpu").Storage, StorageKind::PerCpu);
  EXPECT_EQ(U.variable("percpu").Section, ".data..percpu");
  EXPECT_EQ(U.variable("declared").Storage, StorageKind::Global);
  EXPECT_EQ(U.variable("f()::calls").Storage, StorageKind::LocalStatic);
  EXPECT_EQ(U.variable("f()::table").Storage, StorageKind::Automatic);
  EXPECT_FALSE(U.variable("f()::calls").Function.empty());
  EXPECT_EQ(U.Facts.Variables.size(), 7u); // a single int on the stack is not listed
}

TEST(AstVariables, BoundsAsWritten) {
  ParsedUnit U(R"(#define MAX_WORKERS 8
    #define ARRAY(n) static int n[MAX_WORKERS]
    enum { LANES = 4 };
    int a[MAX_WORKERS]; int b[MAX_WORKERS + 1]; int c[8]; int d[LANES][MAX_WORKERS]; int e[] = {1};
    int f[2 * 4]; int g[0x10u]; ARRAY(h); int i[2 * LANES];)",
               "a.c");
  EXPECT_EQ(U.variable("a").BoundText, "MAX_WORKERS");
  EXPECT_EQ(U.variable("b").BoundText, "MAX_WORKERS + 1");
  EXPECT_EQ(U.variable("c").BoundText, "");
  EXPECT_EQ(U.variable("d").BoundText, "LANES");
  EXPECT_EQ(U.variable("e").BoundText, "");
  EXPECT_EQ(U.variable("f").BoundText, "");
  EXPECT_EQ(U.variable("g").BoundText, "");
  EXPECT_EQ(U.variable("h").BoundText, "MAX_WORKERS");
  EXPECT_EQ(U.variable("i").BoundText, "2 * LANES");
}

TEST(AstVariables, DeclaredAlignmentAndLaterDefinition) {
  ParsedUnit U(R"(extern int counters[]; int counters[16] __attribute__((aligned(64)));
                  extern long first; extern long first;)",
               "a.c");
  EXPECT_EQ(U.variable("counters").DeclaredAlign, Bits::fromBytes(64));
  EXPECT_EQ(U.variable("counters").Type.Size, Bits::fromBytes(64));
  EXPECT_EQ(U.Facts.Variables.size(), 2u);
}

TEST(AstVariables, WhatTheyStartWith) {
  using model::InitialValue;
  ParsedUnit U(R"(struct pair { int a, b; }; int other;
    int none; static int zero = 0; int value = 1; int *null = 0; int *address = &other;
    struct pair nothing = {0, 0}; struct pair something = {0, 1}; int zeros[8] = {0};
    int last[8] = {[7] = 1}; const int table[] = {0, 1}; extern int declared; double half = 0.5;)",
               "a.c");
  for (const char *Name : {"none", "zero", "null", "nothing", "zeros"})
    EXPECT_EQ(U.variable(Name).Initial, InitialValue::Zero) << Name;
  for (const char *Name : {"value", "address", "something", "last", "half"})
    EXPECT_EQ(U.variable(Name).Initial, InitialValue::Value) << Name;
  EXPECT_EQ(U.variable("table").Initial, InitialValue::Constant);
  EXPECT_EQ(U.variable("declared").Initial, InitialValue::Unknown);
  EXPECT_FALSE(U.variable("declared").Defined);
  EXPECT_TRUE(U.variable("none").Defined);
}

TEST(AstVariables, WhatTheyStartWithInCxx) {
  using model::InitialValue;
  ParsedUnit U(R"(struct Counter { long N; constexpr Counter(long V) : N(V) {} };
    int compute(); Counter zero{0}; Counter one{1}; int computed = compute();
    const int late = compute(); template <typename T> T of = T();)",
               "a.cpp");
  EXPECT_EQ(U.variable("zero").Initial, InitialValue::Zero);
  EXPECT_EQ(U.variable("one").Initial, InitialValue::Value);
  EXPECT_EQ(U.variable("computed").Initial, InitialValue::Zero);
  EXPECT_EQ(U.variable("late").Initial, InitialValue::Zero);
}

TEST(AstVariables, WhereAnAttributeCouldGo) {
  ParsedUnit U("static struct t { int x; } a[4];\nstruct t *b;\nunsigned long c;\n", "a.c");
  EXPECT_EQ(U.variable("a").TypeEnd, (model::SourcePos{"/src/a.c", 1, 27}));
  EXPECT_EQ(U.variable("b").TypeEnd, (model::SourcePos{"/src/a.c", 2, 9}));
  EXPECT_EQ(U.variable("c").TypeEnd, (model::SourcePos{"/src/a.c", 3, 14}));
}

} // namespace
} // namespace cachelint::ast
