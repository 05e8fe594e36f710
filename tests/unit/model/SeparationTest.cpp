//===-- SeparationTest.cpp ----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Separation.h"

#include "gtest/gtest.h"

using namespace cachelint::model;

namespace {

struct Part {
  const char *Name;
  uint64_t Offset, Size;
  unsigned Group;
};

Record made(std::initializer_list<Part> Parts, uint64_t Size, uint64_t Align) {
  Record R;
  R.Key = R.Name = "made";
  R.Size = Bits::fromBytes(Size);
  R.Align = Bits::fromBytes(Align);
  for (const Part &P : Parts) {
    Field F;
    F.Name = P.Name;
    F.Offset = Bits::fromBytes(P.Offset);
    F.Type.Size = Bits::fromBytes(P.Size);
    F.Type.Align = Bits::fromBytes(std::min<uint64_t>(P.Size, 8));
    R.Fields.push_back(F);
  }
  return R;
}

std::optional<Separation> separated(const Record &R, std::initializer_list<Part> Parts) {
  return separate(R, Bits::fromBytes(64), [&](const Field &F) {
    for (const Part &P : Parts)
      if (F.Name == P.Name)
        return P.Group;
    return 0u;
  });
}

TEST(Separation, OneAlignmentIsEnough) {
  auto Parts = {Part{"read", 0, 8, 1}, {"written", 8, 8, 2}};
  Record R = made(Parts, 64, 64);
  auto Apart = separated(R, Parts);
  ASSERT_TRUE(Apart);
  ASSERT_EQ(Apart->Aligned.size(), 1u);
  EXPECT_EQ(Apart->Aligned[0]->Name, "written");
  EXPECT_FALSE(Apart->Reordered);
  EXPECT_EQ(Apart->Size, Bits::fromBytes(128));
}

TEST(Separation, ScatteredFieldsAreGathered) {
  auto Parts = {Part{"a", 0, 8, 1}, {"n", 8, 8, 2}, {"b", 16, 8, 1}, {"m", 24, 8, 2}};
  Record R = made(Parts, 32, 8);
  auto Apart = separated(R, Parts);
  ASSERT_TRUE(Apart);
  EXPECT_TRUE(Apart->Reordered);
  EXPECT_EQ(Apart->Aligned.size(), 1u);
  EXPECT_EQ(Apart->Size, Bits::fromBytes(128));
}

TEST(Separation, ColdFieldsBetweenThemCostNothing) {
  auto Parts = {Part{"cold", 0, 8, 0}, {"read", 8, 8, 1}, {"written", 16, 8, 2}};
  Record R = made(Parts, 128, 64);
  R.Fields[0].Type.Size = Bits::fromBytes(56);
  R.Fields[1].Offset = Bits::fromBytes(56);
  R.Fields[2].Offset = Bits::fromBytes(64);
  EXPECT_TRUE(separated(R, Parts)->Aligned.empty());
  // The same with the read one in the middle of the written one's line.
  auto Mixed = {Part{"written", 0, 8, 2}, {"read", 8, 8, 1}, {"cold", 16, 8, 0}};
  Record M = made(Mixed, 128, 64);
  M.Fields[2].Type.Size = Bits::fromBytes(56);
  auto Apart = separated(M, Mixed);
  ASSERT_TRUE(Apart);
  EXPECT_TRUE(Apart->Aligned.empty());
  EXPECT_TRUE(Apart->Reordered);
  EXPECT_EQ(Apart->Size, Bits::fromBytes(128));
}

TEST(Separation, LayoutsThatAreNotUnderstoodGetNoProposal) {
  auto Parts = {Part{"read", 0, 8, 1}, {"written", 16, 8, 2}};
  EXPECT_FALSE(separated(made(Parts, 64, 64), Parts));
  Record Union = made({{"read", 0, 8, 1}}, 8, 8);
  Union.Kind = RecordKind::Union;
  EXPECT_FALSE(separated(Union, Parts));
}

} // namespace
