//===-- PercpuUnalignedTest.cpp -----------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/rules/ProgramBuilder.h"

namespace cachelint::test {
namespace {

/// An area of one record for each CPU, which the handler updates.
struct Area : ProgramBuilder {
  Area(uint64_t Size, uint64_t Align) {
    P.Can = Capability::AccessSites;
    thread("handler");
    add(record("counts", Size, {field("n", 0, 8)}));
    Allocation A;
    A.Api = "__alloc_percpu";
    A.Function = "open";
    A.PerCpu = true;
    A.Alignment = Bits::fromBytes(Align);
    A.Element.Record = "counts";
    A.Element.Size = Bits::fromBytes(Size);
    A.Pos = at(40);
    P.Allocations = {A};
    write(false);
  }
  Access &write(bool OtherCpu) {
    Access A;
    A.Function = "handler";
    A.Kind = AccessKind::Write;
    A.OtherCpu = OtherCpu;
    A.Path.Steps.push_back(FieldStep{"counts", "n", Bits(), Bits::fromBytes(8), TypeTrait::Scalar});
    A.Pos = at(50);
    P.Accesses.push_back(A);
    return P.Accesses.back();
  }
};

TEST(PercpuUnaligned, ACopyOverTwoLines) {
  Area B(40, 8);
  Findings Found = B.run("percpu-unaligned");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message, "per-CPU 'counts' (40 bytes) is allocated with an alignment of 8, so "
                              "copies may lie over two lines, and each update touches both");
  EXPECT_EQ(Found[0].Level, Severity::Note);
}

TEST(PercpuUnaligned, WhatCannotLieOverTwo) {
  EXPECT_TRUE(Area(40, 64).run("percpu-unaligned").empty());
  EXPECT_TRUE(Area(24, 32).run("percpu-unaligned").empty());
  EXPECT_TRUE(Area(8, 8).run("percpu-unaligned").empty());
  EXPECT_TRUE(Area(200, 8).run("percpu-unaligned").empty()) << "it takes several anyway";
}

TEST(PercpuUnaligned, NobodyUpdatesIt) {
  Area B(40, 8);
  B.P.Accesses[0].Kind = AccessKind::Read;
  EXPECT_TRUE(B.run("percpu-unaligned").empty());
  B.P.Accesses[0].Kind = AccessKind::Write;
  B.P.Accesses[0].Often.Cold = true;
  EXPECT_TRUE(B.run("percpu-unaligned").empty());
}

TEST(PercpuUnaligned, OtherCpusWriteIt) {
  Area B(8, 8);
  B.write(true);
  Findings Found = B.run("percpu-unaligned");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Level, Severity::Warning);
  B.P.Accesses[1].Kind = AccessKind::Read;
  EXPECT_TRUE(B.run("percpu-unaligned").empty());
  Area Aligned(64, 64);
  Aligned.write(true);
  EXPECT_TRUE(Aligned.run("percpu-unaligned").empty());
}

TEST(PercpuUnaligned, Variables) {
  ProgramBuilder B;
  B.P.Can = Capability::AccessSites;
  B.thread("handler");
  Variable V;
  V.Key = V.Name = "hits";
  V.Storage = StorageKind::PerCpu;
  V.Type.Size = V.Type.Align = Bits::fromBytes(8);
  B.P.Variables = {V};
  for (bool Other : {false, true}) {
    Access A;
    A.Function = "handler";
    A.Kind = AccessKind::ReadModifyWrite;
    A.OtherCpu = Other;
    A.Path.Root = {Slot::Kind::Global, "hits", {}, 0};
    B.P.Accesses.push_back(A);
  }
  EXPECT_EQ(B.run("percpu-unaligned").size(), 1u);
  B.P.Variables[0].DeclaredAlign = Bits::fromBytes(64);
  EXPECT_TRUE(B.run("percpu-unaligned").empty());
  B.P.Variables[0].DeclaredAlign.reset();
  B.P.Variables[0].Storage = StorageKind::Global;
  EXPECT_TRUE(B.run("percpu-unaligned").empty());
}

/// What a binary says: places, and no accesses.
struct Linked : ProgramBuilder {
  Linked() { P.Can = Capability::Addresses; }
  Variable &percpu(Str Name, uint64_t Address, uint64_t Size, TypeTrait Traits = TypeTrait::None) {
    Variable V;
    V.Key = V.Name = Name;
    V.Storage = StorageKind::PerCpu;
    V.Section = ".data..percpu";
    V.Type.Size = Bits::fromBytes(Size);
    V.Type.Traits = Traits;
    V.Address = Address;
    V.Pos = at(static_cast<unsigned>(P.Variables.size()) + 1);
    P.Variables.push_back(V);
    return P.Variables.back();
  }
};

TEST(PercpuUnaligned, AVariableThatTheLinkerPutOverTwoLines) {
  Linked B;
  B.percpu("stat", 0x1020, 48);
  B.percpu("fits", 0x1050, 48);
  B.percpu("large", 0x1090, 128);
  B.percpu("global", 0x2030, 32).Storage = StorageKind::Global;
  Findings Found = B.run("percpu-unaligned");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message, "per-CPU 'stat' (48 bytes) lies over two lines, 32 bytes into the "
                              "first: each update touches both");
  EXPECT_EQ(Found[0].Notes[0].Message, "aligned to 64 bytes it always lies on one");
  EXPECT_EQ(Found[0].Level, Severity::Note);
  EXPECT_EQ(Found[0].Weight, 64u);
}

TEST(PercpuUnaligned, AVariableForOtherCpusBesideThoseOfTheOwn) {
  Linked B;
  B.percpu("hits", 0x1000, 8);
  B.percpu("next", 0x1008, 4);
  B.percpu("pending", 0x1010, 4, TypeTrait::Atomic);
  B.percpu("elsewhere", 0x1040, 8);
  Findings Found = B.run("percpu-unaligned");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Variable, "pending");
  EXPECT_EQ(Found[0].Message, "per-CPU 'pending' is atomic, as if other CPUs wrote it, and lies on "
                              "one cache line with 'hits' and 'next'");
  EXPECT_EQ(Found[0].OtherVariableKeys.size(), 2u);
  B.P.Variables[2].Address = 0x1080;
  EXPECT_TRUE(B.run("percpu-unaligned").empty()) << "it is alone";
  B.P.Variables[2].Address = 0x1010;
  B.P.Variables[2].Type.Traits = TypeTrait::None;
  EXPECT_TRUE(B.run("percpu-unaligned").empty()) << "the CPU's own";
}

TEST(PercpuUnaligned, ALockInsideOfARecordIsForOtherCpus) {
  Linked B;
  B.add(record("queue", 16, {field("lock", 0, 4, TypeTrait::Lock), field("head", 8, 8)}));
  B.percpu("work", 0x1000, 16).Type.Record = "queue";
  B.percpu("hits", 0x1010, 8);
  Findings Found = B.run("percpu-unaligned");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message, "per-CPU 'work' holds 'lock', as if other CPUs wrote it, and lies on "
                              "one cache line with 'hits'");
}

} // namespace
} // namespace cachelint::test
