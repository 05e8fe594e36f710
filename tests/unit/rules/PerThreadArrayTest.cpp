//===-- PerThreadArrayTest.cpp -------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/rules/ProgramBuilder.h"

#include "gmock/gmock.h"

using namespace cachelint::test;
using testing::HasSubstr;
using testing::Not;

namespace {

const char Rule[] = "per-thread-array";

Record statistics(uint64_t Size = 32, uint64_t Align = 0) {
  Record R = record("worker_statistics", Size,
                    {field("rx_packets", 0, 8), field("tx_packets", 8, 8), field("rx_bytes", 16, 8),
                     field("tx_bytes", 24, 8)},
                    Align);
  R.LineAlignSpelling = "__rte_cache_aligned";
  return R;
}

/// `static struct worker_statistics stats[MAX_WORKERS]`, each counter bumped by its worker.
struct Switch : ProgramBuilder {
  ArrayFacts &Stats;
  explicit Switch(Record R = statistics()) : Stats(array("stats", R.Size->bytes(), 16)) {
    thread("worker_main");
    add(R);
    Stats.ElementRecord = "worker_statistics";
    Stats.ElementTraits = TypeTrait::Record;
    Stats.BaseAlign = R.Align;
  }
  void bumpAll(ThreadIndex Thread = ThreadIndex::Certain) {
    uint64_t Offset = 0;
    for (Str Name : {"rx_packets", "tx_packets", "rx_bytes", "tx_bytes"}) {
      touch(Stats, "worker_main", AccessKind::ReadModifyWrite, Thread, Name,
            std::pair(Offset, Offset + 8));
      Offset += 8;
    }
  }
};

TEST(PerThreadArray, CountersOfWorkersOnOneLine) {
  Switch B;
  B.bumpAll();
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  const Finding &F = Found[0];
  EXPECT_EQ(F.Message,
            "2 elements of 'stats' share a cache line (32 bytes each, lines of 64), and threads "
            "write their own 'rx_packets', 'tx_packets' and 2 more in 'worker_main' (index: "
            "rte_lcore_id())");
  EXPECT_EQ(F.Level, Severity::Warning);
  EXPECT_EQ(F.Sure, Confidence::High);
  EXPECT_EQ(F.Record, "worker_statistics");
  EXPECT_EQ(F.Variable, "stats");
  EXPECT_EQ(F.Field, "");
  EXPECT_EQ(F.Pos, at(20, 5));
  EXPECT_EQ(F.Bytes, (std::pair<uint64_t, uint64_t>(0, 32)));
  EXPECT_EQ(F.Sites.size(), 4u);
  ASSERT_EQ(F.Notes.size(), 4u) << "three writes and the index";
  EXPECT_EQ(F.Notes[0].Message, "'rx_packets' is written here in 'worker_main'");
  EXPECT_EQ(F.Notes[3].Message, "the index is taken for a thread's: rte_lcore_id()");
  ASSERT_EQ(F.Fixes.size(), 1u);
  EXPECT_EQ(F.Fixes[0].Edits[0].Begin, at(9, 2)) << "behind the brace";
  EXPECT_EQ(F.Fixes[0].Edits[0].Text, " __rte_cache_aligned");
}

TEST(PerThreadArray, AKeywordGoesInFrontOfTheName) {
  Record R = statistics();
  R.LineAlignSpelling = "alignas(64)";
  R.LineAlignIsKeyword = true;
  Switch B(R);
  B.bumpAll();
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  ASSERT_EQ(Found[0].Fixes.size(), 1u);
  EXPECT_EQ(Found[0].Fixes[0].Edits[0].Begin, at(3, 7));
  EXPECT_EQ(Found[0].Fixes[0].Edits[0].Text, " alignas(64)");
}

TEST(PerThreadArray, RepairedTwinIsSilent) {
  Switch B(statistics(64, 64));
  B.bumpAll();
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(PerThreadArray, WiderLinesTakeMore) {
  Switch B(statistics(64, 64));
  B.bumpAll();
  B.Options.LineSize = Bits::fromBytes(128);
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_THAT(Found[0].Message, HasSubstr("2 elements of 'stats'"));
}

TEST(PerThreadArray, WithoutHotWritesSilent) {
  Switch B;
  B.touch(B.Stats, "worker_main", AccessKind::Read);
  EXPECT_TRUE(B.run(Rule).empty()) << "only read";
  B.write(B.Stats, "worker_main").Hot = false;
  EXPECT_TRUE(B.run(Rule).empty()) << "written once, when the thread starts";
  B.write(B.Stats, "worker_main", ThreadIndex::No);
  EXPECT_TRUE(B.run(Rule).empty()) << "written hot by an index that is no thread's";
  B.write(B.Stats, "worker_main");
  EXPECT_EQ(B.run(Rule).size(), 1u);
}

TEST(PerThreadArray, StorageOfTheThreadItselfIsSilent) {
  for (StorageKind S : {StorageKind::ThreadLocal, StorageKind::PerCpu, StorageKind::Automatic}) {
    Switch B;
    B.bumpAll();
    B.Stats.Storage = S;
    EXPECT_TRUE(B.run(Rule).empty()) << int(S);
  }
}

TEST(PerThreadArray, ConstantsAndSingleThreadsAreSilent) {
  Switch B;
  B.bumpAll();
  B.P.SingleThreaded = true;
  EXPECT_TRUE(B.run(Rule).empty());
  B.P.SingleThreaded = false;
  B.Stats.ElementTraits |= TypeTrait::Const;
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(PerThreadArray, ANameIsAWarningOnlyInThreadsThatAreSeen) {
  Switch B;
  B.bumpAll(ThreadIndex::ByName);
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Sure, Confidence::Medium);
  EXPECT_EQ(Found[0].Level, Severity::Warning);

  ProgramBuilder L;
  L.libraryFunction("set_power");
  ArrayFacts &A = L.array("power", 8, 128);
  L.write(A, "set_power", ThreadIndex::ByName);
  Found = L.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Sure, Confidence::Low);
  EXPECT_EQ(Found[0].Level, Severity::Note);
  L.write(A, "set_power", ThreadIndex::Certain);
  EXPECT_EQ(L.run(Rule).at(0).Sure, Confidence::Medium);
}

TEST(PerThreadArray, ABoundAloneIsANote) {
  Switch B;
  B.bumpAll(ThreadIndex::ByBound);
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Level, Severity::Note);
}

