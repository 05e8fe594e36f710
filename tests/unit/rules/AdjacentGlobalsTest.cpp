//===-- AdjacentGlobalsTest.cpp ------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/rules/ProgramBuilder.h"

#include "gmock/gmock.h"

using namespace cachelint::test;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

const char Rule[] = "adjacent-globals";

class Globals : public ProgramBuilder {
public:
  Globals() { P.Can = Capability::AccessSites | Capability::Alignment; }

  Variable &variable(Str Name, uint64_t Size = 8) {
    Variable V;
    V.Key = V.Name = Name;
    V.Type.Size = V.Type.Align = Bits::fromBytes(Size);
    V.Type.Traits = TypeTrait::Scalar;
    V.Defined = true;
    V.Initial = InitialValue::Zero;
    V.Pos = at(1 + P.Variables.size());
    V.From.Input = V.Pos.File;
    P.Variables.push_back(V);
    return P.Variables.back();
  }
  /// On the line at \p Address, by a binary.
  Variable &linked(Str Name, uint64_t Address, uint64_t Size = 8) {
    Variable &V = variable(Name, Size);
    V.Address = Address;
    V.Image = "app";
    P.Can = P.Can | Capability::Addresses;
    return V;
  }
  Access &access(Str Function, Str Variable, AccessKind Kind, bool Atomic = false) {
    Access A;
    A.Function = Function;
    A.Path.Root = {Slot::Kind::Global, Variable, {}, 0};
    A.Kind = Kind;
    A.Atomic = Atomic;
    A.Often.LoopDepth = 1;
    A.Pos = at(100 + P.Accesses.size());
    P.Accesses.push_back(A);
    return P.Accesses.back();
  }
  void write(Str Function, Str Variable) { access(Function, Variable, AccessKind::Write); }
  void read(Str Function, Str Variable) { access(Function, Variable, AccessKind::Read); }
};

TEST(AdjacentGlobals, OneWritesWhatTheOtherWaitsFor) {
  Globals B;
  B.thread("producer");
  B.thread("consumer");
  B.linked("head", 0x1000);
  B.linked("tail", 0x1008);
  B.write("producer", "head");
  B.read("consumer", "tail");
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message, "'head' and 'tail' lie on one cache line, 8 bytes apart: 'head' is "
                              "written in 'producer' and 'tail' is read in 'consumer'");
  EXPECT_EQ(Found[0].Level, Severity::Warning);
  EXPECT_EQ(Found[0].Sure, Confidence::High);
  EXPECT_EQ(Found[0].Variable, "head, tail");
  EXPECT_EQ(Found[0].VariableKey, "head");
  ASSERT_EQ(Found[0].Sites.size(), 2u);
}

TEST(AdjacentGlobals, TwoLinesAreSilent) {
  Globals B;
  B.thread("producer");
  B.thread("consumer");
  B.linked("head", 0x1038);
  B.linked("tail", 0x1040);
  B.write("producer", "head");
  B.write("consumer", "tail");
  EXPECT_TRUE(B.run(Rule).empty());
  B.Options.LineSize = Bits::fromBytes(128);
  EXPECT_EQ(B.run(Rule).size(), 1u);
}

TEST(AdjacentGlobals, WhoeverUsesOneUsesTheOther) {
  Globals B;
  B.thread("worker");
  B.thread("printer");
  B.linked("lock", 0x1000);
  B.linked("count", 0x1008);
  for (Str Thread : {"worker", "printer"}) {
    B.write(Thread, "lock");
    B.write(Thread, "count");
  }
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(AdjacentGlobals, ManyThreadsWriteACounterBesideWhatOnlyOneFunctionReads) {
  auto Build = [](bool Many, bool Apart) {
    Globals B;
    B.thread("worker");
    B.P.Roots.back().Instances = Many ? Multiplicity::Many : Multiplicity::One;
    B.linked("count", 0x1000);
    B.linked("table", 0x1008);
    B.access("worker", "count", AccessKind::ReadModifyWrite, /*Atomic=*/true);
    if (Apart) {
      B.thread("lookup");
      B.P.Roots.pop_back(); // called from worker
      B.P.Contexts[0].Roots = {0};
    }
    B.read(Apart ? "lookup" : "worker", "table");
    return B.run(Rule);
  };
  Findings Found = Build(true, true);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_THAT(Found[0].Message, HasSubstr("'table' is read in 'lookup'"));
  EXPECT_EQ(Found[0].Sure, Confidence::Medium);
  EXPECT_TRUE(Build(true, false).empty()) << "where it is read, the counter is at hand";
  EXPECT_TRUE(Build(false, true).empty()) << "one thread disturbs nobody";
}

TEST(AdjacentGlobals, SourceAloneMakesItLikely) {
  Globals B;
  B.thread("producer");
  B.thread("consumer");
  B.variable("head");
  B.variable("tail");
  B.write("producer", "head");
  B.write("consumer", "tail");
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_THAT(Found[0].Message, StartsWith("'head' and 'tail' are separate variables, but most "
                                           "likely lie on one cache line: "));
  EXPECT_EQ(Found[0].Level, Severity::Warning);
  EXPECT_EQ(Found[0].Sure, Confidence::Medium);
}

TEST(AdjacentGlobals, FunctionsOfALibraryAreAGuess) {
  Globals B;
  B.libraryFunction("push");
  B.libraryFunction("pop");
  B.linked("head", 0x1000);
  B.linked("tail", 0x1008);
  B.write("push", "head");
  B.write("pop", "tail");
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Level, Severity::Note);
  EXPECT_EQ(Found[0].Sure, Confidence::Low);
  for (Variable &V : B.P.Variables) {
    V.Address.reset();
    V.Image = "";
  }
  EXPECT_TRUE(B.run(Rule).empty()) << "two guesses are too many";
}

