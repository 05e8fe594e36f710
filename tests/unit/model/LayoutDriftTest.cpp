//===-- LayoutDriftTest.cpp ----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/LayoutDrift.h"

#include "gtest/gtest.h"

using namespace cachelint::model;

namespace {

Field field(Str Name, uint64_t Offset, uint64_t Size) {
  Field F;
  F.Name = Name;
  F.Offset = Bits::fromBytes(Offset);
  F.Type.Size = Bits::fromBytes(Size);
  return F;
}

Record record(uint64_t Size, std::vector<Field> Fields) {
  Record R;
  R.Key = R.Name = "conf";
  R.Size = Bits::fromBytes(Size);
  R.Fields = std::move(Fields);
  R.Pos = {"/src/conf.h", 10, 8};
  return R;
}

using By = Parting::By;

TEST(LayoutDrift, ThatOfAnArrayWithAnotherBound) {
  Record A = record(32, {field("id", 0, 8), field("cpus", 8, 16), field("end", 24, 8)});
  Record B = record(48, {field("id", 0, 8), field("cpus", 8, 32), field("end", 40, 8)});
  auto Where = partingOf(A, B);
  ASSERT_TRUE(Where);
  EXPECT_EQ(Where->What, By::FieldSize);
  EXPECT_EQ(Where->InA->Name, "cpus");
  EXPECT_EQ(Where->InB->Name, "cpus");
}

TEST(LayoutDrift, AFieldThatOneDoesNotHave) {
  Record A = record(16, {field("id", 0, 8), field("end", 8, 8)});
  Record B = record(24, {field("id", 0, 8), field("debug", 8, 8), field("end", 16, 8)});
  EXPECT_EQ(partingOf(A, B)->What, By::OnlyInB);
  EXPECT_EQ(partingOf(A, B)->InB->Name, "debug");
  EXPECT_EQ(partingOf(B, A)->What, By::OnlyInA);
  EXPECT_EQ(partingOf(B, A)->InA->Name, "debug");
  Record C = record(24, {field("id", 0, 8), field("end", 8, 8), field("last", 16, 8)});
  EXPECT_EQ(partingOf(A, C)->What, By::OnlyInB);
  EXPECT_EQ(partingOf(A, C)->InB->Name, "last");
}

TEST(LayoutDrift, OrderOffsetAndSize) {
  Record A = record(16, {field("a", 0, 4), field("b", 8, 8)});
  EXPECT_EQ(partingOf(A, record(16, {field("b", 0, 8), field("a", 8, 4)}))->What, By::Order);
  EXPECT_EQ(partingOf(A, record(12, {field("a", 0, 4), field("b", 4, 8)}))->What, By::FieldOffset);
  EXPECT_EQ(partingOf(A, record(64, {field("a", 0, 4), field("b", 8, 8)}))->What, By::RecordSize);
  EXPECT_FALSE(partingOf(A, A));
}

TEST(LayoutDrift, WhatOneCannotSayIsNoDifference) {
  Record A = record(16, {field("a", 0, 4), field("b", 8, 8)});
  Record B = A;
  B.Fields[1].Offset.reset();
  B.Fields[0].Type.Size.reset();
  Field Table;
  Table.Kind = FieldKind::VPtr;
  B.Fields.insert(B.Fields.begin(), Table);
  EXPECT_FALSE(partingOf(A, B));
}

TEST(LayoutDrift, AnotherTarget) {
  Record A = record(8, {field("a", 0, 8)}), B = record(4, {field("a", 0, 4)});
  A.From.Target = "x86_64-pc-linux-gnu";
  B.From.Target = "i386-unknown-linux";
  EXPECT_EQ(partingOf(A, B)->What, By::Target);
  B.From.Target = "x86_64-unknown-linux";
  EXPECT_EQ(partingOf(A, B)->What, By::FieldSize);
}

TEST(LayoutDrift, OneDefinition) {
  Record A = record(8, {}), B = A;
  EXPECT_TRUE(sameDefinition(A, B));
  B.Pos.Line = 12;
  EXPECT_TRUE(sameDefinition(A, B)) << "two branches of an #if";
  A.Pos.File = B.Pos.File = "/src/conf.c";
  EXPECT_FALSE(sameDefinition(A, B)) << "two structs of one file";
  B.From.From = FrontEnd::Dwarf;
  EXPECT_TRUE(sameDefinition(A, B)) << "lines were added since the binary was built";
  A.Pos.File = "/src/conf.h";
  B = A;
  B.Pos.File = "/build/include/conf.h";
  EXPECT_TRUE(sameDefinition(A, B)) << "the tree was moved";
  B.Pos.File = "/src/other.c";
  EXPECT_FALSE(sameDefinition(A, B));
  B.Pos = {};
  EXPECT_FALSE(sameDefinition(A, B));
}

} // namespace
