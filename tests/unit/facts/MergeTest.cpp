//===-- MergeTest.cpp - laws of merging ----------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "RandomUnit.h"

#include "llvm/Support/raw_ostream.h"

#include <array>

using namespace cachelint;
using namespace cachelint::test;
using facts::MergedFacts;
using facts::Merger;

namespace {

TEST(Merge, OrderAndRepetitionDoNotMatter) {
  std::mt19937 Random(7);
  for (unsigned Round = 0; Round != 50; ++Round) {
    std::vector<UnitFacts> Units;
    for (unsigned I = 0; I != 5; ++I)
      Units.push_back(randomUnit(Random));
    MergedFacts Straight = merged(Units);
    std::vector<UnitFacts> Twice = Units;
    Twice.insert(Twice.end(), Units.begin(), Units.end());
    std::shuffle(Twice.begin(), Twice.end(), Random);
    expectSame(Straight, merged(Twice));
  }
}

// What is taken out of a merger is final: a record without all offsets may have found its only
// completion. Parts are therefore compared where all records are complete.
TEST(Merge, GroupingDoesNotMatter) {
  std::mt19937 Random(11);
  for (unsigned Round = 0; Round != 50; ++Round) {
    std::vector<UnitFacts> Units;
    for (unsigned I = 0; I != 6; ++I) {
      Units.push_back(randomUnit(Random));
      std::erase_if(Units.back().Records,
                    [](const Record &R) { return R.is(RecordFlag::Incomplete); });
    }
    MergedFacts Straight = merged(Units);
    Merger Left, Right, Both;
    for (unsigned I = 0; I != 6; ++I)
      (I % 2 ? Left : Right).add(UnitFacts(Units[I]));
    Both.add(Right.take());
    Both.add(Left.take());
    expectSame(Straight, Both.take());
  }
}

TEST(Merge, InlineFunctionOfAHeaderCountsOnce) {
  Unit A("/src/a.c"), B("/src/b.c");
  for (Unit *U : {&A, &B}) {
    U->access("inc", path(global("v"), {}), inLoop()).Pos = at(5, "/src/h.h");
    U->access("inc", path(global("w"), {}), inLoop()).Pos = at(5, "/src/h.h");
  }
  EXPECT_EQ(merged({A.Facts, B.Facts}).Accesses.size(), 2u);
}

// Two units that give one piece say the same of it; what a second one brings is not even looked at.
TEST(Merge, PieceOfAHeaderIsTakenOnce) {
  Unit A("/src/a.c"), B("/src/b.c");
  for (Unit *U : {&A, &B}) {
    Unit Piece("/src/h.h");
    Piece.access("inc", path(global("v"), {}), inLoop()).Pos = at(5, "/src/h.h");
    Piece.record("R", 8, 8);
    U->Facts.Shared.emplace_back();
    static_cast<FactLists &>(U->Facts.Shared.back()) = Piece.Facts;
    U->Facts.Shared.back().Key = "h.h:5";
    U->Facts.Refers.push_back("h.h:5");
  }
  MergedFacts Both = merged({A.Facts, B.Facts});
  EXPECT_EQ(Both.Accesses.size(), 1u);
  EXPECT_EQ(Both.Records.size(), 1u);
  EXPECT_EQ(Both.Units.size(), 2u);
  B.Facts.Shared.back().Records.front().Flags = RecordFlag::Packed;
  expectSame(Both, merged({A.Facts, B.Facts}));
}

TEST(Merge, BestFrontEndGivesThePositionsAllGiveTheFlags) {
  Unit Dwarf("/bin/app"), Ast("/src/a.c");
  Record &D = Dwarf.record("foo", 64, 64);
  D.From.From = FrontEnd::Dwarf;
  D.Pos = at(3);
  D.Flags = RecordFlag::PackedInferred | RecordFlag::Polymorphic;
  D.DeclaredAlign = bytes(64);
  Record &A = Ast.record("foo", 64, 64);
  A.From.From = FrontEnd::Ast;
  A.Pos = {"/src/a.c", 3, 8};
  A.AfterBrace = {"/src/a.c", 9, 2};
  A.Flags = RecordFlag::PositionalInit;
  MergedFacts M = merged({Dwarf.Facts, Ast.Facts});
  ASSERT_EQ(M.Records.size(), 1u);
  const Record &R = M.Records[0];
  EXPECT_EQ(R.From.From, FrontEnd::Ast);
  EXPECT_EQ(R.AfterBrace.Line, 9u);
  EXPECT_EQ(R.DeclaredAlign, bytes(64));
  EXPECT_TRUE(R.is(RecordFlag::Polymorphic));
  EXPECT_TRUE(R.is(RecordFlag::PositionalInit));
  // The source would have said that it is packed.
  EXPECT_FALSE(R.is(RecordFlag::PackedInferred));
}

TEST(Merge, DifferentLayoutsStaySideBySide) {
  Unit A("/src/a.c"), B("/src/b.c");
  Record &RA = A.record("ctx", 8, 4);
  A.member(RA, "x", 0, 4);
  A.member(RA, "y", 4, 4);
  Record &RB = B.record("ctx", 8, 4);
  B.member(RB, "y", 0, 4);
  B.member(RB, "x", 4, 4);
  EXPECT_EQ(merged({A.Facts, B.Facts}).Records.size(), 2u);
}

TEST(Merge, OtherArchitectureIsAnotherLayout) {
  Unit A("/src/a.c"), B("/src/b.c");
  A.record("ctx", 8, 8).From.Target = "x86_64-pc-linux-gnu";
  B.record("ctx", 8, 8).From.Target = "x86_64-unknown-linux-gnu";
  EXPECT_EQ(merged({A.Facts, B.Facts}).Records.size(), 1u);
  B.Facts.Records[0].From.Target = "aarch64-unknown-linux-gnu";
  EXPECT_EQ(merged({A.Facts, B.Facts}).Records.size(), 2u);
}

TEST(Merge, RecordWithUnknownOffsetIsTheOnlyOneItCanBe) {
  Unit A("/src/a.c"), B("/bin/app");
  Record &Whole = A.record("ctx", 16, 8);
  A.member(Whole, "x", 0, 4);
  A.member(Whole, "y", 8, 8);
  Record &Partial = B.record("ctx", 16, 8);
  Partial.From.From = FrontEnd::Dwarf;
  Partial.Flags = RecordFlag::Incomplete | RecordFlag::Polymorphic;
  B.member(Partial, "x", 0, 4);
  B.member(Partial, "y", 0, 8).Offset.reset();
  MergedFacts M = merged({A.Facts, B.Facts});
  ASSERT_EQ(M.Records.size(), 1u);
  EXPECT_FALSE(M.Records[0].is(RecordFlag::Incomplete));
  EXPECT_TRUE(M.Records[0].is(RecordFlag::Polymorphic));

  Record &Other = A.record("ctx", 16, 8);
  A.member(Other, "x", 0, 4);
  A.member(Other, "y", 4, 8);
  EXPECT_EQ(merged({A.Facts, B.Facts}).Records.size(), 3u);
}

TEST(Merge, UnnamedBitFieldsAndVptrsAreNotInDwarf) {
  Unit A("/src/a.c"), B("/bin/app");
  Record &Source = A.record("ctx", 16, 8);
  Field &VPtr = A.member(Source, "", 0, 8);
  VPtr.Kind = FieldKind::VPtr;
  A.member(Source, "x", 8, 4);
  A.member(Source, "", 12, 4).BitWidth = Bits::fromBits(5);
  Record &Dwarf = B.record("ctx", 16, 8);
  Dwarf.From.From = FrontEnd::Dwarf;
  Field &Named = B.member(Dwarf, "_vptr.ctx", 0, 8);
  Named.Kind = FieldKind::VPtr;
  B.member(Dwarf, "x", 8, 4);
  EXPECT_EQ(merged({A.Facts, B.Facts}).Records.size(), 1u);
}

TEST(Merge, DefinitionOfAVariableBeatsItsDeclaration) {
  Unit A("/src/a.c"), B("/src/b.c");
  Variable &Extern = A.variable("table", 0, 4, StorageKind::Global);
  Extern.Type.Size.reset();
  Extern.Type.Extents.push_back(std::nullopt);
  Extern.DeclaredAlign = bytes(64);
  Variable &Definition = B.variable("table", 64, 4, StorageKind::Global);
  Definition.Type.Extents.push_back(16);
  MergedFacts M = merged({A.Facts, B.Facts});
  ASSERT_EQ(M.Variables.size(), 1u);
  EXPECT_EQ(M.Variables[0].Type.Size, bytes(64));
  EXPECT_EQ(M.Variables[0].Pos.File, "/src/b.c");
  EXPECT_EQ(M.Variables[0].DeclaredAlign, bytes(64));
}

TEST(Merge, APlaceIsTakenWholeFromOneFile) {
  auto VariableIn = [](Str Image, std::optional<uint64_t> Address, Str Section) {
    Variable V;
    V.Key = V.Name = "v";
    V.Image = Image;
    V.Address = Address;
    V.Section = Section;
    return V;
  };
  const Variable All[] = {VariableIn("", std::nullopt, ".data.asked"),
                          VariableIn("b.so", 0x1000, ".bss"), VariableIn("a.so", 0x2000, ".data")};
  for (auto Order : {std::array{0, 1, 2}, std::array{2, 1, 0}, std::array{1, 2, 0}}) {
    facts::VariableMerger M;
    for (int I : Order)
      M.add(All[I]);
    std::vector<Variable> Merged = M.take();
    ASSERT_EQ(Merged.size(), 1u);
    EXPECT_EQ(Merged[0].Image, "a.so");
    EXPECT_EQ(Merged[0].Address, 0x2000u);
    EXPECT_EQ(Merged[0].Section, ".data");
  }
}

} // namespace
