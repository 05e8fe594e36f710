//===-- LayoutTest.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Layout.h"

#include "gtest/gtest.h"

using namespace cachelint::model;

namespace {

Field field(Str Name, uint64_t OffsetBytes, uint64_t SizeBytes) {
  Field F;
  F.Name = Name;
  F.Offset = Bits::fromBytes(OffsetBytes);
  F.Type.Size = Bits::fromBytes(SizeBytes);
  return F;
}

Field bitField(Str Name, uint64_t OffsetBits, uint64_t Width) {
  Field F;
  F.Name = Name;
  F.Offset = Bits::fromBits(OffsetBits);
  F.BitWidth = Bits::fromBits(Width);
  F.Type.Size = Bits::fromBytes(4);
  return F;
}

Record record(uint64_t SizeBytes, std::vector<Field> Fields) {
  Record R;
  R.Key = R.Name = "r";
  R.Size = Bits::fromBytes(SizeBytes);
  R.Fields = std::move(Fields);
  return R;
}

TEST(Layout, HolesAndTailPadding) {
  Record R = record(24, {field("a", 0, 1), field("b", 8, 8), field("c", 16, 4)});
  RecordLayout L = *layoutOf(R, {});
  ASSERT_EQ(L.Holes.size(), 1u);
  EXPECT_EQ(L.Holes[0].Offset.bytes(), 1u);
  EXPECT_EQ(L.Holes[0].Size.bytes(), 7u);
  EXPECT_EQ(L.Holes[0].After, &R.Fields[0]);
  EXPECT_EQ(L.TailPadding.bytes(), 4u);
  EXPECT_EQ(L.Lines, 1u);
  EXPECT_TRUE(L.Complete);
}

TEST(Layout, HoleBeforeTheFirstField) {
  Record R = record(16, {field("a", 8, 8)});
  RecordLayout L = *layoutOf(R, {});
  ASSERT_EQ(L.Holes.size(), 1u);
  EXPECT_EQ(L.Holes[0].After, nullptr);
}

TEST(Layout, StraddleDependsOnTheBase) {
  Record R = record(72, {field("a", 0, 60), field("b", 60, 8), field("c", 68, 4)});
  RecordLayout L = *layoutOf(R, {});
  EXPECT_TRUE(L.Fields[1].Straddles);
  EXPECT_EQ(L.Fields[1].FirstLine, 0u);
  EXPECT_EQ(L.Fields[1].LastLine, 1u);
  EXPECT_EQ(L.Fields[2].FirstLine, 1u);
  EXPECT_EQ(L.Lines, 2u);

  RecordLayout Shifted = *layoutOf(R, {Bits::fromBytes(64), Bits::fromBytes(8)});
  EXPECT_TRUE(Shifted.Fields[0].Straddles);
  EXPECT_FALSE(Shifted.Fields[1].Straddles);
  EXPECT_EQ(Shifted.Fields[1].FirstLine, 1u);

  RecordLayout Wide = *layoutOf(R, {Bits::fromBytes(128), Bits()});
  EXPECT_FALSE(Wide.Fields[1].Straddles);
  EXPECT_EQ(Wide.Lines, 1u);
}

TEST(Layout, LineSpans) {
  auto Span = [](uint64_t Offset, uint64_t Size, uint64_t Base) {
    return lineSpanOf(Bits::fromBytes(Offset), Bits::fromBytes(Size),
                      {Bits::fromBytes(64), Bits::fromBytes(Base)});
  };
  EXPECT_FALSE(Span(56, 8, 0).Straddles);
  EXPECT_EQ(Span(56, 8, 0).Last, 0u);
  EXPECT_TRUE(Span(56, 8, 4).Straddles);
  EXPECT_EQ(Span(56, 8, 4).Last, 1u);
  EXPECT_FALSE(Span(60, 0, 4).Straddles) << "nothing lies over nothing";
  EXPECT_EQ(Span(60, 0, 4).Last, 1u);
  EXPECT_FALSE(Span(32, 65, 0).Straddles) << "more than a line fits in none";
}

TEST(Layout, WhatCannotFitInALineDoesNotStraddle) {
  Record R = record(200, {field("big", 0, 200)});
  EXPECT_FALSE(layoutOf(R, {})->Fields[0].Straddles);
}

TEST(Layout, BitFieldsLeaveHolesOfBits) {
  Record R =
      record(8, {bitField("a", 0, 3), bitField("", 3, 5), bitField("b", 8, 4), field("c", 4, 4)});
  RecordLayout L = *layoutOf(R, {});
  ASSERT_EQ(L.Fields.size(), 3u) << "the unnamed bit-field is no field";
  ASSERT_EQ(L.Holes.size(), 2u);
  EXPECT_EQ(L.Holes[0].Offset.bits(), 3u);
  EXPECT_EQ(L.Holes[0].Size.bits(), 5u);
  EXPECT_EQ(L.Holes[1].Offset.bits(), 12u);
  EXPECT_EQ(L.Holes[1].Size.bits(), 20u);
}

TEST(Layout, UnionsHaveNoHolesBetweenFields) {
  Record R = record(16, {field("a", 0, 4), field("b", 0, 12)});
  R.Kind = RecordKind::Union;
  RecordLayout L = *layoutOf(R, {});
  EXPECT_TRUE(L.Holes.empty());
  EXPECT_EQ(L.TailPadding.bytes(), 4u);
}

TEST(Layout, FieldInTheTailPaddingOfABase) {
  // struct NP { int a; char b; }; struct DN : NP { char d; }: d lies at 5, inside NP's 8 bytes.
  Field Base = field("NP", 0, 8);
  Base.Kind = FieldKind::Base;
  Base.Extent = Bits::fromBytes(5);
  Record R = record(8, {Base, field("d", 5, 1)});
  RecordLayout L = *layoutOf(R, {});
  EXPECT_TRUE(L.Holes.empty());
  EXPECT_EQ(L.TailPadding.bytes(), 2u);
}

TEST(Layout, EmptyMembersTakeNothing) {
  Field E1 = field("e1", 0, 1), E2 = field("e2", 1, 1);
  E1.Extent = E2.Extent = Bits();
  Record R = record(4, {E1, E2, field("x", 0, 4)});
  RecordLayout L = *layoutOf(R, {});
  EXPECT_TRUE(L.Holes.empty());
  EXPECT_TRUE(L.TailPadding.isZero());
}

TEST(Layout, AnEmptyClassIsNotPadding) {
  Record R = record(1, {});
  RecordLayout L = *layoutOf(R, {});
  EXPECT_TRUE(L.TailPadding.isZero());
  EXPECT_EQ(L.Lines, 1u);
}

TEST(Layout, FlexibleArrayAtTheEnd) {
  Record R = record(8, {field("n", 0, 4), field("data", 4, 0)});
  R.Fields[1].Type.Size.reset();
  R.Fields[1].Type.Extents.push_back(std::nullopt);
  RecordLayout L = *layoutOf(R, {});
  EXPECT_TRUE(L.Holes.empty());
  EXPECT_EQ(L.TailPadding.bytes(), 4u);
}

TEST(Layout, TheByteOfAnEmptyClassIsNoPadding) {
  Field E = field("e", 0, 1);
  E.Extent = Bits();
  std::optional<RecordLayout> L = layoutOf(record(1, {E}), {});
  ASSERT_TRUE(L);
  EXPECT_TRUE(L->TailPadding.isZero());
  EXPECT_EQ(L->Lines, 1u);
}

TEST(Layout, BytesWithoutAnyMemberArePadding) {
  // struct { unsigned long : 64; unsigned long : 64; }: DWARF has the size and nothing else.
  std::optional<RecordLayout> L = layoutOf(record(16, {}), {});
  ASSERT_TRUE(L);
  EXPECT_TRUE(L->Holes.empty());
  EXPECT_EQ(L->TailPadding.bytes(), 16u);
}

TEST(Layout, UnknownOffsetsMakeItIncomplete) {
  Record R = record(16, {field("a", 0, 8), field("vb", 8, 8)});
  R.Fields[1].Offset.reset();
  RecordLayout L = *layoutOf(R, {});
  EXPECT_FALSE(L.Complete);
  EXPECT_EQ(L.Fields.size(), 1u);
}

TEST(Layout, NoSizeNoLayout) {
  Record R = record(8, {});
  R.Size.reset();
  EXPECT_FALSE(layoutOf(R, {}).has_value());
}

} // namespace
