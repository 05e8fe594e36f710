//===-- SparseWalkTest.cpp ----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/rules/ProgramBuilder.h"

namespace cachelint::test {
namespace {

Walk::Touch touch(Str Path, uint64_t Offset, uint64_t Size, bool Write = false) {
  return {Path, Bits::fromBytes(Offset), Bits::fromBytes(Size), Write, false, at(31)};
}

/// A loop of a function that runs in a thread, over records of 128 bytes that start on a line.
struct Looped : ProgramBuilder {
  Looped(std::initializer_list<Walk::Touch> Touches, uint64_t Align = 64) {
    thread("find");
    add(record("entry", 128, {field("key", 0, 32), field("flags", 96, 4)}, Align));
    Walk W;
    W.Function = "find";
    W.Record = "entry";
    W.Name = "table";
    W.Stride = Bits::fromBytes(128);
    W.Extent = 128;
    W.Touches = Touches;
    W.Complete = true;
    W.Pos = at(30, 3);
    P.Walks = {W};
  }
};

TEST(SparseWalk, FieldsOnTwoLines) {
  Looped B({touch("flags", 96, 4), touch("key", 0, 32)});
  Findings Found = B.run("sparse-walk");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message,
            "the loop over 'table' uses 36 bytes of each 'entry' (128 bytes), which would fit into "
            "one line but lie on 2: 'flags' and 'key'");
  EXPECT_EQ(Found[0].Level, Severity::Note);
  EXPECT_EQ(Found[0].Field, "flags, key");
}

TEST(SparseWalk, OneLineIsWell) {
  Looped B({touch("flags", 32, 4), touch("key", 0, 32)});
  EXPECT_TRUE(B.run("sparse-walk").empty());
}

TEST(SparseWalk, ManyBytesNeedManyLines) {
  Looped B({touch("a", 0, 64), touch("flags", 96, 4)});
  EXPECT_TRUE(B.run("sparse-walk").empty());
}

TEST(SparseWalk, WhereTheElementStartsMayDecide) {
  Looped B({touch("a", 32, 8), touch("b", 80, 8)}, 8);
  EXPECT_TRUE(B.run("sparse-walk").empty());
  Looped Far({touch("a", 0, 8), touch("b", 64, 8)}, 8); // on two lines wherever it starts
  EXPECT_EQ(Far.run("sparse-walk").size(), 1u);
}

TEST(SparseWalk, OnlyWholeCheapAndLongWalksCount) {
  auto Run = [](void (*Change)(Looped &)) {
    Looped B({touch("flags", 96, 4), touch("key", 0, 32)});
    Change(B);
    return B.run("sparse-walk").size();
  };
  EXPECT_EQ(Run([](Looped &) {}), 1u);
  EXPECT_EQ(Run([](Looped &B) { B.P.Walks[0].Complete = false; }), 0u);
  EXPECT_EQ(Run([](Looped &B) { B.P.Walks[0].Calls = true; }), 0u);
  EXPECT_EQ(Run([](Looped &B) { B.P.Walks[0].Extent = 127; }), 0u);
  EXPECT_EQ(Run([](Looped &B) { B.P.Walks[0].Extent = 128; }), 1u);
  EXPECT_EQ(Run([](Looped &B) { B.P.Walks[0].Often.Cold = true; }), 0u);
  EXPECT_EQ(Run([](Looped &B) { B.P.Functions[0].IsMain = true; }), 0u);
  EXPECT_EQ(Run([](Looped &B) { B.Words.ColdFunctions = {"fi*"}; }), 0u);
  EXPECT_EQ(Run([](Looped &B) { B.P.Records[0].Flags = RecordFlag::WireFormat; }), 0u);
  EXPECT_EQ(Run([](Looped &B) {
              for (Walk::Touch &T : B.P.Walks[0].Touches)
                T.Write = true;
            }),
            0u);
}

TEST(SparseWalk, AWordOfEachOfAThousand) {
  Looped B({touch("flags", 96, 4)}, 8);
  EXPECT_TRUE(B.run("sparse-walk").empty());
  B.P.Walks[0].Extent = 1024;
  Findings Found = B.run("sparse-walk");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Sure, Confidence::Low);
  EXPECT_EQ(Found[0].Notes.back().Message, "in an array of its own, 16 of them would share a line");
  B.P.Walks[0].How = Walk::Along::List;
  EXPECT_TRUE(B.run("sparse-walk").empty());
}

TEST(SparseWalk, LinesOfTheirOwnForEachAreWanted) {
  Looped B({touch("flags", 96, 4)});
  B.P.Walks[0].Extent = 1024;
  EXPECT_TRUE(B.run("sparse-walk").empty());
}

TEST(SparseWalk, ListsMustBeLong) {
  Looped B({touch("flags", 96, 4), touch("key", 0, 32)});
  Walk &W = B.P.Walks[0];
  W.How = Walk::Along::List;
  W.Extent.reset();
  EXPECT_EQ(B.run("sparse-walk").size(), 1u) << "a chain of a hash table";
  W.Stride.reset();
  EXPECT_TRUE(B.run("sparse-walk").empty());
  Allocation A; // one a round of a thread
  A.Function = "find";
  A.Element.Record = "entry";
  A.Count = 1;
  B.P.Allocations = {A};
  EXPECT_EQ(B.run("sparse-walk").size(), 1u);
}

TEST(SparseWalk, AnArrayThatNobodyKnowsTheLengthOf) {
  Looped B({touch("a", 0, 8), touch("b", 64, 8)}, 8);
  B.P.Walks[0].Extent.reset();
  EXPECT_TRUE(B.run("sparse-walk").empty());
  Allocation A;
  A.Element.Record = "entry"; // as many as some variable says
  B.P.Allocations = {A};
  EXPECT_EQ(B.run("sparse-walk").size(), 1u);
  B.P.Contexts[0].Repeated = false;
  EXPECT_TRUE(B.run("sparse-walk").empty());
}

} // namespace
} // namespace cachelint::test
