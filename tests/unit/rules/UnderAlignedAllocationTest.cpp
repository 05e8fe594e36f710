//===-- UnderAlignedAllocationTest.cpp ----------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/rules/ProgramBuilder.h"

namespace cachelint::test {
namespace {

Allocation block(Str Api, uint64_t Promised, Str Record, uint64_t Align) {
  Allocation A;
  A.Api = Api;
  A.Function = "make";
  A.Alignment = Bits::fromBytes(Promised);
  A.Element.Spelling = Record;
  A.Element.Record = Record;
  A.Element.Align = Bits::fromBytes(Align);
  A.Element.Traits = TypeTrait::Record;
  A.Pos = at(40, 7);
  return A;
}

TEST(UnderAlignedAllocation, ATypeThatWantsALine) {
  ProgramBuilder B;
  B.add(record("box", 128, {field("n", 0, 8)}, 64));
  B.P.Allocations = {block("malloc", 16, "box", 64)};
  Findings Found = B.run("under-aligned-allocation");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message,
            "'box' is aligned to 64 bytes, but 'malloc' promises 16 bytes: it may "
            "start anywhere in a line and share it with what lies beside it");
  EXPECT_EQ(Found[0].Level, Severity::Warning);
  EXPECT_EQ(Found[0].Record, "box");
}

TEST(UnderAlignedAllocation, SilentWhereThePromiseIsEnoughOrUnknown) {
  ProgramBuilder B;
  B.add(record("box", 128, {field("n", 0, 8)}, 64));
  B.P.Allocations = {block("aligned_alloc", 64, "box", 64), block("pool", 64, "box", 64)};
  B.P.Allocations[1].Alignment.reset();
  EXPECT_TRUE(B.run("under-aligned-allocation").empty());
}

TEST(UnderAlignedAllocation, SixteenBytesAreUsual) {
  ProgramBuilder B; // long double from a kernel's allocator, which promises 8
  B.add(record("real", 16, {field("x", 0, 16)}, 16));
  B.P.Allocations = {block("kmalloc", 8, "real", 16)};
  EXPECT_TRUE(B.run("under-aligned-allocation").empty());
  B.P.Allocations = {block("kmalloc", 8, "real", 32)};
  EXPECT_EQ(B.run("under-aligned-allocation").size(), 1u);
}

TEST(UnderAlignedAllocation, PerCpuAreasAreAnotherRules) {
  ProgramBuilder B;
  B.add(record("box", 128, {field("n", 0, 8)}, 64));
  B.P.Allocations = {block("__alloc_percpu", 8, "box", 64)};
  B.P.Allocations[0].PerCpu = true;
  EXPECT_TRUE(B.run("under-aligned-allocation").empty());
}

TEST(UnderAlignedAllocation, SitesOfOneFunctionAreOneFinding) {
  ProgramBuilder B;
  B.add(record("box", 128, {field("n", 0, 8)}, 64));
  B.P.Allocations = {block("malloc", 16, "box", 64), block("malloc", 16, "box", 64),
                     block("malloc", 16, "box", 64)};
  B.P.Allocations[1].Pos = at(50);
  B.P.Allocations[2].Function = "other";
  Findings Found = B.run("under-aligned-allocation");
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].Notes[1].Message, "also here: 'malloc' promises 16 bytes");
}

TEST(UnderAlignedAllocation, PadsNeedALineToStartOn) {
  ProgramBuilder B;
  Field Pad = field("pad0", 8, 56, TypeTrait::CharLike, 1);
  Pad.Type.Extents = {56};
  B.add(record("ends", 72, {field("head", 0, 8), Pad, field("tail", 64, 8)}));
  B.P.Allocations = {block("malloc", 16, "ends", 8)};
  Findings Found = B.run("under-aligned-allocation");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Level, Severity::Note);
  EXPECT_EQ(Found[0].Field, "pad0");
  B.P.Allocations = {block("aligned_alloc", 64, "ends", 8)};
  EXPECT_TRUE(B.run("under-aligned-allocation").empty());
  B.P.Allocations = {block("malloc", 16, "ends", 8)};
  B.P.SingleThreaded = true;
  EXPECT_TRUE(B.run("under-aligned-allocation").empty());
}

} // namespace
} // namespace cachelint::test
