//===-- PerThreadByWordsTest.cpp -----------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// per-thread-array on what a binary says: bounds, names and places.
#include "tests/unit/rules/ProgramBuilder.h"

#include "gmock/gmock.h"

using namespace cachelint::test;
using testing::HasSubstr;

namespace {

const char Rule[] = "per-thread-array";

struct Linked : ProgramBuilder {
  Linked() {
    P.Can = Capability::Addresses | Capability::AtomicTypes;
    Words.ThreadBounds = {"ARRAY_SIZE(cpu_offset)"};
    Words.ThreadIdNames = {"worker", "cpu", "worker_id"};
  }
  Variable &table(Str Name, uint64_t Count, uint64_t Size, uint64_t Address = 0x1000) {
    Variable V;
    V.Key = V.Name = Name;
    V.Type.Extents = {Count};
    V.Type.ElementSize = Bits::fromBytes(Size);
    V.Type.Size = Bits::fromBytes(Count * Size);
    V.Type.Traits = TypeTrait::Scalar;
    V.Address = Address;
    V.Section = ".bss";
    V.Pos = at(static_cast<unsigned>(P.Variables.size()) + 1);
    P.Variables.push_back(V);
    return P.Variables.back();
  }
};

TEST(PerThreadByWords, AsManyElementsAsTheProgramHasThreads) {
  Linked B;
  B.table("cpu_offset", 8192, 8).Section = ".data..ro_after_init";
  B.table("ids", 8192, 4);
  B.table("others", 4096, 4);
  B.table("cpu_caps", 16, 4); // a name with another number
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(
      Found[0].Message,
      "16 elements of 'ids' share a cache line (4 bytes each, 8192 of them), and there may be "
      "one for each thread: it has as many elements as 'cpu_offset'");
  EXPECT_EQ(Found[0].Level, Severity::Note);
  EXPECT_EQ(Found[0].Sure, Confidence::Low);
  EXPECT_EQ(Found[0].Weight, 32768u);
}

TEST(PerThreadByWords, SmallNumbersTakeANameAsWell) {
  Linked B;
  B.table("cpu_offset", 64, 8).Section = ".rodata";
  B.table("ids", 64, 4);
  B.table("worker_hits", 64, 8);
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_THAT(Found[0].Message, HasSubstr("'worker_hits' share a cache line (8 bytes each, 64 of "
                                          "them), and there may be one for each thread: 'worker' "
                                          "is in its name"));
}

TEST(PerThreadByWords, NamesAloneWhereNobodyKnowsTheNumber) {
  auto Run = [](Str Name, uint64_t Count, Str Record = "") {
    Linked B;
    B.table(Name, Count, 24).Type.Record = Record;
    return B.run(Rule).size();
  };
  EXPECT_EQ(Run("workers", 16), 1u);
  EXPECT_EQ(Run("app::worker_stats", 16), 1u);
  EXPECT_EQ(Run("stats", 16, "app::worker_stats"), 1u);
  EXPECT_EQ(Run("stats", 16), 0u);
  EXPECT_EQ(Run("networker_stats", 16), 0u) << "no word of its own";
  EXPECT_EQ(Run("worker::stats", 16), 0u) << "the scope says nothing";
  EXPECT_EQ(Run("worker_stats", 11), 0u) << "bounds of threads are powers of two";
  EXPECT_EQ(Run("worker_stats", 2), 0u);
}

TEST(PerThreadByWords, WhereElementsLie) {
  auto Run = [](uint64_t Size, uint64_t Address) {
    Linked B;
    B.table("workers", 16, Size, Address);
    return B.run(Rule);
  };
  EXPECT_TRUE(Run(64, 0x1000).empty());
  EXPECT_TRUE(Run(128, 0x1000).empty());
  EXPECT_TRUE(Run(1000, 0x1000).empty()) << "only the edges of large elements meet";
  Findings Found = Run(64, 0x1010);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_THAT(Found[0].Message,
              HasSubstr("'workers' starts 16 bytes into a line, so each of its 16 "
                        "elements (64 bytes each) shares lines"));
}

TEST(PerThreadByWords, APadKeepsElementsApart) {
  Linked B;
  Field Pad = field("pad", 8, 56, TypeTrait::Scalar | TypeTrait::CharLike, 1);
  Pad.Type.Extents = {56};
  B.add(record("slot", 64, {field("hits", 0, 8), Pad}));
  B.table("workers", 16, 64, 0x1010).Type.Record = "slot";
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(PerThreadByWords, WhatNoThreadWritesIsSilent) {
  for (unsigned Case = 0; Case != 7; ++Case) {
    Linked B;
    Variable &V = B.table("workers", 16, 8);
    if (Case == 0)
      V.Type.Traits |= TypeTrait::Const;
    else if (Case == 1)
      V.Type.Traits = TypeTrait::Pointer;
    else if (Case == 2)
      V.Type.Traits |= TypeTrait::CharLike;
    else if (Case == 3)
      V.Section = ".data..read_mostly";
    else if (Case == 4)
      V.Section = ".init.data";
    else if (Case == 5)
      V.Storage = StorageKind::PerCpu;
    EXPECT_EQ(B.run(Rule).size(), Case == 6 ? 1u : 0u) << Case;
  }
}

} // namespace
