//===-- MissingGuardTest.cpp --------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/rules/ProgramBuilder.h"

namespace cachelint::test {
namespace {

Record guarded() {
  Field Guard = field("cache_guard", 64, 64, TypeTrait::CharLike, 64);
  Guard.Type.Extents = {64};
  return record("dice", 128, {field("z", 0, 8), Guard}, 64);
}

/// Rows that threads write, each on a line.
struct Rows : ProgramBuilder {
  explicit Rows(uint64_t Stride = 64, uint64_t Base = 64, bool Guards = true) {
    thread("worker");
    add(record("row", Stride, {field("n", 0, 8)}, Base));
    if (Guards)
      add(guarded());
    ArrayFacts &A = array("rows", Stride, 16);
    A.ElementRecord = "row";
    A.BaseAlign = Bits::fromBytes(Base);
    touch(A, "worker", AccessKind::Write, ThreadIndex::Certain, "n", std::pair(0, 8));
  }
};

TEST(MissingGuard, RowsBesideEachOther) {
  Rows B;
  Findings Found = B.run("missing-guard");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Variable, "rows");
  EXPECT_EQ(Found[0].Level, Severity::Note);
  EXPECT_EQ(Found[0].Notes[1].Message, "'dice' has a guard line");
}

TEST(MissingGuard, ALineBetweenOrPairsOfLinesAreFine) {
  EXPECT_TRUE(Rows(128).run("missing-guard").empty());
  EXPECT_TRUE(Rows(256, 128).run("missing-guard").empty());
  EXPECT_TRUE(Rows(32).run("missing-guard").empty()) << "that is per-thread-array's";
}

TEST(MissingGuard, AProgramWithoutGuardsDoesNotCare) {
  Rows B(64, 64, false);
  EXPECT_TRUE(B.run("missing-guard").empty());
  B.Options.Pedantic = true;
  EXPECT_TRUE(B.run("missing-guard").empty()) << "no unit is for x86";
  Origin X86;
  X86.Target = "x86_64-pc-linux-gnu";
  B.P.Units = {X86};
  EXPECT_EQ(B.run("missing-guard").size(), 1u);
}

TEST(MissingGuard, StorageOfOneThreadOrOneThreadAlone) {
  Rows B;
  B.P.Arrays[0].Storage = StorageKind::ThreadLocal;
  EXPECT_TRUE(B.run("missing-guard").empty());
  Rows Single;
  Single.P.SingleThreaded = true;
  EXPECT_TRUE(Single.run("missing-guard").empty());
}

} // namespace
} // namespace cachelint::test
