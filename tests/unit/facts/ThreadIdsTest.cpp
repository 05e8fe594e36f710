//===-- ThreadIdsTest.cpp - how indices are recognised -------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Build.h"

using namespace cachelint;
using namespace cachelint::test;

namespace {

/// main() starts worker() many times; worker() increments one element of stats in a loop.
class ThreadIds : public ::testing::Test {
protected:
  ThreadIds() {
    U.function("main");
    U.function("worker");
    U.variable("stats", 256, 8);
    Launch = U.launch("main", "worker").Pos;
  }
  void increment(std::initializer_list<Slot> From, Str Text = "", Str Function = "worker") {
    U.access(Function, path(global("stats"), {index(8, From, Text)}), inLoop(),
             AccessKind::ReadModifyWrite);
  }
  ElementAccess element() { return Built(U).element("stats"); }

  Unit U;
  SourcePos Launch;
};

TEST_F(ThreadIds, FunctionThatGivesTheOwnNumber) {
  increment({threadId("rte_lcore_id")}, "rte_lcore_id");
  ElementAccess E = element();
  EXPECT_EQ(E.Thread, ThreadIndex::Certain);
  EXPECT_EQ(E.How, "rte_lcore_id()");
  EXPECT_TRUE(E.Hot);
}

TEST_F(ThreadIds, VariableThatHoldsIt) {
  SourcePos Pos = U.flow(threadId("rte_lcore_id"), local("worker", "id"), "worker").Pos;
  increment({local("worker", "id")}, "id");
  ElementAccess E = element();
  EXPECT_EQ(E.Thread, ThreadIndex::Certain);
  EXPECT_EQ(E.How, "'id' holds rte_lcore_id()");
  EXPECT_EQ(E.HowPos, Pos);
}

TEST_F(ThreadIds, ThroughParametersAndReturns) {
  U.function("count");
  U.function("me");
  U.flow(threadId("rte_lcore_id"), returned("me"), "me");
  U.flow(returned("me"), local("worker", "id"), "worker");
  U.flow(local("worker", "id"), param("count", 1), "worker");
  U.call("worker", "count", inLoop());
  increment({param("count", 1)}, "core", "count");
  ElementAccess E = element();
  EXPECT_EQ(E.Thread, ThreadIndex::Certain);
  EXPECT_EQ(E.How, "'core' holds rte_lcore_id()");
  EXPECT_TRUE(E.Hot);
}

TEST_F(ThreadIds, ArgumentOfTheLaunch) {
  SourcePos Pos = U.flow(launchId("main", "i"), param("worker", 0), "main").Pos;
  U.flow(param("worker", 0), local("worker", "id"), "worker");
  increment({local("worker", "id")}, "id");
  ElementAccess E = element();
  EXPECT_EQ(E.Thread, ThreadIndex::Launched);
  EXPECT_EQ(E.How, "'id' is the argument that main() hands to pthread_create in a loop");
  EXPECT_EQ(E.HowPos, Pos);
}

TEST_F(ThreadIds, TheLaunchingLoopItselfHasNoNumber) {
  increment({launchId("main", "i")}, "i", "main");
  EXPECT_EQ(element().Thread, ThreadIndex::No);
}

TEST_F(ThreadIds, FieldOfTheArgument) {
  U.flow(launchId("main", "i"), fieldSlot("task", "number"), "main");
  increment({fieldSlot("task", "number")}, "number");
  ElementAccess E = element();
  EXPECT_EQ(E.Thread, ThreadIndex::Launched);
  EXPECT_EQ(E.How, "'number' holds the number that main() gives each thread that it starts by "
                   "pthread_create");
}

// for (i ..) tasks[i].number = i;  for (i ..) pthread_create(.., worker, &tasks[i]);
TEST_F(ThreadIds, FieldFilledInALoopBeforeTheLaunch) {
  U.flow(local("main", "i"), fieldSlot("task", "number"), "main").Counter = true;
  increment({fieldSlot("task", "number")}, "number");
  EXPECT_EQ(element().Thread, ThreadIndex::No) << "some record with a counted field";
  U.access("worker", path(param("worker", 0), {deref(), field("task", "busy", 0, 4)}));
  EXPECT_EQ(element().Thread, ThreadIndex::Launched) << "the record that threads get";
}

TEST_F(ThreadIds, LauncherThatIsCalledInALoop) {
  // start(i) { pthread_create(.., worker, (void *)i); }  main: for (i ..) start(i);
  U.function("start");
  U.Facts.Roots[0].Launcher = "start";
  U.flow(param("start", 0), param("worker", 0), "start");
  U.flow(local("main", "i"), param("start", 0), "main").Counter = true;
  U.call("main", "start", inLoop());
  increment({param("worker", 0)}, "arg");
  ElementAccess E = element();
  EXPECT_EQ(E.Thread, ThreadIndex::Launched);
  EXPECT_EQ(E.How.substr(0, 40), "'arg' is the argument that main() hands ");
}

TEST_F(ThreadIds, LauncherThatPacksItsArgument) {
  // start(i) { a = malloc(..); a->number = i; pthread_create(.., worker, a); }
  U.function("start");
  U.Facts.Roots[0].Launcher = "start";
  U.flow(param("start", 0), fieldSlot("task", "number"), "start");
  U.flow(local("main", "i"), param("start", 0), "main").Counter = true;
  U.call("main", "start", inLoop());
  increment({fieldSlot("task", "number")}, "number");
  EXPECT_EQ(element().Thread, ThreadIndex::Launched);
}

TEST_F(ThreadIds, DataOfALaunchedPointer) {
  // spawn(fn, arg) { pthread_create(.., fn, arg); }  main: for (i ..) spawn(worker, (void *)i);
  U.function("spawn");
  ThreadRoot &R = U.Facts.Roots[0];
  R.Launcher = "spawn";
  R.Function = "";
  R.Through = param("spawn", 0);
  R.Data = param("spawn", 1);
  U.flow(functionSlot("worker"), param("spawn", 0), "main");
  U.flow(local("main", "i"), param("spawn", 1), "main").Counter = true;
  U.call("main", "spawn", inLoop());
  increment({param("worker", 0)}, "arg");
  EXPECT_EQ(element().Thread, ThreadIndex::Launched);
}

TEST_F(ThreadIds, CounterPassedToAnyOtherFunctionIsNone) {
  U.function("reset");
  U.flow(local("main", "i"), param("reset", 0), "main").Counter = true;
  U.call("main", "reset", inLoop());
  increment({param("reset", 0)}, "worker", "reset");
  EXPECT_EQ(element().Thread, ThreadIndex::No) << "not even by its name: all callers are known";
}

TEST_F(ThreadIds, ElementOfATableOfDifferentNumbers) {
  // static unsigned nums[4] = {0, 1, 2, 3}; pthread_create(.., worker, &nums[i]);
  U.flow({Kind::Distinct, {}, {}, 0}, {Kind::Element, "nums", {}, 0});
  U.address(path(global("nums"), {index(4, {launchId("main", "i")})}), param("worker", 0), "main");
  increment({Slot{Kind::Pointee, "worker", {}, 0}}, "sess");
  ElementAccess E = element();
  EXPECT_EQ(E.Thread, ThreadIndex::Launched);
  EXPECT_EQ(E.How, "'sess' is the argument that main() hands to pthread_create in a loop");
}

TEST_F(ThreadIds, ElementOfATableOfAnyNumbersIsNone) {
  U.flow(opaque(), {Kind::Element, "nums", {}, 0});
  U.address(path(global("nums"), {index(4, {launchId("main", "i")})}), param("worker", 0), "main");
  increment({Slot{Kind::Pointee, "worker", {}, 0}}, "sess");
  EXPECT_EQ(element().Thread, ThreadIndex::No);
}

TEST_F(ThreadIds, PointerToTheNumberIsPassedOn) {
  U.function("inner");
  U.address(path(local("worker", "mine"), {}), param("inner", 0), "worker");
  U.flow(threadId("rte_lcore_id"), local("worker", "mine"), "worker");
  U.function("innermost");
  U.flow(param("inner", 0), param("innermost", 2), "inner");
  U.call("worker", "inner", inLoop());
  U.call("inner", "innermost");
  increment({Slot{Kind::Pointee, "innermost", {}, 2}}, "p", "innermost");
  EXPECT_EQ(element().Thread, ThreadIndex::Certain);
}

TEST_F(ThreadIds, TableOfNumbersIsNoNumber) {
  U.flow(threadId("rte_lcore_id"), {Kind::Element, "lcore_of", {}, 0}, "worker");
  increment({Slot{Kind::Element, "lcore_of", {}, 0}}, "lcore_of");
  EXPECT_EQ(element().Thread, ThreadIndex::No);
  U.flow({Kind::Element, "lcore_of", {}, 0}, local("worker", "other"), "worker");
  U.Facts.Accesses.clear();
  increment({local("worker", "other")}, "other");
  EXPECT_EQ(element().Thread, ThreadIndex::No);
}

TEST_F(ThreadIds, GlobalNeedsToBeTheThreadsOwn) {
  U.variable("self", 4, 4, StorageKind::ThreadLocal);
  U.flow(launchId("main", "i"), param("worker", 0), "main");
  U.flow(param("worker", 0), global("self"), "worker");
  increment({global("self")}, "self");
  EXPECT_EQ(element().Thread, ThreadIndex::Launched);
  U.Facts.Variables.back().Storage = StorageKind::Global;
  EXPECT_EQ(element().Thread, ThreadIndex::No);
}

TEST_F(ThreadIds, ThreadLocalVariableOfUnknownValue) {
  U.variable("self", 4, 4, StorageKind::ThreadLocal);
  U.flow(opaque(), global("self"), "worker");
  increment({global("self")}, "self");
  ElementAccess E = element();
  EXPECT_EQ(E.Thread, ThreadIndex::ByName);
  EXPECT_EQ(E.How, "'self' is thread-local");
}

TEST_F(ThreadIds, VariableWithOtherValuesIsNoBetterThanAName) {
  U.flow(threadId("rte_lcore_id"), local("worker", "id"), "worker");
  U.flow(opaque(), local("worker", "id"), "worker");
  U.function("count");
  U.flow(local("worker", "id"), param("count", 0), "worker");
  U.call("worker", "count", inLoop());
  increment({param("count", 0)}, "n", "count");
  ElementAccess E = element();
  EXPECT_EQ(E.Thread, ThreadIndex::ByName);
  EXPECT_EQ(E.How, "'n' may hold rte_lcore_id()");
}

TEST_F(ThreadIds, FieldFilledWithTheOwnNumber) {
  U.flow(threadId("rte_lcore_id"), fieldSlot("conf", "core"), "main");
  increment({fieldSlot("conf", "core")}, "core");
  EXPECT_EQ(element().Thread, ThreadIndex::ByName) << "by main(): that is main()'s number";
  U.Facts.Flows.back().Function = "worker";
  EXPECT_EQ(element().Thread, ThreadIndex::Certain) << "by each worker";
}

TEST_F(ThreadIds, NumberDrawnWhenTheThreadStarts) {
  Slot Ticket{Kind::Ticket, "next_id", {}, 0};
  U.flow(Ticket, local("worker", "id"), "worker");
  increment({local("worker", "id")}, "id");
  ElementAccess E = element();
  EXPECT_EQ(E.Thread, ThreadIndex::Launched);
  EXPECT_EQ(E.How, "'id' is what each thread draws from 'next_id'");
  U.Facts.Flows.back().Function = "main";
  EXPECT_EQ(element().Thread, ThreadIndex::No);
}

TEST_F(ThreadIds, NamesCountWhereNothingIsKnown) {
  increment({param("worker", 0)}, "tid");
  ElementAccess E = element();
  EXPECT_EQ(E.Thread, ThreadIndex::ByName);
  EXPECT_EQ(E.How, "the name 'tid'");
  EXPECT_TRUE(E.Hot);
}

TEST_F(ThreadIds, OtherNamesDoNot) {
  increment({param("worker", 0)}, "port");
  EXPECT_EQ(element().Thread, ThreadIndex::No);
}

TEST_F(ThreadIds, BoundOfTheArray) {
  IndexStep I = index(8, {opaque()}, "i");
  I.BoundText = "MAX_THREADS";
  U.access("worker", path(global("stats"), {I}), inLoop());
  ElementAccess E = element();
  EXPECT_EQ(E.Thread, ThreadIndex::ByBound);
  EXPECT_EQ(E.How, "the array is bound by MAX_THREADS");
  std::get<IndexStep>(U.Facts.Accesses[0].Path.Steps[0]).BoundText = "RTE_MAX_ETHPORTS";
  EXPECT_EQ(element().Thread, ThreadIndex::No) << "ports, whatever the glob says";
}

TEST_F(ThreadIds, LoopsConstantsAndHashesAreNone) {
  IndexStep Loop = index(8, {threadId("rte_lcore_id")}, "tid");
  Loop.Index.LoopCounter = true;
  U.access("worker", path(global("stats"), {Loop}), inLoop());
  EXPECT_EQ(element().Thread, ThreadIndex::No);
  IndexStep Constant = index(8, {}, "tid");
  Constant.Index.Constant = 3;
  U.Facts.Accesses[0].Path = path(global("stats"), {Constant});
  EXPECT_EQ(element().Thread, ThreadIndex::No);
  IndexStep Hash = index(8, {threadId("rte_lcore_id")}, "tid");
  Hash.Index.Mixed = true;
  U.Facts.Accesses[0].Path = path(global("stats"), {Hash});
  EXPECT_EQ(element().Thread, ThreadIndex::No);
}

TEST_F(ThreadIds, CirclesEnd) {
  U.flow(local("worker", "a"), local("worker", "b"), "worker");
  U.flow(local("worker", "b"), local("worker", "a"), "worker");
  U.flow(threadId("rte_lcore_id"), local("worker", "a"), "worker");
  increment({local("worker", "b")}, "b");
  EXPECT_EQ(element().Thread, ThreadIndex::Certain);
}

} // namespace
