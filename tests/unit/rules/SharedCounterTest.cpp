//===-- SharedCounterTest.cpp -------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/rules/ProgramBuilder.h"

using namespace cachelint::test;

namespace {

const char Rule[] = "shared-counter";

struct Totals : ProgramBuilder {
  ObjectTraffic *O = nullptr;
  Access *Step = nullptr;

  explicit Totals(Reach Via = Reach::One, bool Many = true) {
    Many ? threads("work") : thread("work");
    add(record("totals", 64, {field("packets", 0, 8)}, 64));
    O = &object("totals", "totals", Via);
    Step = &count(*O, "work", "packets");
  }
};

TEST(SharedCounter, ACounterOfSeveralThreads) {
  Totals B;
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message, "several threads increment the one counter 'packets' (threads of "
                              "'work'), and its line moves between them each time");
  EXPECT_TRUE(Found[0].OnePlace);
  EXPECT_EQ(Found[0].Record, "totals");
}

TEST(SharedCounter, OneThreadCounts) { EXPECT_TRUE(Totals(Reach::One, false).run(Rule).empty()); }

TEST(SharedCounter, SomeElementOrObject) {
  EXPECT_TRUE(Totals(Reach::Some).run(Rule).empty());
  EXPECT_TRUE(Totals(Reach::Any).run(Rule).empty());
}

TEST(SharedCounter, TicketsLevelsAndLocks) {
  Totals Ticket;
  Ticket.Step->ResultUsed = true;
  EXPECT_TRUE(Ticket.run(Rule).empty());
  Totals Level;
  Level.count(*Level.O, "work", "packets").How = Change::Down;
  EXPECT_TRUE(Level.run(Rule).empty());
  Totals Locked;
  Locked.Step->Locks.push_back({Slot::Kind::Global, "mutex", {}, 0});
  EXPECT_TRUE(Locked.run(Rule).empty());
}

} // namespace
