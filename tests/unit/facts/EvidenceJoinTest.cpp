//===-- EvidenceJoinTest.cpp - rows and the fields they are about --------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Recorded.h"

using namespace cachelint;
using namespace cachelint::test;
using facts::JoinInput;
using facts::joinRecording;
using facts::RecordedBinary;

namespace {

/// struct stat { uint64_t rx, tx, lock, spare; } stats[4]; int flag; in a binary at 0x4040.
class AddressJoin : public ::testing::Test {
protected:
  AddressJoin()
      : Image(image(BinaryKind::Fixed, {symbol("worker", 0x1100, 0x100),
                                        symbol("asm_table", 0x4200, 64, SymbolKind::Object)})) {
    Unit U("/opt/app");
    Record &R = U.record("stat", 32, 8);
    for (auto [Name, Offset] : {std::pair("rx", 0), {"tx", 8}, {"lock", 16}, {"spare", 24}}) {
      Field &F = U.member(R, Name, Offset, 8);
      F.Extent = bytes(8);
      F.Type.Traits = TypeTrait::Scalar;
    }
    Variable &V = U.variable("stats", 128, 8, StorageKind::Global);
    V.Type.Record = "stat";
    V.Type.Extents = {4};
    V.Type.ElementSize = bytes(32);
    V.Type.Traits = TypeTrait::Record;
    V.Address = 0x4040;
    U.variable("flag", 4, 4, StorageKind::Global).Address = 0x40c0;
    Facts = U.Facts;
    Files = {{&Image, &Facts, nullptr}};
  }
  JoinedRecording join(std::vector<RecordedLine> Lines) {
    R.Lines = std::move(Lines);
    JoinInput In;
    In.Recording = &R;
    In.Binaries = Files;
    return joinRecording(In);
  }