TEST(AdjacentGlobals, TheMainThreadIsOne) {
  Globals B;
  B.thread("worker");
  B.libraryFunction("first");
  B.libraryFunction("second");
  for (FunctionContext &C : B.P.Contexts)
    if (C.Assumed)
      C = {}; // main() alone calls them
  B.linked("a", 0x1000);
  B.linked("b", 0x1008);
  B.write("first", "a");
  B.write("second", "b");
  EXPECT_TRUE(B.run(Rule).empty());
  B.read("worker", "b");
  EXPECT_EQ(B.run(Rule).size(), 1u);
}

TEST(AdjacentGlobals, ThreeOnOneLineAreOneFinding) {
  Globals B;
  B.thread("x");
  B.thread("y");
  B.linked("a", 0x1000);
  B.linked("b", 0x1008);
  B.linked("c", 0x1010);
  B.write("x", "a");
  B.write("y", "b");
  B.read("y", "c");
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_THAT(Found[0].Message, StartsWith("'a', 'b' and 'c' lie on one cache line: "));
  EXPECT_EQ(Found[0].Variable, "a, b, c");
}

TEST(AdjacentGlobals, OfALargeRecordTheFieldsOnTheLineCount) {
  auto Build = [](Str Written) {
    Globals B;
    B.thread("x");
    B.thread("y");
    B.add(record("state", 128, {field("cold", 0, 8), field("hot", 120, 8)}));
    Variable &State = B.linked("state", 0x1008, 128);
    State.Type.Record = "state";
    State.Type.Align = Bits::fromBytes(8);
    B.linked("z", 0x1088);
    Access &A = B.access("x", "state", AccessKind::Write);
    FieldStep Step;
    Step.Record = "state";
    Step.Name = Written;
    A.Path.Steps.push_back(Step);
    B.read("y", "z");
    return B.run(Rule);
  };
  EXPECT_EQ(Build("hot").size(), 1u);
  EXPECT_TRUE(Build("cold").empty());
}

TEST(AdjacentGlobals, ALineOfARecordingNamesItsVariables) {
  auto Build = [](uint64_t Stores, bool TwoVariables, bool Used) {
    Globals B;
    B.linked("a", 0x1000);
    B.linked("b", 0x1008);
    if (Used) {
      B.thread("x");
      B.thread("y");
      B.write("x", "a");
      B.read("y", "b");
    }
    JoinedLine Line;
    Line.Counts.RemoteHitm = 7;
    for (Str Key : {"a", "b"}) {
      JoinedRow Row;
      Row.VariableKey = TwoVariables ? Key : Str("a");
      Row.Counts.RemoteHitm = Key == "a" ? 2 : 5;
      Row.Counts.Stores = Stores;
      Line.Rows.push_back(Row);
    }
    B.Recordings.emplace_back();
    B.Recordings.back().Lines = {Line, Line};
    return B.run(Rule);
  };
  Findings Found = Build(3, true, false);
  ASSERT_EQ(Found.size(), 1u) << "one finding, however many recordings and lines";
  EXPECT_EQ(Found[0].Message,
            "'a' and 'b' lie on one cache line, which bounced between caches: 7 contended loads, "
            "and 6 stores to its variables were recorded");
  EXPECT_EQ(Found[0].VariableKey, "b") << "where most samples are";
  ASSERT_EQ(Found[0].OtherVariableKeys.size(), 1u);
  EXPECT_EQ(Found[0].OtherVariableKeys[0], "a");
  EXPECT_TRUE(Build(0, true, false).empty()) << "nobody was seen to write";
  EXPECT_TRUE(Build(3, false, false).empty()) << "one variable is no false sharing of two";
  EXPECT_EQ(Build(3, true, true).size(), 1u) << "the source has said it already";
}

TEST(AdjacentGlobals, WithoutAccessesTypesOfDifferentFilesCount) {
  auto Build = [](TypeTrait Traits, Str File) {
    Globals B;
    B.P.Can = Capability::Addresses | Capability::AtomicTypes;
    B.linked("a", 0x1000).Type.Traits = TypeTrait::Atomic | TypeTrait::Scalar;
    Variable &Other = B.linked("b", 0x1008);
    Other.Type.Traits = Traits;
    Other.Pos.File = File;
    return B.run(Rule);
  };
  Findings Found = Build(TypeTrait::Lock, "/src/b.c");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Level, Severity::Note);
  auto Locks = [](bool Pedantic) {
    Globals B;
    B.P.Can = Capability::Addresses | Capability::AtomicTypes;
    B.Options.Pedantic = Pedantic;
    B.linked("a", 0x1000).Type.Traits = TypeTrait::Lock;
    Variable &Other = B.linked("b", 0x1008);
    Other.Type.Traits = TypeTrait::Lock;
    Other.Pos.File = "/src/b.c";
    return B.run(Rule).size();
  };
  EXPECT_EQ(Locks(true), 1u);
  EXPECT_EQ(Locks(false), 0u);
  EXPECT_TRUE(Build(TypeTrait::Scalar, "/src/b.c").empty());
  EXPECT_TRUE(Build(TypeTrait::Lock, "/src/a.c").empty()) << "their author knows of both";
}

} // namespace
