//===-- BinaryJoinTest.cpp -----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/BinaryJoin.h"
#include "tests/unit/facts/Build.h"

using namespace cachelint;
using namespace cachelint::test;

namespace {

Record conf(uint64_t Size, FrontEnd From) {
  Record R;
  R.Key = R.Name = "conf";
  R.Size = bytes(Size);
  R.From.From = From;
  Field F;
  F.Name = "cpus";
  F.Offset = bytes(0);
  F.Type.Size = bytes(Size);
  R.Fields.push_back(F);
  return R;
}

Variable variable(Str Name) {
  Variable V;
  V.Key = V.Name = Name;
  V.Type.Size = bytes(8);
  return V;
}

Program source() {
  Program P;
  P.Records.push_back(conf(8, FrontEnd::Ast));
  P.Variables = {variable("a"), variable("b")};
  return P;
}

UnitFacts binary(Str Image, uint64_t Address) {
  UnitFacts Facts;
  Facts.Variables = {variable("b"), variable("elsewhere")};
  for (Variable &V : Facts.Variables) {
    V.Image = Image;
    V.Section = ".bss";
    V.Address = Address;
  }
  return Facts;
}

TEST(BinaryJoin, VariablesGetTheirPlace) {
  Program P = source();
  UnitFacts Facts = binary("app", 0x1008);
  facts::joinBinaries(P, {&Facts});
  ASSERT_EQ(P.Variables.size(), 2u) << "what the source does not have is not added";
  EXPECT_FALSE(P.Variables[0].Address);
  EXPECT_EQ(P.Variables[1].Address, 0x1008u);
  EXPECT_EQ(P.Variables[1].Section, ".bss");
  EXPECT_EQ(P.Variables[1].Image, "app");
  EXPECT_TRUE(covers(P.Can, Capability::Addresses));
}

TEST(BinaryJoin, OfTwoBinariesOneGivesTheWholePlace) {
  UnitFacts First = binary("a.so", 0x2000), Second = binary("b.so", 0x1000);
  for (auto Order : {std::pair(&First, &Second), std::pair(&Second, &First)}) {
    Program P = source();
    facts::joinBinaries(P, {Order.first, Order.second});
    EXPECT_EQ(P.Variables[1].Image, "a.so");
    EXPECT_EQ(P.Variables[1].Address, 0x2000u);
  }
}

TEST(BinaryJoin, OnlyLayoutsThatTheSourceDoesNotHaveAreShipped) {
  Program P = source();
  UnitFacts Facts;
  Facts.Records.push_back(conf(8, FrontEnd::Dwarf));
  facts::joinBinaries(P, {&Facts});
  EXPECT_TRUE(P.Shipped.empty());
  EXPECT_FALSE(covers(P.Can, Capability::Addresses));
  Facts.Records.push_back(conf(16, FrontEnd::Dwarf));
  Facts.Records.push_back(conf(16, FrontEnd::Dwarf));
  Facts.Records.back().Key = "unknown";
  facts::joinBinaries(P, {&Facts});
  ASSERT_EQ(P.Shipped.size(), 1u);
  EXPECT_EQ(P.Shipped[0].Size, bytes(16));
}

} // namespace
