//===-- ArraysTest.cpp - arrays and who touches them ---------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Build.h"

using namespace cachelint;
using namespace cachelint::test;

namespace {

using ByteRange = std::optional<std::pair<uint64_t, uint64_t>>;

class Arrays : public ::testing::Test {
protected:
  Arrays() {
    U.function("main");
    U.function("worker");
    U.launch("main", "worker");
  }
  IndexStep own(uint64_t Stride) { return index(Stride, {threadId("rte_lcore_id")}); }

  Unit U;
};

TEST_F(Arrays, VariableOfRecords) {
  Variable &V = U.variable("stats", 256, 8);
  V.DeclaredAlign = bytes(64);
  V.BoundText = "MAX_THREADS";
  IndexStep I = own(32);
  I.Extent = 8;
  I.ElementRecord = "stat";
  U.access("worker", path(global("stats"), {I, field("stat", "tx", 8, 8)}), inLoop()).Size =
      bytes(8);
  Built B(U);
  const ArrayFacts &A = B.array("stats");
  EXPECT_EQ(A.VariableKey, "stats");
  EXPECT_EQ(A.Stride, bytes(32));
  EXPECT_EQ(A.Extent, 8u);
  EXPECT_EQ(A.BoundText, "MAX_THREADS");
  EXPECT_EQ(A.ElementRecord, "stat");
  EXPECT_EQ(A.BaseAlign, bytes(64));
  EXPECT_EQ(A.Storage, StorageKind::FileStatic);
  EXPECT_FALSE(A.Heap);
  ASSERT_EQ(A.Accesses.size(), 1u);
  EXPECT_EQ(A.Accesses[0].Bytes, ByteRange({8, 16}));
  EXPECT_EQ(A.Accesses[0].Kind, AccessKind::Write);
}

TEST_F(Arrays, BlockBehindAMember) {
  Record &R = U.record("netport", 16, 8);
  U.member(R, "outq", 0, 8);
  U.access("worker",
           path(param("worker", 0), {deref(), field("netport", "outq", 0, 8), deref(), own(8),
                                     field("out_queue", "lock", 0, 4)}),
           inLoop());
  U.allocation("main", path(local("main", "p"), {deref(), field("netport", "outq", 0, 8)}), 16);
  Built B(U);
  const ArrayFacts &A = B.array("netport::outq");
  EXPECT_TRUE(A.Heap);
  EXPECT_EQ(A.OwnerRecord, "netport");
  EXPECT_EQ(A.VariableKey, "");
  EXPECT_EQ(A.BaseAlign, bytes(16));
  EXPECT_EQ(A.Storage, StorageKind::Global);
}

TEST_F(Arrays, ArrayMember) {
  Record &R = U.record("ctl", 512, 64);
  U.member(R, "cells", 64, 256);
  U.variable("the_ctl", 512, 64);
  U.access("worker", path(global("the_ctl"), {field("ctl", "cells", 64, 256), own(16)}), inLoop());
  Built B(U);
  EXPECT_EQ(B.array("ctl::cells").BaseAlign, bytes(64));
  EXPECT_FALSE(B.array("ctl::cells").Heap);

  // The same member 8 bytes further on, and in a heap object of which nothing is known.
  U.Facts.Accesses[0].Path = path(global("the_ctl"), {field("ctl", "cells", 72, 256), own(16)});
  EXPECT_EQ(Built(U).array("ctl::cells").BaseAlign, bytes(8));
  U.Facts.Records[0].Align = bytes(8);
  U.Facts.Accesses[0].Path =
      path(param("worker", 0), {deref(), field("ctl", "cells", 64, 256), own(16)});
  EXPECT_EQ(Built(U).array("ctl::cells").BaseAlign, std::nullopt);
}

TEST_F(Arrays, WriteThroughAPointerElementReadsTheElement) {
  // h->row[tid]->slot[i] = p
  U.access("worker",
           path(param("worker", 0), {deref(), field("hazards", "row", 8, 8), deref(), own(8),
                                     deref(), field("hp_row", "slot", 0, 64), loopIndex(8)}),
           inLoop());
  Built B(U);
  const ElementAccess &Row = B.element("hazards::row");
  EXPECT_EQ(Row.Kind, AccessKind::Read);
  EXPECT_EQ(Row.Thread, ThreadIndex::Certain);
  EXPECT_EQ(Row.Bytes, ByteRange({0, 8}));
  EXPECT_TRUE(std::holds_alternative<DerefStep>(Row.Path.Steps.back()));
  const ElementAccess &Slot = B.element("hp_row::slot");
  EXPECT_EQ(Slot.Kind, AccessKind::Write);
  EXPECT_EQ(Slot.Thread, ThreadIndex::No);
}

TEST_F(Arrays, TakingALockWritesTheElementThatHoldsIt) {
  // lock(&q[tid].lock) and lock(&w[tid].port->lock)
  U.access("worker", path(global("q"), {own(8), field("queue", "lock", 0, 4)}), inLoop(),
           AccessKind::Read)
      .LockOperation = true;
  U.access("worker",
           path(global("w"),
                {own(24), field("poller", "port", 0, 8), deref(), field("port", "lock", 0, 4)}),
           inLoop(), AccessKind::ReadModifyWrite)
      .LockOperation = true;
  Built B(U);
  EXPECT_EQ(B.element("q").Kind, AccessKind::ReadModifyWrite);
  EXPECT_EQ(B.element("w").Kind, AccessKind::Read);
}

TEST_F(Arrays, RowOfAThreadDecidesTheStride) {
  // grid[thread][class]
  IndexStep Row = own(40), Cell = loopIndex(8);
  Cell.Extent = 5;
  U.access("worker", path(global("grid"), {Row, Cell}), inLoop());
  Built B(U);
  const ArrayFacts &A = B.array("grid");
  EXPECT_EQ(A.Stride, bytes(40));
  EXPECT_EQ(A.Accesses[0].Bytes, ByteRange({0, 40})) << "any of the row's cells";
}

TEST_F(Arrays, ThreadInTheSecondIndex) {
  // grid[class][thread]; main() sums up
  U.variable("grid", 320, 8).DeclaredAlign = bytes(64);
  U.access("worker", path(global("grid"), {constantIndex(40, 1), own(8)}), inLoop());
  U.access("main", path(global("grid"), {loopIndex(40), loopIndex(8)}), inLoop(), AccessKind::Read);
  Built B(U);
  ASSERT_EQ(B.P.Arrays.size(), 2u);
  const ArrayFacts &Cells = B.P.Arrays[0], &Rows = B.P.Arrays[1];
  EXPECT_EQ(Cells.Stride, bytes(8));
  EXPECT_EQ(Cells.Accesses.size(), 2u);
  EXPECT_EQ(Cells.BaseAlign, bytes(8)) << "a row starts at any multiple of 40";
  EXPECT_EQ(Rows.Stride, bytes(40));
  EXPECT_EQ(Rows.Accesses.size(), 1u) << "the thread's index is not the row";
}

TEST_F(Arrays, BytesBehindInnerIndices) {
  // e[tid].counts[2].hi and e[tid].counts[n].hi, counts at 16, 8 bytes each, hi at 4
  auto Hi = [&](IndexStep Inner) {
    Inner.Extent = 4;
    return path(global("e"),
                {own(64), field("elem", "counts", 16, 32), Inner, field("pair", "hi", 4, 4)});
  };
  U.access("worker", Hi(constantIndex(8, 2)), inLoop());
  U.access("worker", Hi(loopIndex(8)), inLoop());
  Built B(U);
  const ArrayFacts &A = B.array("e");
  ASSERT_EQ(A.Accesses.size(), 2u);
  EXPECT_EQ(A.Accesses[0].Bytes, ByteRange({36, 40}));
  EXPECT_EQ(A.Accesses[1].Bytes, ByteRange({16, 48}));
}

TEST_F(Arrays, ElementHandedToEachThread) {
  // struct idle_state *all = calloc(..); pthread_create(.., worker, &all[i]);  s->spins++
  IndexStep I = index(152, {launchId("main", "i")}, "i");
  I.ElementRecord = "idle_state";
  Variable &V = U.variable("all", 8, 8, StorageKind::Automatic);
  V.Function = "main";
  U.allocation("main", path(local("main", "all"), {}), 16);
  U.address(path(local("main", "all"), {deref(), I}), param("worker", 0), "main");
  U.access("worker", path(param("worker", 0), {deref(), field("idle_state", "spins", 64, 8)}),
           inLoop(), AccessKind::ReadModifyWrite);
  Built B(U);
  const ArrayFacts &A = B.array("all");
  EXPECT_TRUE(A.Heap);
  EXPECT_EQ(A.BaseAlign, bytes(16));
  EXPECT_EQ(A.Storage, StorageKind::Global);
  ASSERT_EQ(A.Accesses.size(), 1u);
  EXPECT_EQ(A.Accesses[0].Thread, ThreadIndex::Launched);
  EXPECT_EQ(A.Accesses[0].How,
            "main() hands each thread that it starts by pthread_create an element of its own");
  EXPECT_EQ(A.Accesses[0].Bytes, ByteRange({64, 72}));
  EXPECT_TRUE(A.Accesses[0].Hot);
}

TEST_F(Arrays, ElementsAddressIsCopiedOnTheWay) {
  // &all[i] -> worker(arg) -> step(s) -> field -> use
  U.function("step");
  U.address(path(global("all"), {index(24, {launchId("main", "i")}, "i")}), param("worker", 0),
            "main");
  U.flow(param("worker", 0), param("step", 1), "worker");
  U.call("worker", "step", inLoop());
  U.access("step", path(param("step", 1), {deref(), field("cell", "n", 0, 8)}));
  Built B(U);
  EXPECT_EQ(B.element("all").Thread, ThreadIndex::Launched);
  EXPECT_TRUE(B.element("all").Hot);
}

TEST_F(Arrays, CounterOfAnAddressThatIsHandedOver) {
  U.address(path(global("all"), {index(24, {local("main", "i")}, "i")}), param("worker", 0), "main")
      .Counter = true;
  U.function("prepare");
  U.address(path(global("other"), {index(24, {local("main", "i")}, "tid")}), param("prepare", 0),
            "main")
      .Counter = true;
  U.access("worker", path(param("worker", 0), {deref(), field("cell", "n", 0, 8)}), inLoop());
  U.access("prepare", path(param("prepare", 0), {deref(), field("cell", "n", 0, 8)}));
  Built B(U);
  EXPECT_EQ(B.element("all").Thread, ThreadIndex::Launched);
  EXPECT_EQ(B.element("other").Thread, ThreadIndex::No) << "prepared one after the other";
}

TEST_F(Arrays, PointerInTheArgumentLeadsToTheArray) {
  // args[i].cells = cells; ... a->cells[a->id]
  U.variable("cells", 256, 8);
  U.address(path(global("cells"), {constantIndex(16, 0)}), fieldSlot("arg", "cells"), "main");
  U.access("worker",
           path(param("worker", 0), {deref(), field("arg", "cells", 0, 8), deref(), own(16)}),
           inLoop());
  Built B(U);
  EXPECT_EQ(B.element("cells").Thread, ThreadIndex::Certain);
  EXPECT_FALSE(B.array("cells").Heap);
}

TEST_F(Arrays, AutomaticArraysAreSharedWhenHandedOver) {
  Variable &V = U.variable("work", 64, 8, StorageKind::Automatic);
  V.Function = "main";
  U.access("main", path(local("main", "work"), {loopIndex(16)}));
  EXPECT_EQ(Built(U).array("work").Storage, StorageKind::Automatic);
  U.address(path(local("main", "work"), {index(16, {launchId("main", "i")})}), param("worker", 0),
            "main");
  U.access("worker", path(param("worker", 0), {deref(), field("w", "n", 0, 8)}));
  EXPECT_EQ(Built(U).array("work").Storage, StorageKind::Global);
}

TEST_F(Arrays, AThreadsOwnArraysAreNotShared) {
  Variable &V = U.variable("kinds", 64, 8, StorageKind::Automatic);
  V.Function = "worker";
  U.function("helper");
  U.call("worker", "helper", inLoop());
  U.address(path(local("worker", "kinds"), {constantIndex(8, 0)}), param("helper", 0), "worker");
  U.access("helper", path(param("helper", 0), {deref(), index(8, {opaque()}, "kind")}));
  U.variable("mine", 64, 8, StorageKind::ThreadLocal);
  U.access("worker", path(global("mine"), {own(8)}), inLoop());
  Built B(U);
  EXPECT_EQ(B.array("kinds").Storage, StorageKind::Automatic);
  EXPECT_EQ(B.array("mine").Storage, StorageKind::ThreadLocal);
}

TEST_F(Arrays, ABlockBehindAThreadsOwnPointerIsItsOwn) {
  U.variable("updates", 8, 8, StorageKind::ThreadLocal);
  U.variable("shared", 8, 8);
  U.access("worker", path(global("updates"), {deref(), own(4)}), inLoop());
  U.access("worker", path(global("shared"), {deref(), own(4)}), inLoop());
  Built B(U);
  EXPECT_EQ(B.array("updates").Storage, StorageKind::ThreadLocal);
  EXPECT_EQ(B.array("shared").Storage, StorageKind::Global);
}

TEST_F(Arrays, LambdaThatRunsInAThreadSharesWhatItCaptures) {
  U.function("lambda");
  U.launch("main", "lambda");
  U.variable("cells", 64, 8, StorageKind::Automatic).Function = "main";
  U.access("lambda", path(local("main", "cells"), {own(16)}), inLoop());
  EXPECT_EQ(Built(U).array("cells").Storage, StorageKind::Global);
}

TEST_F(Arrays, ParallelRegionSharesItsFunctionsVariables) {
  U.variable("sum", 32, 4, StorageKind::Automatic).Function = "main";
  U.launch("main", "main").Api = "omp parallel";
  U.access("main", path(local("main", "sum"), {own(4)}), inLoop());
  Built B(U);
  EXPECT_EQ(B.array("sum").Storage, StorageKind::Global);
  EXPECT_TRUE(B.element("sum").Hot);
}

TEST_F(Arrays, OnlyWarmRepeatedThreadedAccessesAreHot) {
  U.access("worker", path(global("a"), {own(8)}));            // once, at the thread's start
  U.access("worker", path(global("b"), {own(8)}), waiting()); // after each command
  U.access("worker", path(global("c"), {own(8)}), cold());
  U.access("main", path(global("d"), {own(8)}), inLoop());
  U.access("worker", path(global("e"), {own(8)}), inLoop());
  Built B(U);
  EXPECT_FALSE(B.element("a").Hot);
  EXPECT_FALSE(B.element("b").Hot);
  EXPECT_TRUE(B.element("b").Waits);
  EXPECT_FALSE(B.element("c").Hot);
  EXPECT_FALSE(B.element("d").Hot);
  EXPECT_TRUE(B.element("e").Hot);
  EXPECT_FALSE(B.element("e").Waits);
}

TEST(LibraryArrays, AssumedCallersCountForCertainNumbersOnly) {
  Unit U;
  U.function("lib_count", /*External=*/true);
  U.access("lib_count", path(global("a"), {index(8, {threadId("rte_lcore_id")})}));
  U.access("lib_count", path(global("b"), {index(8, {param("lib_count", 0)}, "tid")}));
  Built B(U);
  EXPECT_TRUE(B.element("a").Hot);
  EXPECT_EQ(B.element("b").Thread, ThreadIndex::ByName);
  EXPECT_FALSE(B.element("b").Hot);
}

TEST_F(Arrays, AlignmentThroughAnAllocatingWrapper) {
  // be.idle = zalloc_line(n); with posix_memalign(&p, 64, ..) and return p in it
  U.function("zalloc_line");
  U.allocation("zalloc_line", path(local("zalloc_line", "p"), {}), 64);
  U.flow(local("zalloc_line", "p"), returned("zalloc_line"), "zalloc_line");
  U.flow(returned("zalloc_line"), fieldSlot("backend", "idle"), "main");
  U.access("worker", path(global("be"), {field("backend", "idle", 16, 8), deref(), own(4)}),
           inLoop());
  EXPECT_EQ(Built(U).array("backend::idle").BaseAlign, bytes(64));
  // Another place fills it by malloc; then some function of which nothing is known.
  U.allocation("main", path(global("be"), {field("backend", "idle", 16, 8)}), 16);
  EXPECT_EQ(Built(U).array("backend::idle").BaseAlign, bytes(16));
  U.flow(opaque(), fieldSlot("backend", "idle"), "main");
  EXPECT_EQ(Built(U).array("backend::idle").BaseAlign, std::nullopt);
}

TEST_F(Arrays, BlockGoesByTheFieldThatHoldsIt) {
  // all = make(n); ctx->cells = all; with p = malloc(..) and return p in make()
  U.function("make");
  U.allocation("make", path(local("make", "p"), {}), 16);
  U.flow(local("make", "p"), returned("make"), "make");
  U.flow(returned("make"), local("main", "all"), "main");
  U.flow(local("main", "all"), fieldSlot("ctx", "cells"), "main");
  U.access("worker",
           path(param("worker", 0), {deref(), field("ctx", "cells", 0, 8), deref(), own(8)}),
           inLoop());
  U.access("main", path(local("main", "all"), {deref(), loopIndex(8)}));
  Built B(U);
  ASSERT_EQ(B.P.Arrays.size(), 2u);
  EXPECT_EQ(B.P.Arrays[0].Key, "all");
  EXPECT_EQ(B.P.Arrays[1].Key, "ctx::cells");
  EXPECT_EQ(B.P.Arrays[1].BaseAlign, bytes(16));
}

TEST_F(Arrays, AllocationAndItsResultAreOne) {
  Allocation &A = U.allocation("main", path(global("all"), {}), 64);
  U.flow(opaque(), global("all"), "main").Pos = A.Pos;
  U.access("worker", path(global("all"), {deref(), own(8)}), inLoop());
  EXPECT_EQ(Built(U).array("all").BaseAlign, bytes(64));
}

TEST_F(Arrays, PointerOfUnknownOriginKeepsItsName) {
  AccessPath P = path(param("worker", 2), {deref(), own(8)});
  P.RootName = "table";
  U.access("worker", P, inLoop());
  Built B(U);
  const ArrayFacts &A = B.array("worker#2");
  EXPECT_EQ(A.Name, "table");
  EXPECT_TRUE(A.Heap);
  EXPECT_EQ(A.BaseAlign, std::nullopt);
}

TEST_F(Arrays, PointerThatLeadsToItselfEnds) {
  U.flow(fieldSlot("node", "next"), local("worker", "p"), "worker");
  U.flow(local("worker", "p"), fieldSlot("node", "next"), "worker");
  U.access("worker", path(local("worker", "p"), {deref(), field("node", "v", 8, 32), own(8)}),
           inLoop());
  EXPECT_EQ(Built(U).element("node::v").Thread, ThreadIndex::Certain);
}

TEST_F(Arrays, RowsOnTheHeap) {
  // rows[tid] = malloc(..); rows[i][k]++
  U.allocation("main", path(global("rows"), {loopIndex(8)}), 16);
  U.access("worker", path(global("rows"), {own(8), deref(), loopIndex(4)}), inLoop());
  Built B(U);
  EXPECT_EQ(B.element("rows").Kind, AccessKind::Read);
  EXPECT_EQ(B.array("rows[]").Stride, bytes(4));
  EXPECT_TRUE(B.array("rows[]").Heap);
}

} // namespace
