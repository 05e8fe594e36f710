//===-- HeaderBodiesTest.cpp ----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/HeaderBodies.h"

#include "tool/ast/Frontend.h"

#include "gtest/gtest.h"

#include <optional>

namespace cachelint::ast {
namespace {

using model::UnitFacts;

/// Units that include /src/h.h, read one after the other in one run.
class Units {
public:
  explicit Units(std::string Header, std::string File = "u.c", bool Skip = true)
      : Known(Skip), File(std::move(File)) {
    Options.Files["/src/h.h"] = std::move(Header);
    Options.Known = &Known;
  }

  UnitFacts unit(const std::string &Text) {
    CompileCommand Command;
    Command.Directory = "/";
    Command.File = "/src/" + File;
    bool C = llvm::StringRef(File).ends_with(".c");
    Command.Args = {C ? "clang" : "clang++", C ? "-std=c11" : "-std=c++20",
                    "--target=x86_64-pc-linux-gnu", "-c", Command.File};
    Options.Files[Command.File] = Text;
    auto Facts = extractUnit(Command, Words, Pool, Problems, Options);
    if (Facts)
      return std::move(*Facts);
    ADD_FAILURE() << llvm::toString(Facts.takeError());
    return {};
  }

  HeaderBodies Known;
  model::Vocabulary Words;
  StringPool Pool;
  ProblemSink Problems;
  ExtractOptions Options;
  std::string File;
};

const char Counter[] = "struct s { long a; long n; };\n"
                       "static inline void inc(struct s *p) { p->n++; }\n";

TEST(HeaderBodies, SecondUnitRefersToWhatTheFirstGave) {
  Units R(Counter);
  UnitFacts A = R.unit("#include \"h.h\"\nint a;");
  UnitFacts B = R.unit("int b;\n#include \"h.h\"\n");
  ASSERT_EQ(A.Shared.size(), 1u);
  EXPECT_EQ(A.Shared[0].Accesses.size(), 1u);
  EXPECT_TRUE(A.Accesses.empty());
  EXPECT_TRUE(B.Shared.empty());
  EXPECT_EQ(A.Refers, B.Refers);
}

TEST(HeaderBodies, WithSkippingOffEachUnitGivesTheSame) {
  Units R(Counter, "u.c", /*Skip=*/false);
  UnitFacts A = R.unit("#include \"h.h\"\nint a;");
  UnitFacts B = R.unit("int b;\n#include \"h.h\"\n");
  ASSERT_EQ(A.Shared.size(), 1u);
  ASSERT_EQ(B.Shared.size(), 1u);
  EXPECT_EQ(A.Shared[0].Key, B.Shared[0].Key);
}

TEST(HeaderBodies, WithoutTableFactsAreTheUnitsOwn) {
  Units R(Counter);
  R.Options.Known = nullptr;
  UnitFacts A = R.unit("#include \"h.h\"\n");
  EXPECT_EQ(A.Accesses.size(), 1u);
  EXPECT_TRUE(A.Refers.empty());
}

// The body's text is the same, the tokens are not: nothing tells before the body was read.
TEST(HeaderBodies, MacroOfTheUnitMakesAnotherBody) {
  Units R("struct s { long a; long n; };\n"
          "static inline void inc(struct s *p) { p->FIELD++; }\n");
  UnitFacts A = R.unit("#define FIELD a\n#include \"h.h\"\n");
  UnitFacts B = R.unit("#define FIELD n\n#include \"h.h\"\n");
  UnitFacts C = R.unit("#define FIELD n\n#include \"h.h\"\n");
  for (const UnitFacts *U : {&A, &B, &C}) {
    ASSERT_EQ(U->Shared.size(), 1u);
    EXPECT_EQ(std::get<model::FieldStep>(U->Shared[0].Accesses[0].Path.Steps.back()).Name,
              U == &A ? "a" : "n");
  }
  EXPECT_NE(A.Refers, B.Refers);
  EXPECT_EQ(B.Refers, C.Refers);
}

TEST(HeaderBodies, AnotherLayoutMakesAnotherBody) {
  Units R("struct s {\n#ifdef WIDE\n long more[8];\n#endif\n long n; };\n"
          "static inline void inc(struct s *p) { p->n++; }\n");
  UnitFacts A = R.unit("#include \"h.h\"\n");
  UnitFacts B = R.unit("#define WIDE\n#include \"h.h\"\n");
  ASSERT_EQ(B.Shared.size(), 1u);
  EXPECT_NE(A.Refers, B.Refers);
}

TEST(HeaderBodies, PackingAroundTheIncludeMakesAnotherBody) {
  Units R("struct s { char c; long n; };\nstatic inline void inc(struct s *p) { p->n++; }\n");
  UnitFacts A = R.unit("#include \"h.h\"\n");
  UnitFacts B = R.unit("#pragma pack(push, 1)\n#include \"h.h\"\n#pragma pack(pop)\n");
  ASSERT_EQ(B.Shared.size(), 1u);
  EXPECT_NE(A.Refers, B.Refers);
}

TEST(HeaderBodies, WhatTheSourceDeclaresIsNotShared) {
  Units R("static inline void inc(struct s *p) { p->n++; }\n");
  UnitFacts A = R.unit("struct s { long n; };\n#include \"h.h\"\n");
  UnitFacts B = R.unit("struct s { long a; long n; };\n#include \"h.h\"\n");
  EXPECT_EQ(A.Accesses.size(), 1u);
  EXPECT_EQ(B.Accesses.size(), 1u);
  EXPECT_TRUE(B.Refers.empty());
}

// Two headers that must be included in this order: the second hangs on the state of the first.
TEST(HeaderBodies, HeaderThatLeansOnAnotherIsSharedWhileThatIsTheSame) {
  Units R("static inline void inc(struct s *p) { p->n++; }\n");
  R.Options.Files["/src/first.h"] = "struct s {\n#ifdef WIDE\n long more;\n#endif\n long n; };\n";
  UnitFacts A = R.unit("#include \"first.h\"\n#include \"h.h\"\n");
  UnitFacts B = R.unit("#include \"first.h\"\nint b;\n#include \"h.h\"\n");
  UnitFacts C = R.unit("#define WIDE\n#include \"first.h\"\n#include \"h.h\"\n");
  EXPECT_EQ(A.Shared.size(), 1u);
  EXPECT_TRUE(B.Shared.empty());
  EXPECT_EQ(A.Refers, B.Refers);
  EXPECT_EQ(C.Shared.size(), 1u);
  EXPECT_NE(A.Refers, C.Refers);
}

TEST(HeaderBodies, WhoIncludedAHeaderFirstDoesNotMatter) {
  Units R("#include \"often.h\"\nstatic inline void inc(counter *p) { ++*p; }\n");
  R.Options.Files["/src/often.h"] =
      "#ifndef COUNTER\n#define COUNTER\ntypedef long counter;\n#endif\n"
      "#undef AGAIN\n#define AGAIN\n";
  UnitFacts A = R.unit("#include \"h.h\"\n");
  UnitFacts B = R.unit("#include \"often.h\"\n#include \"h.h\"\n");
  EXPECT_EQ(A.Shared.size(), 1u);
  EXPECT_TRUE(B.Shared.empty());
  EXPECT_EQ(A.Refers, B.Refers);
}

TEST(HeaderBodies, BodyThatStartsAThreadStaysWithTheUnit) {
  Units R("typedef unsigned long pthread_t;\n"
          "int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);\n"
          "static inline void *work(void *p) { ++*(long *)p; return p; }\n"
          "static inline void go(pthread_t *t) { pthread_create(t, 0, work, 0); }\n");
  model::LaunchApi Api;
  Api.Name = "pthread_create";
  Api.FunctionArg = 2;
  Api.DataArg = 3;
  R.Words.LaunchApis.push_back(Api);
  UnitFacts A = R.unit("#include \"h.h\"\n");
  UnitFacts B = R.unit("#include \"h.h\"\n");
  EXPECT_EQ(A.Roots.size(), 1u);
  EXPECT_EQ(B.Roots.size(), 1u);
}

TEST(HeaderBodies, ErrorInAHeaderIsReportedByEveryUnit) {
  Units R("struct s { long n; };\nstatic inline void inc(struct s *p) { p->gone++; p->n++; }\n");
  UnitFacts A = R.unit("#include \"h.h\"\n");
  UnitFacts B = R.unit("#include \"h.h\"\n");
  EXPECT_TRUE(A.Refers.empty());
  EXPECT_EQ(A.Accesses.size(), B.Accesses.size());
}

TEST(HeaderBodies, RecordsAssertedInABodyAreSaidToBe) {
  Units R("struct s { long a; };\n"
          "static inline void check(void) { _Static_assert(sizeof(struct s) == 8, \"\"); }\n");
  UnitFacts A = R.unit("#include \"h.h\"\n");
  ASSERT_EQ(A.Shared.size(), 1u);
  ASSERT_EQ(A.Shared[0].Records.size(), 1u);
  EXPECT_TRUE(A.Shared[0].Records[0].is(model::RecordFlag::OrderAsserted));
}

// What other declarations need is parsed whatever the run knows.
TEST(HeaderBodies, CxxKeepsWhatOthersNeed) {
  Units R("constexpr int size() { return 4; }\n"
          "inline auto deduced() { return 3L; }\n"
          "template <class T> struct box { T v; void set(T t) { v = t; } };\n"
          "inline void fill() { box<long> b; b.set(1); }\n"
          "struct own { long n; void inc() { ++n; } };\n",
          "u.cpp");
  UnitFacts A = R.unit("#include \"h.h\"\nstatic_assert(size() == 4);\ndecltype(deduced()) x;\n");
  UnitFacts B = R.unit("#include \"h.h\"\nstatic_assert(size() == 4);\ndecltype(deduced()) x;\n");
  EXPECT_TRUE(R.Problems.sorted().empty());
  auto HasBox = [](const UnitFacts &U) {
    return llvm::any_of(U.Records, [](const model::Record &Rec) { return Rec.Key == "box<long>"; });
  };
  EXPECT_TRUE(HasBox(A));
  EXPECT_TRUE(HasBox(B));
  EXPECT_EQ(A.Accesses.size(), B.Accesses.size());
}

} // namespace
} // namespace cachelint::ast
