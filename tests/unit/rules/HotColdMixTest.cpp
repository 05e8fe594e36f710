//===-- HotColdMixTest.cpp ----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/rules/ProgramBuilder.h"

#include "gmock/gmock.h"

using namespace cachelint::test;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;

namespace {

const char Rule[] = "hot-cold-mix";

/// A counter of all threads beside a pointer that they only read.
Record front(uint64_t NameOffset = 8, uint64_t Size = 64) {
  return record("front", Size,
                {field("conns", 0, 4), field("limit", 4, 4),
                 field("name", NameOffset, 8, TypeTrait::Pointer)},
                64);
}

TEST(HotColdMix, ACounterBesideAPointerThatAllRead) {
  ProgramBuilder B;
  B.threads("serve");
  B.add(front());
  ObjectTraffic &O = B.object("web", "front");
  B.count(O, "serve", "conns");
  B.read(O, "serve", "name");
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message,
            "'conns' of 'front', which 'serve' (several threads) keep writing, share "
            "a cache line with 'name', which 'serve' (several threads) read");
  EXPECT_EQ(Found[0].Level, Severity::Warning);
  EXPECT_EQ(Found[0].Sure, Confidence::High);
  EXPECT_EQ(Found[0].Field, "conns, name");
  EXPECT_EQ(Found[0].Bytes, (std::pair<uint64_t, uint64_t>(0, 16)));
}

TEST(HotColdMix, TheNotesAreTheMapOfTheLineAndARepairThatWasLaidOut) {
  ProgramBuilder B;
  B.threads("serve");
  B.add(front());
  ObjectTraffic &O = B.object("web", "front");
  B.count(O, "serve", "conns").Often.LoopDepth = 2;
  B.read(O, "serve", "name");
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  auto Says = [&](const char *Text) {
    return Contains(testing::Field(&Note::Message, std::string(Text)));
  };
  EXPECT_THAT(
      Found[0].Notes,
      Says("bytes 0-3 'conns': written in 'serve' by 'serve' (several threads), loop depth 2"));
  EXPECT_THAT(Found[0].Notes,
              Says("bytes 8-15 'name': read in 'serve' by 'serve' (several threads), "
                   "in each call"));
  EXPECT_THAT(Found[0].Notes, Says("also on the line, and not used while threads run: 'limit'"));
  EXPECT_THAT(Found[0].Notes, Says("align 'name' to 64: the conflict is gone, and 'front' has 128 "
                                   "bytes instead of 64"));
}

