//===-- LockNeighborTest.cpp --------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/rules/ProgramBuilder.h"

using namespace cachelint::test;

namespace {

const char Rule[] = "lock-neighbor";

const Slot TheLock{Slot::Kind::Field, "bin", "lock", 0};

/// A bin whose lock some threads take, while others read its size.
struct Bin : ProgramBuilder {
  ObjectTraffic *O = nullptr;

  Bin() {
    threads("take");
    threads("look");
    add(record("bin", 64,
               {field("lock", 0, 4, TypeTrait::Lock), field("used", 4, 4), field("size", 8, 4)},
               64));
    O = &object("bin", "bin");
    Access &Takes = use(*O, "take", AccessKind::ReadModifyWrite, "lock");
    Takes.LockOperation = Takes.Atomic = true;
    write(*O, "take", "used").Locks.push_back(TheLock);
  }
};

TEST(LockNeighbor, ALockBesideWhatOthersReadWithoutIt) {
  Bin B;
  B.read(*B.O, "look", "size");
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message,
            "'lock' of 'bin', changed by 'take' (several threads), shares a cache "
            "line with 'size', which 'look' (several threads) use without it");
  EXPECT_TRUE(B.run("hot-cold-mix").empty());
}

TEST(LockNeighbor, UnderTheLockItIsInItsPlace) {
  Bin B;
  B.read(*B.O, "look", "size").Locks.push_back(TheLock);
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(LockNeighbor, UnderALockThatAllCallersHold) {
  Bin B;
  B.read(*B.O, "look", "size");
  for (size_t I = 0; I != B.P.Functions.size(); ++I)
    if (B.P.Functions[I].Key == "look")
      B.P.Contexts[I].Locks.push_back(TheLock);
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(LockNeighbor, WhoTakesItInTheSameFunctionHasTheLine) {
  Bin B;
  B.read(*B.O, "take", "size");
  EXPECT_TRUE(B.run(Rule).empty());
}

} // namespace
