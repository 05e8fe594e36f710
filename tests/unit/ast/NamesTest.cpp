//===-- NamesTest.cpp - keys and spellings from the AST ------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/ast/ParsedUnit.h"

namespace cachelint::ast {
namespace {

std::string spelling(const ParsedUnit &U, llvm::StringRef Variable) {
  return U.variable(Variable).Type.Spelling.str();
}

TEST(AstNames, QualifiedByNamespacesAndRecords) {
  ParsedUnit U(
      R"(namespace a { inline namespace v1 { struct Outer { struct Inner { int x; } i; }; } }
                  namespace { struct Hidden { int x; }; Hidden h; })");
  EXPECT_TRUE(U.hasRecord("a::v1::Outer"));
  EXPECT_TRUE(U.hasRecord("a::v1::Outer::Inner"));
  EXPECT_TRUE(U.hasRecord("(anonymous namespace)::Hidden"));
}

TEST(AstNames, NestedTagsOfCStandAtFileScope) {
  ParsedUnit U("struct outer { struct inner { int x; } i; };", "a.c");
  EXPECT_TRUE(U.hasRecord("outer"));
  EXPECT_TRUE(U.hasRecord("inner"));
  EXPECT_EQ(U.record("outer").Fields[0].Type.Record, "inner");
}

TEST(AstNames, RecordsInsideFunctions) {
  ParsedUnit U("namespace n { void f(int) { struct Local { int x; } l; l.x = 1; } }");
  EXPECT_TRUE(U.hasRecord("n::f()::Local"));
}

TEST(AstNames, TemplateArguments) {
  ParsedUnit U(R"(enum class Color { Red, Green };
    template <typename T, unsigned N> struct Ring { T slots[N]; struct Slot { T t; } s; };
    template <typename... T> struct Many { int x; };
    template <Color C, bool B, char Ch> struct Values { int x; };
    template <typename T = long unsigned> struct Defaulted { T x; };
    namespace n { struct Item { int x; }; }
    typedef unsigned long word;
    Ring<word, 4u> r; Many<> m0; Many<int, const char *, Ring<n::Item, 2>> m3;
    Values<Color::Green, true, 'a'> v; Defaulted<> d;)");
  EXPECT_TRUE(U.hasRecord("Ring<unsigned long, 4>"));
  EXPECT_TRUE(U.hasRecord("Ring<unsigned long, 4>::Slot"));
  EXPECT_TRUE(U.hasRecord("Many<>"));
  EXPECT_TRUE(U.hasRecord("Many<int, const char *, Ring<n::Item, 2>>"));
  EXPECT_TRUE(U.hasRecord("Values<(Color)1, true, 97>"));
  EXPECT_TRUE(U.hasRecord("Defaulted<unsigned long>"));
  EXPECT_FALSE(U.hasRecord("Ring")); // the pattern has no layout
  // Only named, never completed:
  EXPECT_FALSE(U.hasRecord("Ring<n::Item, 2>"));
}

TEST(AstNames, UnnamedRecords) {
  ParsedUnit U(R"(typedef struct { int x; } named_t;
    typedef struct { int x; } *pointer_t;
    struct mbuf {
      union { int a; struct { short lo, hi; }; };
      struct { int b; } first, second;
      struct { int c; } *elsewhere;
    };
    static struct { int x; } table[4];
    struct mbuf use; pointer_t p;)",
               "a.c");
  EXPECT_TRUE(U.hasRecord("named_t"));
  EXPECT_TRUE(U.hasRecord("pointer_t::(anonymous struct #1)"));
  EXPECT_TRUE(U.hasRecord("mbuf::(anonymous union #1)"));
  EXPECT_TRUE(U.hasRecord("mbuf::(anonymous union #1)::(anonymous struct #1)"));
  EXPECT_TRUE(U.hasRecord("mbuf::(anonymous struct #2)"));
  EXPECT_TRUE(U.hasRecord("mbuf::(anonymous struct #3)"));
  EXPECT_TRUE(U.hasRecord("table::(anonymous struct #1)"));
  const model::Record &M = U.record("mbuf");
  EXPECT_EQ(fieldOf(M, "first").Type.Record, fieldOf(M, "second").Type.Record);
  EXPECT_EQ(fieldOf(M, "first").Type.Spelling, "struct {...}");
  EXPECT_TRUE(U.record("mbuf::(anonymous union #1)").is(model::RecordFlag::Anonymous));
  EXPECT_FALSE(U.record("named_t").is(model::RecordFlag::Anonymous));
}

TEST(AstNames, SpellingsInC) {
  ParsedUnit U(R"(typedef unsigned long size_type;
    #define bool _Bool
    struct s { int x; }; enum e { E }; union u { int x; };
    struct s a; struct s *const b; const volatile int c; long unsigned int d; short int e_;
    int f[4][2]; extern int g[]; int *h[4]; int (*i)(void *, int); int (*j[4])(void);
    size_type k; const size_type *l; enum e m; union u n; _Bool o; _Atomic(int) p;
    int (*q)[4]; void (*r)(const char *, ...); const char *restrict t; enum { F } v;
    signed char w; long long x; struct s y[3]; void (**z)(int); int (*ab)(struct s *const, const int);)",
               "a.c");
  EXPECT_EQ(spelling(U, "a"), "struct s");
  EXPECT_EQ(spelling(U, "b"), "struct s *const");
  EXPECT_EQ(spelling(U, "c"), "const volatile int");
  EXPECT_EQ(spelling(U, "d"), "unsigned long");
  EXPECT_EQ(spelling(U, "e_"), "short");
  EXPECT_EQ(spelling(U, "f"), "int[4][2]");
  EXPECT_EQ(spelling(U, "g"), "int[]");
  EXPECT_EQ(spelling(U, "h"), "int *[4]");
  EXPECT_EQ(spelling(U, "i"), "int (*)(void *, int)");
  EXPECT_EQ(spelling(U, "j"), "int (*[4])(void)");
  EXPECT_EQ(spelling(U, "k"), "size_type");
  EXPECT_EQ(spelling(U, "l"), "const size_type *");
  EXPECT_EQ(spelling(U, "m"), "enum e");
  EXPECT_EQ(spelling(U, "n"), "union u");
  EXPECT_EQ(spelling(U, "o"), "_Bool");
  EXPECT_EQ(spelling(U, "p"), "_Atomic(int)");
  EXPECT_EQ(spelling(U, "q"), "int (*)[4]");
  EXPECT_EQ(spelling(U, "r"), "void (*)(const char *, ...)");
  EXPECT_EQ(spelling(U, "t"), "const char *");
  EXPECT_EQ(spelling(U, "v"), "enum {...}");
  EXPECT_EQ(spelling(U, "w"), "signed char");
  EXPECT_EQ(spelling(U, "x"), "long long");
  EXPECT_EQ(spelling(U, "y"), "struct s[3]");
  EXPECT_EQ(spelling(U, "z"), "void (**)(int)");
  EXPECT_EQ(spelling(U, "ab"), "int (*)(struct s *, int)");
}