TEST(PerThreadArray, LoopsOverAllAndHashesAreNoThreads) {
  Switch B;
  ElementAccess &E = B.write(B.Stats, "worker_main", ThreadIndex::ByName);
  std::get<IndexStep>(E.Path.Steps[0]).Index.LoopCounter = true;
  EXPECT_TRUE(B.run(Rule).empty());
  std::get<IndexStep>(E.Path.Steps[0]).Index.LoopCounter = false;
  std::get<IndexStep>(E.Path.Steps[0]).Index.Mixed = true;
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(PerThreadArray, ScalarsAreToBeWrapped) {
  ProgramBuilder B;
  B.thread("helper");
  ArrayFacts &A = B.array("io_backlog", 8, 16);
  A.ElementTraits |= TypeTrait::Atomic;
  B.touch(A, "helper", AccessKind::ReadModifyWrite);
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_THAT(
      Found[0].Message,
      HasSubstr("8 elements of 'io_backlog' share a cache line (8 bytes each, lines of 64), "
                "and threads write their own in 'helper' (index"));
  EXPECT_TRUE(Found[0].Fixes.empty());
  EXPECT_THAT(Found[0].Notes.back().Message, HasSubstr("wrap 'unsigned long' in a struct"));
}

TEST(PerThreadArray, PositionsInTextAreNoThreads) {
  ProgramBuilder B;
  B.thread("print");
  ArrayFacts &A = B.array("line", 1, 80);
  A.ElementTraits |= TypeTrait::CharLike;
  B.write(A, "print", ThreadIndex::ByName);
  EXPECT_TRUE(B.run(Rule).empty());
  A.ThreadBound = true;
  EXPECT_EQ(B.run(Rule).size(), 1u);
  A.ThreadBound = false;
  B.write(A, "print", ThreadIndex::Certain);
  EXPECT_EQ(B.run(Rule).size(), 1u);
}

TEST(PerThreadArray, WhatReachesBeyondAnElementIsCut) {
  Switch B(statistics(64, 64));
  B.touch(B.Stats, "worker_main", AccessKind::Write, ThreadIndex::Certain, "all",
          std::pair(0, 128));
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(PerThreadArray, AMemberArrayNamesOwnerAndField) {
  ProgramBuilder B;
  B.thread("run_thread");
  Field Counts = field("idle_now", 16, 8, TypeTrait::Pointer);
  B.add(record("backend", 24, {field("addr", 0, 8, TypeTrait::Pointer), Counts}));
  ArrayFacts &A = B.array("backend::idle_now", 4);
  A.VariableKey = "";
  A.OwnerRecord = "backend";
  A.Heap = true;
  A.BaseAlign = Bits::fromBytes(64);
  Allocation Alloc;
  Alloc.Api = "calloc";
  Alloc.Alignment = Bits::fromBytes(16);
  Alloc.Pos = at(50);
  FieldStep To;
  To.Record = "backend";
  To.Name = "idle_now";
  Alloc.AssignedTo.emplace();
  Alloc.AssignedTo->Steps.push_back(To);
  B.P.Allocations.push_back(Alloc);
  B.touch(A, "run_thread", AccessKind::ReadModifyWrite);
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Record, "backend");
  EXPECT_EQ(Found[0].Field, "idle_now");
  EXPECT_EQ(Found[0].Variable, "backend::idle_now");
  EXPECT_THAT(Found[0].Message, HasSubstr("16 elements"));
  EXPECT_EQ(Found[0].Notes.back().Pos, at(50));
  EXPECT_EQ(Found[0].Notes.back().Message,
            "'calloc' promises 16 bytes only: allocate the array aligned to 64, as well");
}

TEST(PerThreadArray, AHeapBlockIsRepairedInWords) {
  Switch B;
  B.bumpAll();
  B.Stats.Heap = true;
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(Found[0].Fixes.empty()) << "an aligned type in a malloc block is undefined";
  EXPECT_EQ(Found[0].Notes.back().Message, "align 'worker_statistics' with '__rte_cache_aligned'");
}

TEST(PerThreadArray, ARecordOfManyUsesIsNotChanged) {
  Switch B;
  B.bumpAll();
  for (Str Name : {"session", "tunnel"}) {
    Field Inner = field("stats", 0, 32, TypeTrait::Record);
    Inner.Type.Record = "worker_statistics";
    B.add(record(Name, 32, {Inner}));
  }
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(Found[0].Fixes.empty());
  EXPECT_THAT(Found[0].Notes.back().Message, HasSubstr("used elsewhere, too"));
}

TEST(PerThreadArray, LocalCopiesAreNoOtherUses) {
  Switch B;
  B.bumpAll();
  for (Str Name : {"total", "one"}) {
    Variable Local;
    Local.Key = Local.Name = Name;
    Local.Storage = StorageKind::Automatic;
    Local.Type.Record = "worker_statistics";
    B.P.Variables.push_back(Local);
  }
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Fixes.size(), 1u);
}

