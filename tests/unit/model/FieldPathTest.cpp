//===-- FieldPathTest.cpp ------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/FieldPath.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace cachelint::model;

namespace {

Bits bytes(uint64_t N) { return Bits::fromBytes(N); }

TypeUse scalar(uint64_t Size) {
  TypeUse T;
  T.Spelling = "int";
  T.Size = bytes(Size);
  T.Traits = TypeTrait::Scalar;
  return T;
}

TypeUse recordType(Str Key, uint64_t Size) {
  TypeUse T;
  T.Record = Key;
  T.Size = bytes(Size);
  T.Traits = TypeTrait::Record;
  return T;
}

TypeUse arrayOf(TypeUse Element, std::vector<std::optional<uint64_t>> Extents) {
  TypeUse T = Element;
  T.ElementSize = Element.Size;
  for (std::optional<uint64_t> E : Extents)
    T.Size = T.Size && E ? std::optional(*T.Size * *E) : std::nullopt;
  T.Extents.assign(Extents.begin(), Extents.end());
  return T;
}

Field field(Str Name, uint64_t Offset, TypeUse Type) {
  Field F;
  F.Name = Name;
  F.Offset = bytes(Offset);
  F.Extent = Type.Size ? *Type.Size : Bits();
  F.Type = std::move(Type);
  return F;
}

Field bitField(Str Name, uint64_t Bit, uint64_t Width) {
  Field F = field(Name, 0, scalar(4));
  F.Offset = Bits::fromBits(Bit);
  F.BitWidth = F.Extent = Bits::fromBits(Width);
  return F;
}

Record record(Str Key, uint64_t Size, std::vector<Field> Fields,
              RecordKind Kind = RecordKind::Struct) {
  Record R;
  R.Key = R.Name = Key;
  R.Kind = Kind;
  R.Size = bytes(Size);
  R.Fields = std::move(Fields);
  return R;
}

class FieldPath : public ::testing::Test {
protected:
  void add(Record R) {
    Records.push_back(std::move(R));
    std::sort(Records.begin(), Records.end(),
              [](const Record &A, const Record &B) { return A.Key < B.Key; });
  }
  std::string at(Str Name, TypeUse Type, uint64_t Offset) {
    Variable V;
    V.Name = Name;
    V.Type = std::move(Type);
    return describeAddress(V, bytes(Offset), [&](Str Key, std::optional<Bits> Size) {
      return findRecord(Records, Key, Size);
    });
  }
  std::vector<FieldAt> all(TypeUse Type, uint64_t Offset) {
    return fieldsAt("v", Type, bytes(Offset), [&](Str Key, std::optional<Bits> Size) {
      return findRecord(Records, Key, Size);
    });
  }
  std::vector<Record> Records;
};

TEST_F(FieldPath, ArrayOfRecords) {
  add(record("stats", 24,
             {field("rx", 0, scalar(8)), field("tx", 8, scalar(8)), field("c", 16, scalar(4))}));
  TypeUse T = arrayOf(recordType("stats", 24), {4});
  EXPECT_EQ(at("stats", T, 0), "stats[0].rx");
  EXPECT_EQ(at("stats", T, 24 + 8), "stats[1].tx");
  EXPECT_EQ(at("stats", T, 24 + 15), "stats[1].tx");
  EXPECT_EQ(at("stats", T, 3 * 24 + 20), "stats[3] (padding)");
  EXPECT_EQ(at("stats", T, 4 * 24), "stats+0x60 (beyond the end)");
  std::vector<FieldAt> Hole = all(T, 24 + 21);
  ASSERT_EQ(Hole.size(), 1u);
  EXPECT_TRUE(Hole[0].Padding);
  EXPECT_EQ(Hole[0].Start, bytes(24 + 20));
  EXPECT_EQ(Hole[0].Size, bytes(4));
  EXPECT_EQ(Hole[0].Element, 1u);
  EXPECT_EQ(Hole[0].Member, nullptr);
  std::vector<FieldAt> Tx = all(T, 2 * 24 + 9);
  ASSERT_EQ(Tx.size(), 1u);
  EXPECT_EQ(Tx[0].Member->Name, "tx");
  EXPECT_EQ(Tx[0].Owner->Key, "stats");
  EXPECT_EQ(Tx[0].Start, bytes(2 * 24 + 8));
  EXPECT_EQ(Tx[0].Size, bytes(8));
}

TEST_F(FieldPath, ScalarsAndManyDimensions) {
  EXPECT_EQ(at("counter", scalar(8), 0), "counter");
  EXPECT_EQ(at("counter", scalar(8), 8), "counter+0x8 (beyond the end)");
  TypeUse T = arrayOf(scalar(4), {2, 3, 5});
  EXPECT_EQ(at("m", T, 0), "m[0][0][0]");
  EXPECT_EQ(at("m", T, 4 * (1 * 15 + 2 * 5 + 3) + 2), "m[1][2][3]");
  EXPECT_EQ(all(T, 4 * 16)[0].Element, 1u);
}

TEST_F(FieldPath, AnonymousMembersLeaveNoStep) {
  add(record("P::(anonymous struct #1)", 8, {field("a", 0, scalar(4)), field("b", 4, scalar(4))}));
  add(record("P::(anonymous union #2)", 8,
             {field("", 0, recordType("P::(anonymous struct #1)", 8)), field("raw", 0, scalar(8)),
              field("small", 0, scalar(2))},
             RecordKind::Union));
  add(record("P", 16,
             {field("id", 0, scalar(4)), field("", 8, recordType("P::(anonymous union #2)", 8))}));
  TypeUse T = recordType("P", 16);
  EXPECT_EQ(at("p", T, 8), "p.a | p.raw | p.small");
  EXPECT_EQ(at("p", T, 13), "p.b | p.raw");
  EXPECT_EQ(at("p", T, 5), "p (padding)");
}

TEST_F(FieldPath, HoleInOneUnionMemberIsDataOfAnother) {
  add(record("Head", 8, {field("tag", 0, scalar(1)), field("len", 4, scalar(4))}));
  add(record("U", 16,
             {field("head", 0, recordType("Head", 8)), field("word", 0, scalar(8)),
              field("half", 0, arrayOf(scalar(4), {3}))},
             RecordKind::Union));
  TypeUse T = recordType("U", 16);
  EXPECT_EQ(at("u", T, 2), "u.word | u.half[0]");
  EXPECT_EQ(at("u", T, 14), "u (padding)");
  EXPECT_EQ(all(T, 14)[0].Start, bytes(12));
}

TEST_F(FieldPath, BitFieldsOfOneByte) {
  add(record(
      "B", 4,
      {bitField("a", 0, 3), bitField("b", 3, 9), bitField("", 12, 4), bitField("c", 17, 2)}));
  TypeUse T = recordType("B", 4);
  EXPECT_EQ(at("f", T, 0), "f.a | f.b");
  EXPECT_EQ(at("f", T, 1), "f.b");
  EXPECT_EQ(at("f", T, 2), "f.c");
  EXPECT_EQ(at("f", T, 3), "f (padding)");
  EXPECT_EQ(all(T, 1)[0].Start, Bits::fromBits(3));
  EXPECT_EQ(all(T, 1)[0].Size, Bits::fromBits(9));
}

TEST_F(FieldPath, BasesAndReusedTail) {
  add(record("Base", 8, {field("i", 0, scalar(4)), field("c", 4, scalar(1))}));
  Field Base = field("Base", 0, recordType("Base", 8));
  Base.Kind = FieldKind::Base;
  Base.Extent = bytes(5);
  add(record("Derived", 8, {Base, field("d", 5, scalar(1))}));
  TypeUse T = recordType("Derived", 8);
  EXPECT_EQ(at("o", T, 4), "o.c");
  EXPECT_EQ(at("o", T, 5), "o.d");
  EXPECT_EQ(at("o", T, 6), "o (padding)");
  EXPECT_EQ(all(T, 6)[0].Owner->Key, "Derived");
}

TEST_F(FieldPath, FlexibleTail) {
  TypeUse Tail = arrayOf(scalar(2), {std::nullopt});
  Tail.Size.reset();
  add(record("F", 8, {field("n", 0, scalar(4)), field("data", 4, Tail)}));
  TypeUse T = recordType("F", 8);
  EXPECT_EQ(at("f", T, 4), "f.data[0]");
  // The object is behind a pointer: a record as such knows no end of its tail.
  std::vector<FieldAt> Far = fieldsAt(Records[0], bytes(44), [&](Str, std::optional<Bits>) {
    return static_cast<const Record *>(nullptr);
  });
  ASSERT_EQ(Far.size(), 1u);
  EXPECT_EQ(Far[0].Text, "data[20]");
}

TEST_F(FieldPath, EmptyMembersTakeNothing) {
  Field E = field("e", 0, recordType("E", 1));
  E.Extent = Bits();
  add(record("S", 4, {E, field("x", 0, scalar(4))}));
  EXPECT_EQ(at("s", recordType("S", 4), 0), "s.x");
}

TEST_F(FieldPath, UnknownRecordGivesOffset) {
  EXPECT_EQ(at("s", arrayOf(recordType("Gone", 16), {2}), 20), "s[1]+0x4");
  EXPECT_EQ(at("s", recordType("Gone", 16), 0), "s");
}

TEST_F(FieldPath, VirtualBaseIsNoHole) {
  Field V = field("V", 0, recordType("V", 8));
  V.Kind = FieldKind::VirtualBase;
  V.Offset.reset();
  V.Extent.reset();
  add(record("D", 24, {V, field("x", 8, scalar(4))}));
  std::vector<FieldAt> At = all(recordType("D", 24), 16);
  ASSERT_EQ(At.size(), 1u);
  EXPECT_FALSE(At[0].Padding);
  EXPECT_EQ(At[0].Text, "v");
}

TEST_F(FieldPath, LayoutIsPickedBySize) {
  add(record("R", 8, {field("old", 0, scalar(8))}));
  add(record("R", 16, {field("fresh", 0, scalar(8)), field("more", 8, scalar(8))}));
  EXPECT_EQ(at("r", recordType("R", 16), 8), "r.more");
  EXPECT_EQ(at("r", recordType("R", 8), 0), "r.old");
}

TEST_F(FieldPath, RecordThatHoldsItselfEnds) {
  add(record("Loop", 8, {field("me", 0, recordType("Loop", 8))}));
  EXPECT_FALSE(at("l", recordType("Loop", 8), 0).empty());
}

} // namespace
