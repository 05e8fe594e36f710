//===-- LayoutDriftTest.cpp ----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/rules/ProgramBuilder.h"

#include "gmock/gmock.h"

using namespace cachelint::test;
using testing::HasSubstr;

namespace {

const char Rule[] = "layout-drift";

Record conf(uint64_t Cpus, FrontEnd From = FrontEnd::Ast, Str Input = "/src/a.c") {
  Record R = record("conf", 8 + Cpus, {field("id", 0, 8), field("cpus", 8, Cpus)});
  R.From.From = From;
  R.From.Input = Input;
  R.From.Target = "x86_64-pc-linux-gnu";
  R.Pos = {"/src/conf.h", 3, 8};
  return R;
}

TEST(LayoutDriftRule, TheBinaryHasAnotherBound) {
  ProgramBuilder B;
  B.add(conf(32));
  B.P.Shipped.push_back(conf(64, FrontEnd::Dwarf, "/lib/libconf.so"));
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message,
            "'conf' takes 40 bytes in the source and 72 in 'libconf.so': 'cpus' takes 32 bytes in "
            "the source and 64 bytes in 'libconf.so'");
  EXPECT_EQ(Found[0].Level, Severity::Warning);
  EXPECT_EQ(Found[0].Record, "conf");
  EXPECT_EQ(Found[0].Field, "cpus");
}

TEST(LayoutDriftRule, AnotherStructOfTheNameIsSilent) {
  ProgramBuilder B;
  B.add(conf(32));
  B.P.Shipped.push_back(conf(64, FrontEnd::Dwarf, "/lib/libconf.so"));
  B.P.Shipped.back().Pos.File = "/src/other.c";
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(LayoutDriftRule, UnitsThatDisagree) {
  ProgramBuilder B;
  B.add(conf(32));
  B.add(conf(64, FrontEnd::Ast, "/src/b.c"));
  B.add(conf(96, FrontEnd::Ast, "/src/c.c"));
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u) << "a third layout says nothing new";
  EXPECT_THAT(Found[0].Message, HasSubstr("takes 40 bytes in 'a.c' and 72 in 'b.c'"));
}

TEST(LayoutDriftRule, WhoeverHoldsItByValueIsNotNamed) {
  ProgramBuilder B;
  auto Holder = [](uint64_t Size, FrontEnd From) {
    Record R = record("holder", Size, {field("conf", 0, Size, TypeTrait::Record, 8)});
    R.Fields[0].Type.Record = "conf";
    R.From.From = From;
    return R;
  };
  B.add(conf(32));
  B.add(Holder(40, FrontEnd::Ast));
  B.P.Shipped = {conf(64, FrontEnd::Dwarf, "/lib/libconf.so"), Holder(72, FrontEnd::Dwarf)};
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Record, "conf");
  B.P.Shipped.erase(B.P.Shipped.begin());
  EXPECT_EQ(B.run(Rule).size(), 1u) << "nothing else says it";
}

TEST(LayoutDriftRule, FileLocalIncompleteAndUnnamedOnesAreSilent) {
  for (unsigned Case = 0; Case != 5; ++Case) {
    ProgramBuilder B;
    B.add(conf(32));
    Record Other = conf(64, FrontEnd::Ast, "/src/b.c");
    if (Case == 0)
      Other.Pos.File = "/src/b.c";
    else if (Case == 1)
      Other.Flags = RecordFlag::Incomplete;
    else if (Case == 2)
      Other.Flags = RecordFlag::Anonymous;
    B.add(Other);
    if (Case == 3)
      for (Record &R : B.P.Records)
        R.Pos.File = "/src/template.c";
    EXPECT_EQ(B.run(Rule).size(), Case == 4 ? 1u : 0u) << Case;
  }
}

Record session(uint64_t Users, Str File, Str Input) {
  Record R = record("net::Session", 8 + Users, {field("id", 0, 8), field("users", 8, Users)});
  R.From.From = FrontEnd::Dwarf;
  R.From.Input = Input;
  R.Pos = {File, 7, 8};
  return R;
}

