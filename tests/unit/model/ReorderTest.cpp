//===-- ReorderTest.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Reorder.h"

#include "gtest/gtest.h"

#include <random>

using namespace cachelint::model;

namespace {

const Bits Line = Bits::fromBytes(64);
bool anything(const Field &) { return true; }

/// Lays fields out as the compiler does: names are "a", "b", ... in the order given.
class Maker {
public:
  Maker &scalar(Str Name, uint64_t Size, uint64_t Declared = 0) {
    return block(Name, Size, Size, Declared);
  }
  Maker &block(Str Name, uint64_t Size, uint64_t Align, uint64_t Declared = 0) {
    Field F;
    F.Name = Name;
    F.Type.Size = Bits::fromBytes(Size);
    F.Type.Align = Bits::fromBytes(Align);
    if (Declared)
      F.DeclaredAlign = Bits::fromBytes(Declared);
    Bits A = std::max(*F.Type.Align, F.DeclaredAlign.value_or(Bits()));
    End = End.alignTo(A);
    F.Offset = End;
    End += *F.Type.Size;
    R.Align = std::max(R.Align.value_or(Bits::fromBytes(1)), A);
    R.Fields.push_back(F);
    return *this;
  }
  Maker &bits(Str Name, uint64_t OffsetBits, uint64_t Width) {
    Field F;
    F.Name = Name;
    F.Type.Size = F.Type.Align = Bits::fromBytes(4);
    F.Offset = Bits::fromBits(OffsetBits);
    F.BitWidth = Bits::fromBits(Width);
    End = Bits::fromBits(OffsetBits + Width).alignTo(Bits::fromBytes(1));
    R.Align = std::max(R.Align.value_or(Bits::fromBytes(1)), *F.Type.Align);
    R.Fields.push_back(F);
    return *this;
  }
  Record make() {
    R.Size = End.alignTo(*R.Align);
    return R;
  }

private:
  Record R;
  Bits End;
};

std::string names(const BetterOrder &B) {
  std::string Text;
  for (const Field *F : B.Order)
    Text += (Text.empty() ? "" : " ") + F->Name.str();
  return Text;
}

std::string better(const Record &R) {
  auto B = betterOrder(R, Line, anything);
  return B ? names(*B) + " = " + std::to_string(B->Size.bytes()) : "none";
}

TEST(Reorder, LaterFieldsFillHoles) {
  Record R =
      Maker().scalar("a", 1).scalar("b", 8).scalar("c", 1).scalar("d", 8).scalar("e", 1).make();
  EXPECT_EQ(R.Size->bytes(), 40u);
  EXPECT_EQ(better(R), "a c e b d = 24");
}

TEST(Reorder, NothingToGain) {
  EXPECT_EQ(better(Maker().scalar("a", 8).scalar("b", 4).scalar("c", 2).make()), "none");
  EXPECT_EQ(better(Maker().scalar("a", 1).scalar("b", 8).make()), "none");
  EXPECT_EQ(better(Maker().scalar("a", 8).make()), "none");
}

TEST(Reorder, NoMoreMovesThanNeeded) {
  // c and f fit behind a, but c alone makes the record as small as both.
  Record R = Maker()
                 .scalar("a", 1)
                 .scalar("b", 8)
                 .scalar("e", 8)
                 .scalar("c", 4)
                 .scalar("d", 4)
                 .scalar("f", 1)
                 .make();
  EXPECT_EQ(R.Size->bytes(), 40u);
  auto B = betterOrder(R, Line, anything);
  ASSERT_TRUE(B.has_value());
  EXPECT_EQ(names(*B), "a c b e d f");
  EXPECT_EQ(B->Size.bytes(), 32u);
  ASSERT_EQ(B->Moves.size(), 1u);
  EXPECT_EQ(B->Moves[0].F->Name, "c");
  EXPECT_EQ(B->Moves[0].After->Name, "a");
}

TEST(Reorder, TheLargestThatFitsGoesFirst) {
  Record R = Maker()
                 .scalar("a", 1)
                 .scalar("b", 8)
                 .scalar("c", 1)
                 .scalar("d", 4)
                 .scalar("e", 2)
                 .scalar("f", 8)
                 .make();
  EXPECT_EQ(better(R), "a c e d b f = 24");
}

TEST(Reorder, FieldsThatMayNotMoveStay) {
  Record R = Maker().scalar("a", 4).scalar("b", 8).scalar("lock", 4).make();
  EXPECT_EQ(better(R), "a lock b = 16");
  EXPECT_FALSE(betterOrder(R, Line, [](const Field &F) { return F.Name != "lock"; }).has_value());
}

TEST(Reorder, HolesThatIsolateStayHoles) {
  // Two ends of a queue on lines of their own; cap behind must not come beside head.
  Record Queue = Maker().scalar("head", 4, 64).scalar("tail", 4, 64).scalar("cap", 4).make();
  EXPECT_EQ(Queue.Size->bytes(), 128u);
  EXPECT_EQ(better(Queue), "none");
  Record Two = Maker().scalar("a", 4).scalar("b", 4, 64).scalar("c", 4, 64).make();
  EXPECT_EQ(better(Two), "none") << "a aligned field is not moved to another's line";
}

TEST(Reorder, ALineBehindAnAlignedFieldIsSavedInFront) {
  Record R = Maker()
                 .block("name", 32, 1)
                 .scalar("min", 4)
                 .scalar("mem", 4)
                 .block("ready", 64, 64)
                 .scalar("is_ready", 4)
                 .make();
  EXPECT_EQ(R.Size->bytes(), 192u);
  EXPECT_EQ(better(R), "name min mem is_ready ready = 128");
  Record Full = Maker().block("name", 64, 1).block("ready", 64, 64).scalar("is_ready", 4).make();
  EXPECT_EQ(better(Full), "none");
  Record NoLine = Maker().scalar("a", 4).scalar("b", 4, 64).scalar("c", 4).make();
  EXPECT_EQ(better(NoLine), "none") << "c costs no line where it is";
}

TEST(Reorder, BitFieldsStayTogether) {
  Record R = Maker().scalar("a", 1).scalar("b", 8).bits("x", 128, 3).bits("y", 131, 7).make();
  EXPECT_EQ(R.Size->bytes(), 24u);
  EXPECT_EQ(better(R), "a x y b = 16");
  auto B = betterOrder(R, Line, anything);
  EXPECT_EQ(B->Moves[0].Size.bytes(), 2u);
}

TEST(Reorder, BitsInTheStorageOfAnEarlierFieldGoWithIt) {
  // char c; int x : 5; the bits lie in the second byte of the same int.
  Record R = Maker()
                 .scalar("p", 8)
                 .scalar("q", 4)
                 .scalar("r", 8)
                 .scalar("c", 1)
                 .bits("x", 8 * 25, 5)
                 .make();
  EXPECT_EQ(better(R), "p q c x r = 24");
}

TEST(Reorder, BasesStayInFront) {
  Record R = Maker().scalar("d", 1).scalar("e", 8).scalar("f", 1).make();
  Field Base;
  Base.Kind = FieldKind::Base;
  Base.Name = "base";
  Base.Offset = Bits();
  Base.Type.Size = Bits::fromBytes(8);
  Base.Extent = Bits::fromBytes(5);
  R.Fields.insert(R.Fields.begin(), Base);
  // d lies in the tail padding of the base.
  R.Fields[1].Offset = Bits::fromBytes(5);
  R.Fields[2].Offset = Bits::fromBytes(8);
  R.Fields[3].Offset = Bits::fromBytes(16);
  R.Size = Bits::fromBytes(24);
  EXPECT_EQ(better(R), "base d f e = 16");
  R.Fields[0].Kind = FieldKind::VirtualBase;
  EXPECT_EQ(better(R), "none");
}

TEST(Reorder, AFlexibleArrayStaysLast) {
  Record R = Maker().scalar("a", 1).scalar("n", 8).scalar("b", 1).scalar("data", 1).make();
  Field &Data = R.Fields.back();
  Data.Type.Size.reset();
  Data.Type.Extents.push_back(std::nullopt);
  EXPECT_EQ(better(R), "a b n data = 16");
}

TEST(Reorder, WhatIsNotUnderstoodIsLeftAlone) {
  Record R = Maker().scalar("a", 1).scalar("b", 8).scalar("c", 1).make();
  EXPECT_EQ(better(R), "a c b = 16");
  Record Packed = R;
  Packed.Fields[1].Offset = Bits::fromBytes(1);
  EXPECT_EQ(better(Packed), "none");
  Record Wide = R;
  Wide.Size = Bits::fromBytes(32);
  EXPECT_EQ(better(Wide), "none");
  Record Union = R;
  Union.Kind = RecordKind::Union;
  EXPECT_EQ(better(Union), "none");
  Record Marker = Maker().scalar("a", 1).block("mark", 0, 1).scalar("b", 8).scalar("c", 1).make();
  EXPECT_EQ(better(Marker), "none");
  Record Unknown = R;
  Unknown.Fields[1].Offset.reset();
  EXPECT_EQ(better(Unknown), "none");
}

TEST(Reorder, SortingIsTheFallback) {
  // No later field fits the hole of 2 behind a; the order by alignment has none.
  Record R = Maker()
                 .block("a", 6, 2)
                 .scalar("b", 8)
                 .block("c", 6, 2)
                 .scalar("d", 8)
                 .block("e", 4, 4)
                 .make();
  EXPECT_EQ(R.Size->bytes(), 40u);
  auto B = betterOrder(R, Line, anything);
  ASSERT_TRUE(B.has_value());
  EXPECT_EQ(names(*B), "b d e a c");
  EXPECT_EQ(B->Size.bytes(), 32u);
  EXPECT_TRUE(B->Moves.empty());
}

/// Whatever the fields: the new order holds each once, and lays out to the size it promises.
TEST(Reorder, RandomRecordsKeepTheirFields) {
  std::mt19937 Random(7);
  static const char *const Names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  unsigned Better = 0;
  for (unsigned Round = 0; Round < 2000; ++Round) {
    Maker M;
    unsigned N = 2 + Random() % 7;
    for (unsigned I = 0; I < N; ++I) {
      uint64_t Align = 1u << Random() % 4;
      M.block(Names[I], Align * (1 + Random() % 3), Align, Random() % 9 == 0 ? 64 : 0);
    }
    Record R = M.make();
    auto B = betterOrder(R, Line, anything);
    if (!B)
      continue;
    ++Better;
    EXPECT_LT(B->Size, *R.Size);
    ASSERT_EQ(B->Order.size(), R.Fields.size());
    Maker Again;
    std::string LinesBefore, LinesAfter;
    for (const Field *F : B->Order) {
      Again.block(F->Name, F->Type.Size->bytes(), F->Type.Align->bytes(),
                  F->DeclaredAlign.value_or(Bits()).bytes());
      if (F->DeclaredAlign)
        LinesAfter += F->Name.str();
    }
    for (const Field &F : R.Fields)
      if (F.DeclaredAlign)
        LinesBefore += F.Name.str();
    EXPECT_EQ(Again.make().Size, B->Size);
    EXPECT_EQ(LinesBefore, LinesAfter);
    std::vector<const Field *> Unique = B->Order;
    std::sort(Unique.begin(), Unique.end());
    EXPECT_EQ(std::unique(Unique.begin(), Unique.end()), Unique.end());
  }
  EXPECT_GT(Better, 200u);
}

} // namespace