TEST(PerThreadArray, LocksCountAsWrites) {
  ProgramBuilder B;
  B.thread("poll_main");
  Record Queue = record("out_queue", 8, {field("lock", 0, 4, TypeTrait::Lock), field("map", 4, 4)});
  B.add(Queue);
  ArrayFacts &A = B.array("netport::outq", 8);
  A.ElementRecord = "out_queue";
  ElementAccess &E =
      B.touch(A, "poll_main", AccessKind::Read, ThreadIndex::Launched, "lock", std::pair(0, 4));
  EXPECT_TRUE(B.run(Rule).empty());
  const_cast<Access *>(E.A)->LockOperation = true;
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Notes[0].Message, "'lock' is written here as a lock in 'poll_main'");
}

TEST(PerThreadArray, ALockBehindAPointerInTheElementIsNotInIt) {
  ProgramBuilder B;
  B.thread("poll_main");
  ArrayFacts &A = B.array("pollers", 24);
  ElementAccess &E = B.touch(A, "poll_main", AccessKind::Read, ThreadIndex::Launched, "port");
  const_cast<Access *>(E.A)->LockOperation = true;
  EXPECT_EQ(B.run(Rule).size(), 1u);
  E.Path.Steps.push_back(DerefStep());
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(PerThreadArray, AnAlignmentWithoutEffectIsNotRepairedTwice) {
  Switch B;
  B.bumpAll();
  AlignmentMark M;
  M.Where = AlignmentMark::On::VariableName;
  M.Record = "worker_statistics";
  M.Pos = at(9, 3);
  B.P.Marks.push_back(M);
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(Found[0].Fixes.empty());
  EXPECT_EQ(Found[0].Notes.back().Pos, at(9, 3));
}

TEST(PerThreadArray, OnlyTheEdgesOfLargeElementsMeet) {
  Switch B(statistics(136));
  B.touch(B.Stats, "worker_main", AccessKind::Write, ThreadIndex::Certain, "holds",
          std::pair(0, 136));
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_THAT(Found[0].Message, HasSubstr("neighbouring elements of 'stats' share a cache line at "
                                          "their edges (136 bytes each, no multiple of 64)"));
}

TEST(PerThreadArray, PadsInsideTheElementIsolate) {
  Switch B(statistics(160));
  B.Stats.Heap = true;
  B.Stats.BaseAlign = Bits::fromBytes(16);
  B.touch(B.Stats, "worker_main", AccessKind::Write, ThreadIndex::Certain, "spins",
          std::pair(64, 92));
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(PerThreadArray, WholeLinesOnABaseThatIsNotAligned) {
  Switch B(statistics(64));
  B.Stats.Heap = true;
  B.Stats.BaseAlign = Bits::fromBytes(16);
  B.touch(B.Stats, "worker_main", AccessKind::Write, ThreadIndex::Certain, "sum", std::pair(0, 64));
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Sure, Confidence::Medium);
  EXPECT_EQ(Found[0].Level, Severity::Warning);
  EXPECT_THAT(Found[0].Message, HasSubstr("it is only sure to start at a multiple of 16 bytes"));

  // A pad fills most of the element: only one place of four brings two together.
  B.Stats.Accesses.clear();
  B.touch(B.Stats, "worker_main", AccessKind::Write, ThreadIndex::Certain, "sum", std::pair(0, 24));
  Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Level, Severity::Note);
}

TEST(PerThreadArray, AnAlignedTypeIsBelievedWhereNothingIsKnownOfItsBlock) {
  Switch B(statistics(64, 64));
  B.Stats.Heap = true;
  B.Stats.BaseAlign.reset();
  B.bumpAll();
  EXPECT_TRUE(B.run(Rule).empty());
  B.Stats.BaseAlign = Bits::fromBytes(16);
  B.touch(B.Stats, "worker_main", AccessKind::Write, ThreadIndex::Certain, "sum", std::pair(0, 64));
  EXPECT_EQ(B.run(Rule).size(), 1u) << "but not where the allocator is known to promise less";
}

TEST(PerThreadArray, TheAddressInTheBinaryDecides) {
  Switch B(statistics(64));
  B.touch(B.Stats, "worker_main", AccessKind::Write, ThreadIndex::Certain, "sum", std::pair(0, 64));
  Variable V;
  V.Key = "stats";
  V.Address = 0x4040;
  B.P.Variables.push_back(V);
  EXPECT_TRUE(B.run(Rule).empty());
  B.P.Variables[0].Address = 0x4060;
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Sure, Confidence::High);
  EXPECT_THAT(Found[0].Message, HasSubstr("it starts 32 bytes into a line"));
}

} // namespace
