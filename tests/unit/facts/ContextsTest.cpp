//===-- ContextsTest.cpp - in which threads functions run ----------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Build.h"

using namespace cachelint;
using namespace cachelint::test;

namespace {

TEST(Contexts, WhatAThreadCallsInALoopIsThreadedAndRepeated) {
  Unit U;
  for (Str F : {"main", "worker", "count", "leave", "setup"})
    U.function(F);
  U.launch("main", "worker");
  U.call("main", "setup");
  U.call("worker", "count", inLoop());
  U.call("worker", "leave");
  Built B(U);
  EXPECT_TRUE(B.context("worker").Threaded);
  EXPECT_FALSE(B.context("worker").Repeated);
  EXPECT_TRUE(B.context("count").Threaded);
  EXPECT_TRUE(B.context("count").Repeated);
  EXPECT_FALSE(B.context("count").Waits);
  EXPECT_EQ(B.context("count").Roots, std::vector<unsigned>{0});
  EXPECT_TRUE(B.context("leave").Threaded);
  EXPECT_FALSE(B.context("leave").Repeated);
  EXPECT_FALSE(B.context("setup").Threaded);
  EXPECT_FALSE(B.context("main").Threaded);
  EXPECT_FALSE(B.P.SingleThreaded);
}

TEST(Contexts, OneThreadAloneIsNotMany) {
  Unit U;
  for (Str F : {"main", "logger", "timer", "common", "only", "shared"})
    U.function(F);
  U.launch("main", "logger", Multiplicity::One);
  U.call("logger", "only");
  U.call("logger", "shared");
  U.call("main", "shared");
  Built One(U);
  EXPECT_FALSE(One.context("only").Threaded);
  EXPECT_TRUE(One.context("shared").Threaded) << "main() runs beside it";

  U.launch("main", "timer", Multiplicity::One);
  U.call("logger", "common");
  U.call("timer", "common");
  Built Two(U);
  EXPECT_TRUE(Two.context("common").Threaded);
  EXPECT_FALSE(Two.context("only").Threaded);
}

TEST(Contexts, LauncherThatIsCalledInALoopStartsMany) {
  Unit U;
  for (Str F : {"main", "start", "start_once", "worker", "monitor"})
    U.function(F);
  U.call("main", "start", inLoop());
  U.call("main", "start_once");
  U.launch("start", "worker", Multiplicity::One);
  U.launch("start_once", "monitor", Multiplicity::One);
  Built B(U);
  EXPECT_TRUE(B.context("worker").Threaded);
  EXPECT_FALSE(B.context("monitor").Threaded);
}

TEST(Contexts, WhoeverIsCalledByOneThatStartsManyStartsMany) {
  Unit U;
  for (Str F : {"main", "start_group", "start", "worker"})
    U.function(F);
  U.call("main", "start_group", inLoop());
  U.call("start_group", "start");
  U.launch("start", "worker", Multiplicity::One);
  EXPECT_TRUE(Built(U).context("worker").Threaded);
}

TEST(Contexts, ColdPlacesAndFunctionsAreNotPassed) {
  Unit U;
  for (Str F : {"main", "worker", "failed", "pool_init", "deep", "both"})
    U.function(F);
  U.launch("main", "worker");
  Frequency ColdLoop = inLoop();
  ColdLoop.Cold = true;
  U.call("worker", "failed", ColdLoop);
  U.call("worker", "pool_init", inLoop());
  U.call("pool_init", "deep", inLoop());
  U.call("worker", "both", inLoop());
  U.call("pool_init", "both");
  Built B(U);
  EXPECT_TRUE(B.context("failed").Cold);
  EXPECT_TRUE(B.context("pool_init").Cold) << "by its name";
  EXPECT_TRUE(B.context("deep").Cold);
  EXPECT_FALSE(B.context("deep").Repeated);
  EXPECT_FALSE(B.context("both").Cold);
  EXPECT_TRUE(B.context("both").Repeated);
  EXPECT_EQ(B.context("deep").Roots.size(), 1u) << "cold, but in a thread";
}

TEST(Contexts, LoopsThatWait) {
  Unit U;
  for (Str F : {"main", "worker", "command", "each", "handle", "inner"})
    U.function(F);
  Function &Wait = U.function("wait_message");
  Wait.Defined = false;
  U.launch("main", "worker");
  U.call("worker", "command", waiting());
  U.call("command", "each", inLoop());
  // handle() waits itself each time that it is called.
  U.call("worker", "handle", inLoop());
  U.call("handle", "wait_message");
  U.call("handle", "inner");
  Built B(U);
  EXPECT_TRUE(B.context("command").Repeated);
  EXPECT_TRUE(B.context("command").Waits);
  EXPECT_FALSE(B.context("each").Waits);
  EXPECT_TRUE(B.context("handle").Waits);
  EXPECT_TRUE(B.context("inner").Waits);
}

TEST(Contexts, AThreadThatIsAloneStillRepeats) {
  Unit U;
  for (Str F : {"main", "consumer", "take"})
    U.function(F);
  U.launch("main", "consumer").Instances = Multiplicity::One;
  U.call("consumer", "take", inLoop());
  Built B(U);
  EXPECT_FALSE(B.context("take").Threaded) << "no two threads run it";
  EXPECT_TRUE(B.context("take").Repeated);
  EXPECT_EQ(B.context("take").Roots.size(), 1u);
}

TEST(Contexts, HandlersAreCalledAgainAndAgain) {
  Unit U;
  U.function("irq");
  U.function("tick");
  U.function("main");
  U.launch("main", "irq").Repeats = true;
  U.launch("main", "tick");
  Built B(U);
  EXPECT_TRUE(B.context("irq").Repeated);
  EXPECT_FALSE(B.context("tick").Repeated);
}

TEST(Contexts, LibrarysCallersAreAssumed) {
  Unit U;
  U.function("lib_push", /*External=*/true);
  U.function("lib_init", /*External=*/true);
  U.function("helper");
  U.function("unused");
  U.function("inline_in_header").Pos = at(4, "/src/lib.h");
  U.call("lib_push", "helper");
  Built B(U);
  for (Str F : {"lib_push", "helper", "inline_in_header"}) {
    EXPECT_TRUE(B.context(F).Threaded) << F.str();
    EXPECT_TRUE(B.context(F).Assumed) << F.str();
    EXPECT_TRUE(B.context(F).Repeated) << F.str();
  }
  EXPECT_FALSE(B.context("lib_init").Threaded);
  EXPECT_FALSE(B.context("unused").Threaded);
  EXPECT_FALSE(B.P.SingleThreaded) << "who knows what a library's callers do";
}

TEST(Contexts, InAProgramOnlyWhatNothingReachesIsAssumed) {
  Unit U;
  U.function("main", /*External=*/true);
  U.function("used", /*External=*/true);
  U.function("plugin_entry", /*External=*/true);
  U.function("worker");
  U.call("main", "used");
  U.launch("main", "worker");
  Built B(U);
  EXPECT_FALSE(B.context("used").Threaded);
  EXPECT_TRUE(B.context("plugin_entry").Assumed);
  EXPECT_FALSE(B.context("worker").Assumed);
}

TEST(Contexts, FunctionGivenAwayMayRunInAThread) {
  Unit U;
  for (Str F : {"main", "callback", "compare"})
    U.function(F);
  U.flow(functionSlot("callback"), param("register_it", 0));
  U.call("main", "compare").Assumed = true;
  Built B(U);
  for (Str F : {"callback", "compare"}) {
    EXPECT_TRUE(B.context(F).Assumed) << F.str();
    EXPECT_FALSE(B.context(F).Repeated) << F.str();
  }
}

TEST(Contexts, CallsThroughAnOpsTable) {
  Unit U;
  for (Str F : {"main", "worker", "fast_send", "slow_send", "other"})
    U.function(F);
  U.launch("main", "worker");
  U.flow(functionSlot("fast_send"), fieldSlot("ops", "send"));
  U.flow(functionSlot("slow_send"), local("main", "s"));
  U.flow(local("main", "s"), fieldSlot("ops", "send"));
  U.flow(functionSlot("other"), fieldSlot("ops", "recv"));
  U.call("worker", "", inLoop()).Through = fieldSlot("ops", "send");
  Built B(U);
  for (Str F : {"fast_send", "slow_send"}) {
    EXPECT_TRUE(B.context(F).Repeated) << F.str();
    EXPECT_FALSE(B.context(F).Assumed) << F.str();
  }
  EXPECT_TRUE(B.context("other").Assumed);
  EXPECT_EQ(B.P.Calls.size(), 2u);
}

TEST(Contexts, LaunchThroughAPointer) {
  Unit U;
  for (Str F : {"main", "spawn", "worker"})
    U.function(F);
  ThreadRoot &R = U.launch("spawn", "", Multiplicity::One);
  R.Through = param("spawn", 0);
  U.flow(functionSlot("worker"), param("spawn", 0), "main");
  U.call("main", "spawn", inLoop());
  Built B(U);
  ASSERT_EQ(B.P.Roots.size(), 1u);
  EXPECT_EQ(B.P.Roots[0].Function, "worker");
  EXPECT_TRUE(B.context("worker").Threaded);
}

TEST(Contexts, VirtualCallsReachOverriders) {
  Unit U;
  for (Str F : {"main", "worker", "Base::run", "Left::run", "Leaf::run"})
    U.function(F);
  for (Function &F : U.Facts.Functions) {
    if (F.Key == "Left::run")
      F.Overrides = {"Base::run"};
    if (F.Key == "Leaf::run")
      F.Overrides = {"Left::run"};
  }
  U.launch("main", "worker");
  U.call("worker", "Base::run", inLoop());
  Built B(U);
  EXPECT_TRUE(B.context("Left::run").Repeated);
  EXPECT_TRUE(B.context("Leaf::run").Repeated);
}

TEST(Contexts, SingleThreadedNeedsMainAndNoSignOfThreads) {
  Unit U;
  U.function("main");
  U.access("main", path(global("v"), {index(8, {local("main", "i")})}));
  EXPECT_TRUE(Built(U).P.SingleThreaded);
  U.access("main", path(global("v"), {index(8, {threadId("rte_lcore_id")})}));
  EXPECT_FALSE(Built(U).P.SingleThreaded);
}

TEST(Contexts, RecursionEnds) {
  Unit U;
  for (Str F : {"main", "worker", "a", "b"})
    U.function(F);
  U.launch("main", "worker");
  U.call("worker", "a");
  U.call("a", "b", inLoop());
  U.call("b", "a");
  Built B(U);
  EXPECT_TRUE(B.context("a").Repeated);
  EXPECT_TRUE(B.context("b").Repeated);
}

} // namespace