TEST(HotColdMix, OneThreadDisturbsNobody) {
  ProgramBuilder B;
  B.thread("serve");
  B.add(front());
  ObjectTraffic &O = B.object("web", "front");
  B.count(O, "serve", "conns");
  B.read(O, "serve", "name");
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(HotColdMix, OnAnotherLine) {
  ProgramBuilder B;
  B.threads("serve");
  B.add(front(64, 128));
  ObjectTraffic &O = B.object("web", "front");
  B.count(O, "serve", "conns");
  B.read(O, "serve", "name");
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(HotColdMix, WhatTheWriterWritesTooBelongsToIt) {
  ProgramBuilder B;
  B.thread("writer");
  B.threads("reader");
  B.add(front());
  ObjectTraffic &O = B.object("web", "front");
  B.write(O, "writer", "conns");
  B.read(O, "reader", "name");
  ASSERT_EQ(B.run(Rule).size(), 1u);
  B.write(O, "writer", "name");
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(HotColdMix, TwoWriters) {
  ProgramBuilder B;
  B.thread("up");
  B.thread("down");
  B.add(front());
  ObjectTraffic &O = B.object("web", "front");
  B.write(O, "up", "conns");
  B.write(O, "down", "limit");
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_THAT(Found[0].Message,
              HasSubstr("'conns' and 'limit' of 'front' share a cache line and are "
                        "written by different threads"));
}

TEST(HotColdMix, OfObjectsThatAreKnownByTypeOnlyTheWritesMustBeAtomic) {
  for (bool Atomic : {false, true}) {
    ProgramBuilder B;
    B.threads("serve");
    B.add(front());
    ObjectTraffic &O = B.object("", "front", Reach::Any);
    Access &A = B.count(O, "serve", "conns");
    A.Atomic = Atomic;
    B.read(O, "serve", "name");
    Findings Found = B.run(Rule);
    ASSERT_EQ(Found.size(), Atomic ? 1u : 0u);
    if (Atomic)
      EXPECT_EQ(Found[0].Sure, Confidence::Low);
  }
}

// Who goes from one object to the next looks at those of the other threads, too.
TEST(HotColdMix, WalksMeetTheObjectsOfAll) {
  ProgramBuilder B;
  B.threads("serve");
  B.add(front());
  ObjectTraffic &O = B.object("", "front", Reach::Any);
  B.count(O, "serve", "conns").Atomic = true;
  B.read(O, "serve", "name").Path.Root = {Slot::Kind::Field, "front", "next", 0};
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Sure, Confidence::Medium);
}

TEST(HotColdMix, ABlockHandedToEachThreadMayBeItsOwn) {
  for (const char *Reader : {"serve", "other"}) {
    ProgramBuilder B;
    B.thread("serve");
    B.thread("other");
    B.add(front());
    ObjectTraffic &O = B.object("*arg", "front", Reach::Handed);
    B.write(O, "serve", "conns");
    B.read(O, Reader, "name");
    EXPECT_EQ(B.run(Rule).size(), Str(Reader) == "other" ? 1u : 0u);
  }
}

TEST(HotColdMix, LibrariesWithoutCallersGetANote) {
  ProgramBuilder B;
  B.libraryFunction("lookup");
  B.add(front());
  ObjectTraffic &O = B.object("", "front", Reach::Any);
  B.count(O, "lookup", "conns");
  B.read(O, "lookup", "name");
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Level, Severity::Note);
  EXPECT_EQ(Found[0].Sure, Confidence::Low);
}

TEST(HotColdMix, PlainWritesOfSeveralThreadsAreKeptApartBySomethingUnseen) {
  for (bool Locked : {false, true}) {
    ProgramBuilder B;
    B.threads("serve");
    B.add(front());
    ObjectTraffic &O = B.object("web", "front");
    Access &A = B.write(O, "serve", "conns");
    if (Locked)
      A.Locks.push_back({Slot::Kind::Global, "mutex", {}, 0});
    B.read(O, "serve", "name");
    EXPECT_EQ(B.run(Rule).size(), Locked ? 1u : 0u);
  }
}

TEST(HotColdMix, AgreedLayoutsAndProgramsWithoutThreads) {
  for (RecordFlag Flag : {RecordFlag::Packed, RecordFlag::WireFormat, RecordFlag::SystemHeader}) {
    ProgramBuilder B;
    B.threads("serve");
    Record R = front();
    R.Flags = Flag;
    B.add(R);
    ObjectTraffic &O = B.object("web", "front");
    B.count(O, "serve", "conns");
    B.read(O, "serve", "name");
    EXPECT_TRUE(B.run(Rule).empty());
  }
  ProgramBuilder B;
  B.threads("serve");
  B.add(front());
  ObjectTraffic &O = B.object("web", "front");
  B.count(O, "serve", "conns");
  B.read(O, "serve", "name");
  B.P.SingleThreaded = true;
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(HotColdMix, MembersOfAUnionAreNotUsedTogether) {
  for (RecordKind Kind : {RecordKind::Struct, RecordKind::Union}) {
    ProgramBuilder B;
    B.threads("serve");
    B.add(front());
    Record Views = record("views", 16, {field("count", 0, 4), field("size", 8, 4)});
    Views.Kind = Kind;
    B.add(Views);
    ObjectTraffic &O = B.object("web", "front");
    B.count(O, "serve", "conns");
    B.read(O, "serve", "name");
    for (FieldTraffic &F : O.Fields) {
      FieldRef Member = F.Chain.front();
      F.Chain = {{"front", "inner", Bits(), Bits::fromBytes(16)}, Member};
      F.Chain.back().Record = "views";
    }
    EXPECT_EQ(B.run(Rule).size(), Kind == RecordKind::Union ? 0u : 1u);
  }
}

} // namespace
