//===-- InstancesTest.cpp ------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Instances.h"

#include "gtest/gtest.h"

using namespace cachelint::model;

namespace {

TypeUse typeOf(Str Record, std::vector<std::optional<uint64_t>> Extents = {}) {
  TypeUse T;
  T.Record = Record;
  T.Traits = TypeTrait::Record;
  T.Extents.assign(Extents.begin(), Extents.end());
  return T;
}

Program program(std::vector<TypeUse> Variables) {
  Program P;
  Record Inner;
  Inner.Key = "inner";
  Record Outer;
  Outer.Key = "outer";
  Field F;
  F.Name = "pair";
  F.Type = typeOf("inner", {2});
  Outer.Fields.push_back(F);
  F.Name = "next";
  F.Type = typeOf("inner");
  F.Type.Traits = TypeTrait::Pointer;
  Outer.Fields.push_back(F);
  P.Records = {Inner, Outer};
  for (TypeUse &T : Variables) {
    Variable V;
    V.Type = T;
    P.Variables.push_back(V);
  }
  return P;
}

TEST(Instances, VariablesArraysAndMembers) {
  Program P = program({typeOf("outer", {3, 2}), typeOf("inner"), typeOf("outer")});
  Instances All(P);
  EXPECT_EQ(All.of("outer"), 7u);
  EXPECT_EQ(All.of("inner"), 15u) << "pointers hold nothing";
  EXPECT_EQ(All.of("other"), 0u);
}

TEST(Instances, OpenBoundsAndThreadsOwnStackCountNothing) {
  Program P = program({typeOf("outer", {std::nullopt}), typeOf("inner")});
  P.Variables[1].Storage = StorageKind::Automatic;
  Instances All(P);
  EXPECT_EQ(All.of("outer"), 0u);
  EXPECT_EQ(All.of("inner"), 0u);
}

TEST(Instances, TablesOfConstantsCountNothing) {
  Program P = program({typeOf("outer", {100}), typeOf("outer")});
  P.Variables[0].Type.Traits |= TypeTrait::Const;
  EXPECT_EQ(Instances(P).of("outer"), 1u);
}

TEST(Instances, ARecordThatContainsItselfEndsSomewhere) {
  Program P = program({typeOf("inner")});
  Field F;
  F.Type = typeOf("inner", {~0ull});
  P.Records[0].Fields.push_back(F);
  Program Damaged = P;
  EXPECT_EQ(Instances(Damaged).of("inner"), ~0ull);
}

} // namespace
