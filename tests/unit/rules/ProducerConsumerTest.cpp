//===-- ProducerConsumerTest.cpp ----------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/rules/ProgramBuilder.h"

using namespace cachelint::test;

namespace {

const char Rule[] = "producer-consumer";

struct Queue : ProgramBuilder {
  ObjectTraffic *O = nullptr;

  Queue(Str One, Str Other, uint64_t OtherOffset = 4) {
    thread("produce");
    thread("consume");
    add(record("queue", OtherOffset + 64 - OtherOffset % 64,
               {field(One, 0, 4), field(Other, OtherOffset, 4)}, 64));
    O = &object("q", "queue");
    write(*O, "produce", One);
    write(*O, "consume", Other);
  }
};

TEST(ProducerConsumer, EndsByTheirNames) {
  for (auto [One, Other] :
       {std::pair("head", "tail"), {"writePos_", "readPos_"}, {"prod_idx", "cons_idx"}}) {
    Queue B(One, Other);
    Findings Found = B.run(Rule);
    ASSERT_EQ(Found.size(), 1u) << One;
    EXPECT_EQ(Found[0].Message, "'" + std::string(One) + "' and '" + Other +
                                    "' of 'queue' are the ends of a queue, moved by 'produce' and "
                                    "'consume', and share a cache line");
    EXPECT_TRUE(B.run("hot-cold-mix").empty());
  }
}

TEST(ProducerConsumer, EndsThatEachSideLooksAt) {
  Queue B("a", "b");
  EXPECT_TRUE(B.run(Rule).empty());
  EXPECT_EQ(B.run("hot-cold-mix").size(), 1u);
  B.read(*B.O, "produce", "b");
  B.read(*B.O, "consume", "a");
  EXPECT_EQ(B.run(Rule).size(), 1u);
  EXPECT_TRUE(B.run("hot-cold-mix").empty());
}

TEST(ProducerConsumer, ALineApart) { EXPECT_TRUE(Queue("head", "tail", 64).run(Rule).empty()); }

TEST(ProducerConsumer, UnderOneLock) {
  Queue B("head", "tail");
  for (FieldTraffic &F : B.O->Fields)
    for (FieldUse &U : F.Uses)
      const_cast<Access *>(U.A)->Locks.push_back({Slot::Kind::Global, "mutex", {}, 0});
  EXPECT_TRUE(B.run(Rule).empty());
}

} // namespace