TEST(AstNames, SpellingsInCxx) {
  ParsedUnit U(
      R"(namespace n { struct S { int x; bool f(int) const; }; typedef S alias; enum K { A };
      template <typename T> struct Box { T t; }; using IntBox = Box<int>;
      S plain; K kind; alias named; Box<alias> box; IntBox boxed; }
    using namespace n;
    S a; struct S b; S &c = a; bool d; int S::*e; void (*f)(); Box<S> g; auto h = plain;
    decltype(a) i;)");
  EXPECT_EQ(spelling(U, "n::plain"), "n::S");
  EXPECT_EQ(spelling(U, "n::kind"), "n::K");
  EXPECT_EQ(spelling(U, "n::named"), "n::alias");
  EXPECT_EQ(spelling(U, "n::box"), "n::Box<n::S>");
  EXPECT_EQ(spelling(U, "n::boxed"), "n::IntBox");
  EXPECT_EQ(spelling(U, "a"), "n::S");
  EXPECT_EQ(spelling(U, "b"), "n::S");
  EXPECT_EQ(spelling(U, "c"), "n::S &");
  EXPECT_EQ(spelling(U, "d"), "bool");
  EXPECT_EQ(spelling(U, "e"), "int n::S::*");
  EXPECT_EQ(spelling(U, "f"), "void (*)()");
  EXPECT_EQ(spelling(U, "g"), "n::Box<n::S>");
  EXPECT_EQ(spelling(U, "h"), "n::S");
  EXPECT_EQ(spelling(U, "i"), "n::S");
}

TEST(AstNames, VariableKeys) {
  ParsedUnit U(R"(int shared; static int hidden; extern int elsewhere;
    void count(void) { static int calls; extern int shared; calls += shared + elsewhere; })",
               "dir/a.c");
  EXPECT_EQ(U.variable("shared").Key, "shared");
  EXPECT_EQ(U.variable("hidden").Key, "hidden@/src/dir/a.c");
  EXPECT_EQ(U.variable("elsewhere").Key, "elsewhere");
  EXPECT_EQ(U.variable("count()::calls").Key, "count()::calls@/src/dir/a.c");
  EXPECT_EQ(U.Facts.Variables.size(), 4u);
}

} // namespace
} // namespace cachelint::ast
