//===-- MarksTest.cpp - alignment marks from the AST ---------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/ast/ParsedUnit.h"

#include "gmock/gmock.h"

namespace cachelint::ast {
namespace {

using model::AlignmentMark;
using model::Bits;
using On = AlignmentMark::On;

AlignmentMark onlyMark(const ParsedUnit &U) {
  EXPECT_EQ(U.Facts.Marks.size(), 1u);
  EXPECT_TRUE(U.Problems.sorted().empty());
  return U.Facts.Marks.empty() ? AlignmentMark() : U.Facts.Marks.front();
}

const char *const Macro = "#define __line_aligned __attribute__((aligned(64)))\n";

TEST(AstMarks, BetweenBraceAndDeclaratorIsOnTheType) {
  ParsedUnit U(Macro + std::string("static struct t { short v; } __line_aligned a[4];"), "a.c");
  AlignmentMark M = onlyMark(U);
  EXPECT_EQ(M.Where, On::Record);
  EXPECT_EQ(M.Record, "t");
  EXPECT_EQ(M.Align, Bits::fromBytes(64));
  EXPECT_EQ(M.Spelling, "__line_aligned");
  EXPECT_EQ(M.Pos, (model::SourcePos{"/src/a.c", 2, 30}));
}

TEST(AstMarks, AlignasBeforeStructIsOnTheObject) {
  const std::string Bound = "#define MAX_WORKERS 4\n";
  ParsedUnit C(Bound + "static _Alignas(64) struct T { short v; } a[MAX_WORKERS];", "a.c");
  ParsedUnit Cxx(Bound + "alignas(64) static struct T { short v; } a[MAX_WORKERS];");
  for (const ParsedUnit *U : {&C, &Cxx}) {
    AlignmentMark M = onlyMark(*U);
    EXPECT_EQ(M.Where, On::ArrayVariable);
    EXPECT_EQ(M.Subject, "a");
    EXPECT_EQ(M.VariableKey, U->variable("a").Key);
    EXPECT_EQ(M.Record, "T");
    EXPECT_EQ(M.Stride, Bits::fromBytes(2));
    EXPECT_EQ(M.Extent, 4u);
    EXPECT_EQ(M.Spelling, U == &C ? "_Alignas" : "alignas");
    EXPECT_TRUE(M.ThreadBound);
    EXPECT_EQ(U->record("T").Size, Bits::fromBytes(2));
  }
}

TEST(AstMarks, AlignasBehindStructIsOnTheType) {
  ParsedUnit U("struct alignas(64) T { short v; } a[4];");
  EXPECT_EQ(onlyMark(U).Where, On::Record);
  EXPECT_EQ(U.record("T").Size, Bits::fromBytes(64));
}

TEST(AstMarks, BehindTheArrayIsOnTheObject) {
  ParsedUnit U(Macro + std::string("struct t { short v; }; struct t a[4] __line_aligned;"), "a.c");
  AlignmentMark M = onlyMark(U);
  EXPECT_EQ(M.Where, On::ArrayVariable);
  EXPECT_EQ(M.Stride, Bits::fromBytes(2));
  EXPECT_FALSE(M.ThreadBound);
}

TEST(AstMarks, BehindTheTypedefName) {
  ParsedUnit U(Macro + std::string("typedef struct { short v; } box_t __line_aligned; box_t *p;"),
               "a.c");
  AlignmentMark M = onlyMark(U);
  EXPECT_EQ(M.Where, On::TypedefName);
  EXPECT_EQ(M.Subject, "box_t");
  EXPECT_EQ(M.Stride, Bits::fromBytes(2));
  // The same in front of the name is on the record.
  ParsedUnit Right(Macro + std::string("typedef struct { short v; } __line_aligned box_t;"), "a.c");
  EXPECT_EQ(onlyMark(Right).Where, On::Record);
}

TEST(AstMarks, UndefinedMacroBecomesAVariable) {
  ParsedUnit U("struct t { short v; } __line_aligned;\nstruct t a[4];", "a.c");
  AlignmentMark M = onlyMark(U);
  EXPECT_EQ(M.Where, On::VariableName);
  EXPECT_EQ(M.Subject, "__line_aligned");
  EXPECT_EQ(M.Record, "t");
  EXPECT_FALSE(M.Align);
  EXPECT_EQ(M.Pos, (model::SourcePos{"/src/a.c", 1, 23}));
}

TEST(AstMarks, UnknownMacroIsSeenByItsShape) {
  for (const char *Name : {"__foo_cache_aligned", "FOO_CACHELINE_ALIGNED", "__aligned_in_smp"}) {
    ParsedUnit U("struct t { short v; } " + std::string(Name) + ";", "a.c");
    EXPECT_EQ(onlyMark(U).Where, On::VariableName) << Name;
  }
  // Ordinary names, or not behind a brace.
  for (const char *Text :
       {"struct t { short v; } cache_aligned;", "struct t { short v; } aligned_slot;",
        "struct t { short v; }; struct t FOO_CACHE_ALIGNED;", "int __is_aligned;",
        "struct t { short v; } __state;"}) {
    ParsedUnit U(Text, "a.c");
    EXPECT_TRUE(U.Facts.Marks.empty()) << Text;
  }
}

TEST(AstMarks, MisspeltMacro) {
  ParsedUnit U(Macro + std::string("struct t { short v; } __line_alinged;"), "a.c");
  EXPECT_EQ(onlyMark(U).Where, On::VariableName);
}

TEST(AstMarks, UndefinedMacroWithBracketsBecomesAFunction) {
  ParsedUnit U("struct t { short v; } CACHE_ALIGN();", "a.c");
  AlignmentMark M = onlyMark(U);
  EXPECT_EQ(M.Where, On::VariableName);
  EXPECT_EQ(M.Record, "t");
}

TEST(AstMarks, UndefinedMacroInsideARecordBecomesAMember) {
  ParsedUnit U("struct o { struct t { short v; } __line_aligned; int x; };", "a.c");
  AlignmentMark M = onlyMark(U);
  EXPECT_EQ(M.Where, On::VariableName);
  EXPECT_EQ(M.Owner, "o");
  EXPECT_EQ(M.Record, "t");
}

TEST(AstMarks, UndefinedMacroBehindStructBecomesTheTag) {
  ParsedUnit U("typedef struct FOO_CACHE_ALIGNED { short v; } box_t; box_t a[4];", "a.c");
  AlignmentMark M = onlyMark(U);
  EXPECT_EQ(M.Where, On::TagName);
  EXPECT_EQ(M.Subject, "FOO_CACHE_ALIGNED");
  ParsedUnit Ordinary("struct aligned_box { short v; }; struct __cacheline { short v; };", "a.c");
  EXPECT_TRUE(Ordinary.Facts.Marks.empty());
}

TEST(AstMarks, OnPointers) {
  ParsedUnit U(Macro + std::string("struct t { short v; }; struct t *p __line_aligned;\n"
                                   "struct o { struct t *q __line_aligned; };"),
               "a.c");
  ASSERT_EQ(U.Facts.Marks.size(), 2u);
  EXPECT_EQ(U.Facts.Marks[0].Where, On::PointerField);
  EXPECT_EQ(U.Facts.Marks[0].Owner, "o");
  EXPECT_EQ(U.Facts.Marks[0].Subject, "q");
  EXPECT_EQ(U.Facts.Marks[1].Where, On::PointerVariable);
  EXPECT_EQ(U.Facts.Marks[1].Record, "t");
  EXPECT_EQ(U.Facts.Marks[1].Stride, Bits::fromBytes(2));
}

TEST(AstMarks, OnMembers) {
  ParsedUnit U("#include <stdalign.h>\nstruct s { alignas(64) short v; short w; };\n"
               "struct t { alignas(64) struct s a[4]; }; struct u { _Alignas(64) int n; };",
               "a.c");
  ASSERT_EQ(U.Facts.Marks.size(), 3u);
  EXPECT_EQ(U.Facts.Marks[0].Where, On::Field);
  EXPECT_EQ(U.Facts.Marks[0].Record, "s");
  EXPECT_EQ(U.Facts.Marks[0].Subject, "v");
  EXPECT_EQ(U.Facts.Marks[0].Spelling, "alignas");
  EXPECT_EQ(U.Facts.Marks[1].Where, On::ArrayField);
  EXPECT_EQ(U.Facts.Marks[1].Owner, "t");
  EXPECT_EQ(U.Facts.Marks[1].Stride, Bits::fromBytes(64));
  EXPECT_EQ(U.Facts.Marks[2].Spelling, "_Alignas");
  EXPECT_EQ(U.record("s").Size, Bits::fromBytes(64));
  EXPECT_EQ(fieldOf(U.record("s"), "w").Offset, Bits::fromBytes(2));
}

TEST(AstMarks, StdArrayIsAnArray) {
  ParsedUnit U(R"(namespace std { template <typename T, unsigned long N> struct array { T e[N]; }; }
                  struct T { short v; }; alignas(64) std::array<T, 8> a;)");
  AlignmentMark M = onlyMark(U);
  EXPECT_EQ(M.Where, On::ArrayVariable);
  EXPECT_EQ(M.Record, "T");
  EXPECT_EQ(M.Stride, Bits::fromBytes(2));
  EXPECT_EQ(M.Extent, 8u);
}

TEST(AstMarks, OneMarkForSeveralDeclarations) {
  ParsedUnit U(Macro + std::string("extern int a[4] __line_aligned; int a[4]; int NO_CPUS;"),
               "a.c");
  EXPECT_EQ(onlyMark(U).Where, On::ArrayVariable);
}

} // namespace
} // namespace cachelint::ast
