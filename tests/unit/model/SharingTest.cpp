//===-- SharingTest.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Sharing.h"

#include "gtest/gtest.h"

using namespace cachelint::model;

namespace {

ArrayPlacement array(uint64_t Stride, uint64_t BaseAlign,
                     std::optional<uint64_t> Extent = std::nullopt) {
  ArrayPlacement A;
  A.Stride = Bits::fromBytes(Stride);
  A.BaseAlign = Bits::fromBytes(BaseAlign);
  A.Extent = Extent;
  return A;
}

Sharing whole(const ArrayPlacement &A) {
  ByteRange All{0, A.Stride.bytes()};
  return sharingOf(A, All, All);
}

TEST(Sharing, SmallElementsShareWhateverTheBase) {
  Sharing S = whole(array(8, 8));
  EXPECT_TRUE(S.always());
  EXPECT_TRUE(S.whenBaseAligned());
  EXPECT_EQ(S.ElementsPerLine, 8u);
  EXPECT_EQ(S.Placements, 8u);
  EXPECT_EQ(whole(array(32, 64)).ElementsPerLine, 2u);
  EXPECT_EQ(whole(array(32, 8)).ElementsPerLine, 3u);
  EXPECT_EQ(whole(array(32, 8)).ElementsPerLineAligned, 2u);
  EXPECT_EQ(whole(array(1, 1)).ElementsPerLine, 64u);
}

TEST(Sharing, TheExtentBoundsWhatMeets) {
  EXPECT_EQ(whole(array(8, 64, 3)).ElementsPerLine, 3u);
  EXPECT_TRUE(whole(array(8, 64, 1)).never());
  EXPECT_TRUE(whole(array(8, 64, 0)).never());
}

TEST(Sharing, WholeAlignedLinesNeverShare) {
  Sharing S = whole(array(64, 64));
  EXPECT_TRUE(S.never());
  EXPECT_EQ(S.ElementsPerLine, 1u);
  EXPECT_TRUE(whole(array(192, 64)).never());
  EXPECT_TRUE(whole(array(64, 4096)).never());
}

TEST(Sharing, WholeLinesOnABaseThatIsNotAligned) {
  Sharing S = whole(array(64, 16));
  EXPECT_FALSE(S.whenBaseAligned());
  EXPECT_EQ(S.Placements, 4u);
  EXPECT_EQ(S.SharingPlacements, 3u) << "all but the one on a line";
  EXPECT_EQ(S.ElementsPerLine, 2u);
}

TEST(Sharing, AKnownBaseIsTaken) {
  ArrayPlacement A = array(64, 1);
  A.BaseOffset = Bits::fromBytes(0);
  EXPECT_TRUE(whole(A).never());
  A.BaseOffset = Bits::fromBytes(48);
  EXPECT_TRUE(whole(A).always());
}

TEST(Sharing, UntouchedBytesIsolate) {
  // A pad of a line before and behind 28 bytes of data: a calloc base cannot bring two together.
  EXPECT_TRUE(sharingOf(array(160, 16), {64, 92}, {64, 92}).never());
  // 16 written bytes at the start of 64: for two to meet, the base would have to cut one in half.
  EXPECT_TRUE(sharingOf(array(64, 16), {0, 16}, {0, 16}).never());
  Sharing S = sharingOf(array(64, 16), {0, 24}, {0, 24});
  EXPECT_EQ(S.SharingPlacements, 1u) << "only 48 bytes into a line";
}

TEST(Sharing, ElementsLargerThanALineMeetAtTheirEdges) {
  Sharing S = whole(array(136, 64));
  EXPECT_TRUE(S.always());
  EXPECT_EQ(S.ElementsPerLine, 2u);
  EXPECT_TRUE(whole(array(3096, 16)).always());
  // Only the first 8 of 136 bytes are touched: 128 bytes lie between them and the next.
  EXPECT_TRUE(sharingOf(array(136, 8), {0, 8}, {0, 8}).never());
}

TEST(Sharing, ReadBytesOfANeighbourCount) {
  // Each thread writes its first 8 bytes and reads all 72 of its own.
  Sharing S = sharingOf(array(72, 64), {0, 8}, {0, 72});
  EXPECT_FALSE(S.never());
  EXPECT_TRUE(sharingOf(array(72, 64), {0, 8}, {0, 8}).never());
}

TEST(Sharing, NothingWrittenOrNoStride) {
  EXPECT_TRUE(sharingOf(array(8, 8), {}, {0, 8}).never());
  EXPECT_TRUE(sharingOf(array(0, 8), {0, 1}, {0, 1}).never());
  EXPECT_FALSE(sharingOf(array(0, 8), {0, 1}, {0, 1}).always()) << "no placement looked at";
}

TEST(Sharing, OtherLineSizes) {
  ArrayPlacement A = array(64, 64);
  A.LineSize = Bits::fromBytes(128);
  EXPECT_TRUE(whole(A).always());
  EXPECT_EQ(whole(A).ElementsPerLine, 2u);
}

TEST(Straddling, CountsElementsOverTwoLines) {
  // A 40-byte lock at the start of each 56-byte row: 8 rows and the pattern repeats.
  Straddling S = straddlingOf(array(56, 64), {0, 40});
  EXPECT_EQ(S.Elements, 8u);
  EXPECT_EQ(S.AtLeast, 4u);
  EXPECT_EQ(S.AtMost, 4u);
}

TEST(Straddling, AnUnknownBaseGivesARange) {
  Straddling S = straddlingOf(array(64, 8), {0, 40});
  EXPECT_EQ(S.Elements, 1u);
  EXPECT_EQ(S.AtLeast, 0u);
  EXPECT_EQ(S.AtMost, 1u);
}

TEST(ByteRange, Hull) {
  ByteRange R;
  EXPECT_TRUE(R.empty());
  R.include({8, 16});
  R.include({0, 4});
  R.include({});
  EXPECT_EQ(R, (ByteRange{0, 16}));
}

} // namespace
