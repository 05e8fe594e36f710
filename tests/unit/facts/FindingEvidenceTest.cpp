//===-- FindingEvidenceTest.cpp - verdicts, and findings that meet them --===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Recorded.h"

#include "tool/facts/Verdict.h"

using namespace cachelint;
using namespace cachelint::test;

namespace {

/// A joined line, the rows of which are not resolved.
class Joined {
public:
  explicit Joined(std::vector<RowSpec> Specs) {
    R.Lines = {line(0x4040, std::move(Specs))};
    facts::JoinInput In;
    In.Recording = &R;
    J = facts::joinRecording(In);
  }
  Joined(const Joined &) = delete;
  JoinedLine &only() { return J.Lines[0]; }
  JoinedRow &rowAt(size_t I) { return J.Lines[0].Rows[I]; }
  /// Resolves a row to a field of an element of stats[].
  void resolve(size_t I, uint64_t Element, Str FieldName, uint64_t InElement) {
    JoinedRow &Row = rowAt(I);
    Row.By = ResolvedBy::Address;
    Row.VariableKey = "stats";
    Row.RecordKey = "stat";
    Row.FieldName = FieldName;
    Row.Element = Element;
    Row.Around = {{"stat", bytes(InElement)}};
    Row.Place = Row.Row->Offset;
  }
  void apply(Finding &F) {
    std::vector<Finding> All{F};
    facts::applyEvidence(All, J);
    F = All[0];
  }

