//===-- PartialAlignTest.cpp --------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/rules/ProgramBuilder.h"

using namespace cachelint::test;

namespace {

const char Rule[] = "partial-align";

/// The second line is aligned by its first field, when \p ByHand.
Record front(bool ByHand) {
  Field Conns = field("conns", 64, 4);
  if (ByHand)
    Conns.DeclaredAlign = Bits::fromBytes(64);
  return record("front", 128, {field("id", 0, 8), Conns, field("pending", 68, 4)}, 64);
}

TEST(PartialAlign, ALineThatWasAlignedByHand) {
  for (bool ByHand : {true, false}) {
    ProgramBuilder B;
    B.threads("serve");
    B.add(front(ByHand));
    ObjectTraffic &O = B.object("web", "front");
    B.count(O, "serve", "conns");
    B.read(O, "serve", "pending");
    Findings Found = B.run(Rule);
    EXPECT_EQ(Found.size(), ByHand ? 1u : 0u);
    EXPECT_EQ(B.run("hot-cold-mix").size(), ByHand ? 0u : 1u);
    if (ByHand)
      EXPECT_EQ(
          Found[0].Message,
          "a line of 'front' is aligned on purpose, but holds both 'conns', which 'serve' "
          "(several threads) keep writing, and 'pending', which 'serve' (several threads) read");
  }
}

TEST(PartialAlign, OtherLinesOfTheRecord) {
  ProgramBuilder B;
  B.threads("serve");
  B.add(front(true));
  ObjectTraffic &O = B.object("web", "front");
  B.count(O, "serve", "conns");
  B.read(O, "serve", "id");
  EXPECT_TRUE(B.run(Rule).empty());
}

} // namespace