  Binary Image;
  UnitFacts Facts;
  std::vector<RecordedBinary> Files;
  Recording R;
};

TEST_F(AddressJoin, FieldOfAnElement) {
  JoinedRecording J =
      join({line(0x4040, {{.Offset = 0x28, .Hitm = 5, .Code = 0x1104, .Symbol = "worker"}})});
  ASSERT_EQ(J.Lines.size(), 1u);
  const JoinedLine &L = J.Lines[0];
  EXPECT_EQ(L.Kind, ObjectKind::Global);
  EXPECT_EQ(L.Variable, "stats");
  EXPECT_EQ(L.Record, "stat");
  EXPECT_EQ(L.LinkAddress, 0x4040u);
  const JoinedRow &Row = L.Rows[0];
  EXPECT_EQ(Row.By, ResolvedBy::Address);
  EXPECT_EQ(Row.Field, "stats[1].tx");
  EXPECT_EQ(Row.FieldName, "tx");
  EXPECT_EQ(Row.Record, "stat");
  EXPECT_EQ(Row.RecordKey, "stat");
  EXPECT_EQ(Row.VariableKey, "stats");
  EXPECT_EQ(Row.Element, 1u);
  EXPECT_EQ(Row.Place, bytes(0x28));
  EXPECT_EQ(Row.Around, (std::vector<EnclosingRecord>{{"stat", bytes(8)}}));
  EXPECT_EQ(Row.Access, RowAccess::Load);
}

TEST_F(AddressJoin, MiddleOfAFieldIsTheField) {
  JoinedRecording J = join({line(0x4040, {{.Offset = 0x2c, .Code = 0x1104, .Symbol = "worker"}})});
  EXPECT_EQ(J.Lines[0].Rows[0].Field, "stats[1].tx");
  EXPECT_EQ(J.Lines[0].Rows[0].Place, bytes(0x28));
}

TEST_F(AddressJoin, LineOfTwoVariables) {
  JoinedRecording J = join({line(0x4080, {{.Offset = 0x20, .Code = 0x1104, .Symbol = "worker"}}),
                            line(0x40c0, {{.Offset = 0, .Code = 0x1104, .Symbol = "worker"},
                                          {.Offset = 8, .Code = 0x1104, .Symbol = "worker"}})});
  EXPECT_EQ(J.Lines[0].Rows[0].Field, "stats[3].rx");
  EXPECT_EQ(J.Lines[1].Variable, "flag");
  EXPECT_EQ(J.Lines[1].Rows[0].Field, "flag");
  EXPECT_EQ(J.Lines[1].Rows[1].By, ResolvedBy::None);
  EXPECT_EQ(J.Lines[1].Rows[1].Why, "no variable of /opt/app is at its address");
}

TEST_F(AddressJoin, SymbolWithoutDebugInformation) {
  JoinedRecording J = join({line(0x4200, {{.Offset = 0x10, .Code = 0x1104, .Symbol = "worker"}})});
  EXPECT_EQ(J.Lines[0].Variable, "asm_table");
  EXPECT_EQ(J.Lines[0].Rows[0].Field, "asm_table+0x10");
  EXPECT_EQ(J.Lines[0].Rows[0].By, ResolvedBy::Address);
}

TEST_F(AddressJoin, HeapIsInNoBinary) {
  JoinedRecording J =
      join({line(0x7f0000000000, {{.Offset = 0, .Code = 0x1104, .Symbol = "worker"}})});
  EXPECT_EQ(J.Lines[0].Kind, ObjectKind::Unknown);
  EXPECT_EQ(J.Lines[0].Rows[0].By, ResolvedBy::None);
  EXPECT_EQ(J.Lines[0].Rows[0].Why,
            "its address is in no binary: heap, stack, or a file that is not given");
}

TEST_F(AddressJoin, BinaryThatDoesNotFitIsNotUsed) {
  JoinedRecording J = join({line(0x4040, {{.Offset = 0, .Code = 0x1104, .Symbol = "other"}})});
  ASSERT_EQ(J.Binaries.size(), 1u);
  EXPECT_FALSE(J.Binaries[0].Fits);
  EXPECT_EQ(J.Lines[0].Rows[0].By, ResolvedBy::None);
  EXPECT_EQ(J.Lines[0].Rows[0].Why, "no binary fits the recording");
  EXPECT_EQ(J.Lines[0].LinkAddress, std::nullopt);
}

TEST_F(AddressJoin, MovedBinary) {
  Image.Kind = BinaryKind::PositionIndependent;
  JoinedRecording J =
      join({line(0x555555558040, {{.Offset = 0, .Code = 0x555555555104, .Symbol = "worker"}})});
  EXPECT_EQ(J.Lines[0].LinkAddress, 0x4040u);
  EXPECT_EQ(J.Lines[0].Rows[0].Field, "stats[0].rx");
}

TEST_F(AddressJoin, HottestLineFirstRepeatsLeftOut) {
  std::vector<RecordedLine> Lines = {
      line(0x4040, {{.Hitm = 3, .Code = 0x1104, .Symbol = "worker"}}),
      line(0x4080, {{.Hitm = 9, .Code = 0x1104, .Symbol = "worker"}}),
      line(0x4040, {{.Hitm = 3, .Code = 0x1104, .Symbol = "worker"}})};
  Lines[2].RepeatOf = 0;
  JoinedRecording J = join(std::move(Lines));
  ASSERT_EQ(J.Lines.size(), 2u);
  EXPECT_EQ(J.Lines[0].Line->Address, 0x4080u);
}

TEST_F(AddressJoin, VariableGoesByItsKeyInTheSource) {
  Unit Source("/src/a.c");
  Variable &V = Source.variable("stats@/src/a.c", 128, 8);
  V.Name = "stats";
  Built B(Source);
  R.Lines = {line(0x4040, {{.Offset = 0, .Code = 0x1104, .Symbol = "worker"}})};
  Facts.Variables[0].Key = "a.c:stats";
  Facts.Variables[0].Pos = {"/build/a.c", 3, 1};
  JoinInput In;
  In.Recording = &R;
  In.Binaries = Files;
  In.Source = &B.P;
  EXPECT_EQ(joinRecording(In).Lines[0].Rows[0].VariableKey, "stats@/src/a.c");
}

/// Source that was analysed, and no binary.
class SourceJoin : public ::testing::Test {
protected:
  SourceJoin() {
    Function &F = U.function("worker");
    F.Pos = at(1);
    F.End = at(99);
    U.record("cell", 48, 8);
  }
  void touch(unsigned Line, Str Name, uint64_t Offset, AccessKind How = AccessKind::Write,
             Str File = "/src/a.c") {
    U.access("worker", path(param("worker", 0), {deref(), field("cell", Name, Offset, 8)}),
             inLoop(), How)
        .Pos = at(Line, File);
  }
  JoinedRow only(RowSpec Spec) { return lineOf({Spec}).Rows[0]; }
  JoinedLine lineOf(std::vector<RowSpec> Specs) {
    Program.emplace(U);
    R.Lines = {line(0x7f0000000000, std::move(Specs))};
    JoinInput In;
    In.Recording = &R;
    In.Source = &Program->P;
    return joinRecording(In).Lines[0];
  }