  Recording R;
  JoinedRecording J;
};

TEST(Verdict, OtherPlacesStoresAreFalseSharing) {
  Joined J({{.Offset = 0, .Hitm = 20, .Symbol = "reader"},
            {.Offset = 8, .Stores = 30, .Symbol = "writer"}});
  EXPECT_EQ(J.only().Verdict, SharingVerdict::FalseSharing);
  EXPECT_EQ(J.only().VerdictWhy, "0 of 20 contended loads hit a place that other CPUs store to, "
                                 "and 2 places share the line");
}

TEST(Verdict, OneCounterOfManyCpusIsTrueSharing) {
  Joined J({{.Offset = 0, .Hitm = 20, .Stores = 30, .Symbol = "writer", .Cpus = 8}});
  EXPECT_EQ(J.only().Verdict, SharingVerdict::TrueSharing);
}

TEST(Verdict, CounterOfOneCpuLosesItsLineToTheNeighbour) {
  Joined J({{.Offset = 0, .Hitm = 20, .Stores = 30, .Symbol = "count_a", .Cpus = 1},
            {.Offset = 8, .Hitm = 20, .Stores = 30, .Symbol = "count_b", .Cpus = 1}});
  EXPECT_EQ(J.only().Verdict, SharingVerdict::FalseSharing);
}

TEST(Verdict, ListedCpusDecide) {
  // One function on many CPUs, but each place has a CPU of its own.
  Joined J({{.Offset = 0, .Hitm = 20, .Stores = 30}, {.Offset = 8, .Hitm = 20, .Stores = 30}});
  auto List = [&](uint64_t First, uint64_t Second) {
    Recording &R = J.R;
    for (auto [Row, Cpu] : {std::pair(0, First), {1, Second}}) {
      NodeUse Node;
      Node.Cpus = {{Cpu, Cpu}};
      R.Lines[0].Rows[Row].Nodes = {Node};
    }
    facts::judgeSharing(J.only());
  };
  List(3, 4);
  EXPECT_EQ(J.only().Verdict, SharingVerdict::FalseSharing);
  J.R.Lines[0].Rows[0].Nodes[0].Cpus = {{3, 5}};
  J.R.Lines[0].Rows[1].Nodes[0].Cpus = {{3, 5}};
  facts::judgeSharing(J.only());
  EXPECT_EQ(J.only().Verdict, SharingVerdict::TrueSharing);
}

TEST(Verdict, BothAreMixed) {
  Joined J({{.Offset = 0, .Hitm = 60, .Stores = 100, .Symbol = "lock"},
            {.Offset = 32, .Hitm = 40, .Symbol = "reader"}});
  EXPECT_EQ(J.only().Verdict, SharingVerdict::Mixed);
}

TEST(Verdict, NothingIsSaidWithoutStoresOrContention) {
  Joined NoStores({{.Offset = 0, .Hitm = 60}, {.Offset = 8, .Hitm = 60}});
  EXPECT_EQ(NoStores.only().Verdict, SharingVerdict::Unknown);
  EXPECT_EQ(NoStores.only().VerdictWhy, "no store to the line was sampled");
  Joined Quiet({{.Offset = 0, .Stores = 60}});
  EXPECT_EQ(Quiet.only().Verdict, SharingVerdict::Unknown);
}

TEST(Verdict, PartsOfOneFieldAreOnePlace) {
  Joined J({{.Offset = 0, .Stores = 30, .Symbol = "writer"},
            {.Offset = 4, .Hitm = 20, .Symbol = "reader"}});
  EXPECT_EQ(J.only().Verdict, SharingVerdict::FalseSharing);
  J.rowAt(0).Place = J.rowAt(1).Place = bytes(0);
  facts::judgeSharing(J.only());
  EXPECT_EQ(J.only().Verdict, SharingVerdict::TrueSharing);
}

Finding arrayFinding() {
  Finding F;
  F.Rule = "per-thread-array";
  F.VariableKey = "stats";
  F.RecordKey = "stat";
  F.Bytes = {0, 16};
  return F;
}

TEST(FindingEvidence, TwoElementsThatBounceConfirm) {
  Joined J({{.Offset = 0, .Hitm = 7, .Stores = 2}, {.Offset = 0x20, .Hitm = 5, .Stores = 3}});
  J.resolve(0, 0, "rx", 0);
  J.resolve(1, 1, "rx", 0);
  Finding F = arrayFinding();
  J.apply(F);
  EXPECT_EQ(F.Evidence.State, EvidenceState::Confirmed);
  EXPECT_EQ(F.Evidence.LocalHitm, 12u);
  EXPECT_EQ(F.Evidence.Stores, 5u);
  EXPECT_EQ(J.only().Findings, std::vector<size_t>{0});
  EXPECT_TRUE(facts::unexplainedLines(J.J).empty());
}

TEST(FindingEvidence, OnePlaceIsNotWhatTheFindingSays) {
  Joined J({{.Offset = 0, .Hitm = 7, .Stores = 2}});
  J.resolve(0, 0, "rx", 0);
  Finding F = arrayFinding();
  J.apply(F);
  EXPECT_EQ(F.Evidence.State, EvidenceState::Unobserved);
  EXPECT_EQ(facts::unexplainedLines(J.J), std::vector<size_t>{0});
  F.OnePlace = true;
  J.apply(F);
  EXPECT_EQ(F.Evidence.State, EvidenceState::Confirmed);
}

TEST(FindingEvidence, OtherFieldsOfTheElementDoNotCount) {
  Joined J({{.Offset = 0, .Hitm = 7}, {.Offset = 0x38, .Hitm = 5}});
  J.resolve(0, 0, "rx", 0);
  J.resolve(1, 1, "spare", 24);
  Finding F = arrayFinding();
  J.apply(F);
  EXPECT_EQ(F.Evidence.State, EvidenceState::Unobserved);
}

TEST(FindingEvidence, SampledWithoutContentionRefutes) {
  Joined J({{.Offset = 0, .Stores = 50}, {.Offset = 0x20, .Stores = 50}});
  J.resolve(0, 0, "rx", 0);
  J.resolve(1, 1, "rx", 0);
  Finding F = arrayFinding();
  J.apply(F);
  EXPECT_EQ(F.Evidence.State, EvidenceState::Refuted);
  EXPECT_EQ(F.Evidence.Stores, 100u);
  EXPECT_TRUE(facts::unexplainedLines(J.J).empty()) << "it did not bounce";
}

TEST(FindingEvidence, UnsampledIsUnobserved) {
  Joined J({{.Offset = 0, .Hitm = 50}});
  Finding F = arrayFinding();
  F.VariableKey = "elsewhere";
  J.resolve(0, 0, "rx", 0);
  J.apply(F);
  EXPECT_EQ(F.Evidence.State, EvidenceState::Unobserved);
  EXPECT_EQ(F.Evidence.LocalHitm, 0u);
}

TEST(FindingEvidence, FieldsOfARecord) {
  Joined J({{.Offset = 0, .Hitm = 7}, {.Offset = 8, .Stores = 9}, {.Offset = 16, .Hitm = 9}});
  J.resolve(0, 0, "head", 0);
  J.resolve(1, 0, "tail", 8);
  J.resolve(2, 0, "mask", 16);
  Finding F;
  F.RecordKey = "stat";
  F.Field = "head, tail";
  J.apply(F);
  EXPECT_EQ(F.Evidence.State, EvidenceState::Confirmed);
  EXPECT_EQ(F.Evidence.LocalHitm, 7u);
  EXPECT_EQ(F.Evidence.Stores, 9u);
}

TEST(FindingEvidence, UnresolvedRowsMatchBySourceLine) {
  Joined J({{.Offset = 0, .Hitm = 7, .Source = "a.c:10"},
            {.Offset = 8, .Hitm = 7, .Source = "a.c:10"},
            {.Offset = 16, .Hitm = 7, .Source = "a.c:11"}});
  Finding F;
  F.RecordKey = "stat";
  F.Sites = {at(10)};
  J.apply(F);
  EXPECT_EQ(F.Evidence.State, EvidenceState::Confirmed);
  EXPECT_EQ(F.Evidence.LocalHitm, 14u);
  F.Sites = {at(10, "/src/b.c")};
  J.apply(F);
  EXPECT_EQ(F.Evidence.State, EvidenceState::Unobserved);
}

TEST(FindingEvidence, WithoutRecordingsThereIsNone) {
  std::vector<Finding> All{arrayFinding()};
  facts::applyEvidence(All, {});
  EXPECT_EQ(All[0].Evidence.State, EvidenceState::None);
}

TEST(FindingEvidence, OnlyHotLinesAreUnexplained) {
  Joined J({{.Offset = 0, .Hitm = 1000}});
  J.R.Lines.push_back(line(0x8000, {{.Offset = 0, .Hitm = 5}}));
  facts::JoinInput In;
  In.Recording = &J.R;
  JoinedRecording Two = facts::joinRecording(In);
  EXPECT_EQ(facts::unexplainedLines(Two), std::vector<size_t>{0});
}

} // namespace