TEST(LayoutDriftRule, TwoDefinitionsOfOneClassInAProgram) {
  ProgramBuilder B;
  B.add(session(8, "/src/a.cpp", "/bin/prog"));
  B.add(session(16, "/src/b.cpp", "/bin/prog"));
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message, "'net::Session' takes 16 bytes in a.cpp:7 and 24 in b.cpp:7: 'users' "
                              "takes 8 bytes in a.cpp:7 and 16 bytes in b.cpp:7");
  EXPECT_EQ(Found[0].Field, "users");
  EXPECT_THAT(Found[0].Notes.back().Message, HasSubstr("C++ wants one definition"));
}

TEST(LayoutDriftRule, ClassesOfTwoProgramsOrOfOneUnitAreTheirOwn) {
  for (unsigned Case = 0; Case != 6; ++Case) {
    ProgramBuilder B;
    Record One = session(8, "/src/a.cpp", "/bin/prog"),
           Two = session(16, "/src/b.cpp", "/bin/prog");
    if (Case == 0) // two files that are linked already
      Two.From.Input = "/bin/other";
    else if (Case == 1)
      One.Key = Two.Key = "net::(anonymous namespace)::Session";
    else if (Case == 2)
      One.Key = Two.Key = "run()::Session";
    else if (Case == 3) { // may be C
      One.Key = Two.Key = "session";
      One.Pos.File = "/src/a.c";
      Two.Pos.File = "/src/b.c";
    } else if (Case == 4) // source of any number of programs
      One.From.From = Two.From.From = FrontEnd::Ast;
    else { // objects of one program
      One.From.Input = "/build/liba.a(a.o)";
      Two.From.Input = "/build/b.o";
    }
    B.add(One);
    B.add(Two);
    EXPECT_EQ(B.run(Rule).size(), Case == 5 ? 1u : 0u) << Case;
  }
}

TEST(LayoutDriftRule, BranchesOfAnIfInOneHeader) {
  ProgramBuilder B;
  B.add(conf(32));
  B.add(conf(64, FrontEnd::Ast, "/src/b.c"));
  B.P.Records.back().Pos.Line = 12;
  EXPECT_EQ(B.run(Rule).size(), 1u);
  for (Record &R : B.P.Records)
    R.Pos.File = "/src/template.c";
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(LayoutDriftRule, NamesTheFieldInsideOfAnUnnamedMember) {
  auto AddTo = [](std::vector<Record> &Records, uint64_t Cpus, FrontEnd From) {
    Record Inside = record("conf::(anonymous struct #1)", Cpus + 8,
                           {field("mask", 0, 8), field("cpus", 8, Cpus)});
    Inside.Flags = RecordFlag::Anonymous;
    Record R = record("conf", Cpus + 16, {field("id", 0, 8), field("", 8, Cpus + 8)});
    R.Fields[1].Type.Record = Inside.Key;
    R.Pos = {"/src/conf.h", 3, 8};
    R.From.From = From;
    R.From.Input = "/lib/libconf.so";
    Records.push_back(R);
    Records.push_back(Inside);
  };
  ProgramBuilder B;
  AddTo(B.P.Records, 32, FrontEnd::Ast);
  AddTo(B.P.Shipped, 64, FrontEnd::Dwarf);
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Field, "cpus");
  EXPECT_THAT(Found[0].Message, HasSubstr("'cpus' takes 32 bytes in the source and 64 bytes in"));
}

TEST(LayoutDriftRule, AnotherTargetIsSaidOnce) {
  ProgramBuilder B;
  for (Str Key : {"a", "b"}) {
    Record R = conf(32);
    R.Key = R.Name = Key;
    B.add(R);
    R = conf(64, FrontEnd::Dwarf, "/lib/lib32.so");
    R.Key = R.Name = Key;
    R.From.Target = "i386-unknown-linux";
    B.P.Shipped.push_back(R);
  }
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message, "the source is for x86_64, 'lib32.so' for i386: no layout can be "
                              "compared");
}

} // namespace