  Unit U;
  std::optional<Built> Program;
  Recording R;
};

TEST_F(SourceJoin, TheOnlyAccessOfItsLine) {
  touch(10, "hits", 8);
  JoinedRow Row = only({.Offset = 0x28, .Stores = 4, .Symbol = "worker", .Source = "a.c:10"});
  EXPECT_EQ(Row.By, ResolvedBy::Source);
  EXPECT_EQ(Row.Field, "hits");
  EXPECT_EQ(Row.Record, "cell");
  EXPECT_EQ(Row.RecordKey, "cell");
  EXPECT_EQ(Row.Around, (std::vector<EnclosingRecord>{{"cell", bytes(8)}}));
}

TEST_F(SourceJoin, OffsetThatCannotBe) {
  touch(10, "hits", 8);
  // 8-byte aligned records put it at multiples of 8, and its last byte is 7 further.
  EXPECT_EQ(only({.Offset = 0x2c, .Stores = 4, .Source = "a.c:10"}).By, ResolvedBy::Source);
  U.Facts.Records[0].Align = bytes(64);
  JoinedRow Row = only({.Offset = 0x28, .Stores = 4, .Source = "a.c:10"});
  EXPECT_EQ(Row.By, ResolvedBy::None);
  EXPECT_NE(Row.Why.find("nothing accessed at a.c:10 can lie at offset 40 of a line"),
            std::string::npos)
      << Row.Why;
}

TEST_F(SourceJoin, StoresAndLoadsOfOneLine) {
  touch(10, "hits", 8, AccessKind::Write);
  touch(10, "limit", 16, AccessKind::Read);
  EXPECT_EQ(only({.Offset = 8, .Stores = 4, .Source = "a.c:10"}).Field, "hits");
  EXPECT_EQ(only({.Offset = 8, .Hitm = 4, .Source = "a.c:10"}).Field, "limit");
}

TEST_F(SourceJoin, OffsetDecidesInAnAlignedRecord) {
  touch(10, "a", 0, AccessKind::Read);
  touch(10, "b", 16, AccessKind::Read);
  JoinedRow Row = only({.Offset = 16, .Hitm = 4, .Source = "a.c:10"});
  EXPECT_EQ(Row.By, ResolvedBy::None);
  EXPECT_NE(Row.Why.find("by its source line it may be any of 'a', 'b'"), std::string::npos);
  U.Facts.Records[0].Align = bytes(64);
  EXPECT_EQ(only({.Offset = 16, .Hitm = 4, .Source = "a.c:10"}).Field, "b");
}

TEST_F(SourceJoin, AnotherRowTellsWhereTheObjectStarts) {
  touch(10, "a", 0, AccessKind::Read);
  touch(10, "b", 16, AccessKind::Read);
  touch(20, "hits", 8);
  // hits at 0x18: the object starts at 0x10, b is at 0x20
  JoinedLine L = lineOf({{.Offset = 0x20, .Hitm = 4, .Source = "a.c:10"},
                         {.Offset = 0x18, .Stores = 4, .Source = "a.c:20"}});
  EXPECT_EQ(L.Rows[0].Field, "b");
}

TEST_F(SourceJoin, ElementsOfAnArray) {
  U.variable("cells", 192, 64);
  U.access("worker", path(global("cells"), {index(48, {threadId("rte_lcore_id")}, "id"),
                                            field("cell", "hits", 8, 8)}))
      .Pos = at(30);
  JoinedRow Row = only({.Offset = 0x38, .Stores = 4, .Source = "a.c:30"});
  EXPECT_EQ(Row.Field, "cells[id].hits");
  EXPECT_EQ(Row.VariableKey, "cells");
  // Elements start at multiples of 16 in a line.
  EXPECT_EQ(only({.Offset = 0x30, .Stores = 4, .Source = "a.c:30"}).By, ResolvedBy::None);
}

TEST_F(SourceJoin, FilesOfOneName) {
  touch(10, "hits", 8);
  Function &F = U.function("other");
  F.Pos = at(5, "/src/sub/a.c");
  F.End = at(50, "/src/sub/a.c");
  JoinedRow Row = only({.Offset = 8, .Stores = 4, .Symbol = "inlined_into", .Source = "a.c:10"});
  EXPECT_EQ(Row.By, ResolvedBy::None);
  EXPECT_NE(Row.Why.find("2 files are called 'a.c'"), std::string::npos);
  EXPECT_EQ(only({.Offset = 8, .Stores = 4, .Symbol = "worker", .Source = "a.c:10"}).By,
            ResolvedBy::Source);
  EXPECT_EQ(only({.Offset = 8, .Stores = 4, .Symbol = "other", .Source = "a.c:10"}).By,
            ResolvedBy::None);
}

TEST_F(SourceJoin, CutSourceLineIsNotUsed) {
  touch(1, "hits", 8);
  Program.emplace(U);
  R.Lines = {line(0x7f0000000000, {{.Offset = 8, .Stores = 4, .Source = "a.c:1"}})};
  R.Lines[0].Rows[0].SourceMayBeCut = true;
  JoinInput In;
  In.Recording = &R;
  In.Source = &Program->P;
  JoinedRow Row = joinRecording(In).Lines[0].Rows[0];
  EXPECT_EQ(Row.By, ResolvedBy::None);
  EXPECT_NE(Row.Why.find("may be cut"), std::string::npos);
}

TEST_F(SourceJoin, PointersOnTheWayAreRead) {
  // h->row[tid]->slot = 1
  U.access("worker", path(param("worker", 0), {deref(), field("hz", "row", 8, 8), deref(),
                                               index(8, {param("worker", 1)}, "tid"), deref(),
                                               field("hp", "slot", 0, 8)}))
      .Pos = at(40);
  EXPECT_EQ(only({.Offset = 0, .Stores = 4, .Source = "a.c:40"}).Field, "slot");
  JoinedRow Row = only({.Offset = 0, .Hitm = 4, .Source = "a.c:40"});
  EXPECT_EQ(Row.By, ResolvedBy::None);
  EXPECT_NE(Row.Why.find("'row', 'row[tid]'"), std::string::npos) << Row.Why;
}

TEST_F(SourceJoin, HeapObjectByItsAllocation) {
  touch(10, "hits", 8);
  EXPECT_EQ(lineOf({{.Offset = 8, .Stores = 4, .Source = "a.c:10"}}).Kind, ObjectKind::Unknown);
  U.allocation("worker", path(local("worker", "p"), {}), 16).Element.Record = "cell";
  JoinedLine L = lineOf({{.Offset = 8, .Stores = 4, .Source = "a.c:10"}});
  EXPECT_EQ(L.Kind, ObjectKind::Heap);
  EXPECT_EQ(L.Record, "cell");
}

} // namespace
