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

} // namespace
} // namespace cachelint::test
