//===-- LineGroupTest.cpp -----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/rules/ProgramBuilder.h"

namespace cachelint::test {
namespace {

Field mark(Str Name, uint64_t Offset, uint64_t Align = 64) {
  Field F = field(Name, Offset, 0, TypeTrait::CharLike, Align);
  F.Type.Extents = {0};
  F.Extent = Bits();
  return F;
}

TEST(LineGroup, AMarkerOnALaterLine) {
  ProgramBuilder B;
  B.add(record("encap", 192,
               {mark("cacheline0", 0), field("a", 0, 72), mark("cacheline1", 128),
                field("b", 128, 4), mark("cacheline2", 192)},
               64));
  Findings Found = B.run("line-group");
  ASSERT_EQ(Found.size(), 1u); // what follows the first is moved by the same
  EXPECT_EQ(Found[0].Message,
            "marker 'cacheline1' of 'encap' is at offset 128, which is line 2 and not line 1");
  EXPECT_EQ(Found[0].Notes[0].Message, "the group before it takes 72 bytes, up to 'a'");
}

TEST(LineGroup, MarkersInPlaceOrWithoutNumbersAreFine) {
  ProgramBuilder B;
  B.add(
      record("good", 128, {mark("cacheline0", 0), field("a", 0, 60), mark("cacheline1", 64)}, 64));
  B.add(record("named", 192, {field("a", 0, 72), mark("rx_part1", 128)}, 64));
  B.add(record("loose", 192, {field("a", 0, 72), mark("cacheline1", 128, 1)}));
  EXPECT_TRUE(B.run("line-group").empty());
}

TEST(LineGroup, BracketsOverALinesEnd) {
  ProgramBuilder B;
  auto Sock = [](uint64_t At) {
    return record("sock", 128,
                  {mark("__cacheline_group_begin__tx", At, 1), field("a", At, 48),
                   mark("__cacheline_group_end__tx", At + 48, 1)},
                  64);
  };
  B.add(Sock(32));
  Findings Found = B.run("line-group");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message, "group 'tx' of 'sock' takes 48 bytes from offset 32, which lie on 2 "
                              "lines where 1 would do");
  ProgramBuilder Good;
  Good.add(Sock(64));
  EXPECT_TRUE(Good.run("line-group").empty());
}

TEST(LineGroup, GroupsOfTheProfile) {
  ProgramBuilder B;
  B.add(
      record("conn", 128, {field("head", 0, 8), field("stats", 8, 64), field("mask", 72, 8)}, 64));
  B.Words.LineGroups = {{"co*", "rx", {"head", "mask"}, false}};
  Findings Found = B.run("line-group");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message,
            "group 'rx' of 'conn' is split: its 16 bytes lie on 2 lines where 1 would do");
  EXPECT_EQ(Found[0].Level, Severity::Warning);
  B.Words.LineGroups = {{"conn", "rx", {"mask"}, true}};
  Found = B.run("line-group");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message, "group 'rx' of 'conn' is invaded: 'stats' is on its lines, too");
  B.Words.LineGroups = {{"conn", "rx", {"mask"}, false}, {"other", "rx", {"gone"}, false}};
  EXPECT_TRUE(B.run("line-group").empty());
  B.Words.LineGroups = {{"conn", "", {"mask", "gone"}, false}};
  Found = B.run("line-group");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message, "a group of 'conn' names 'gone', which is no field of it");
}

} // namespace
} // namespace cachelint::test
