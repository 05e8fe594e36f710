//===-- TrafficTest.cpp - accesses by object ----------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Build.h"

#include "tool/model/Sides.h"

using namespace cachelint;
using namespace cachelint::test;

namespace {

class Traffic : public ::testing::Test {
protected:
  Traffic() {
    U.function("main");
    U.function("worker");
    U.launch("main", "worker");
  }
  AccessPath member(Slot Root) { return path(Root, {deref(), field("box", "n", 8, 8)}); }

  static const ObjectTraffic *object(const Program &P, llvm::StringRef Key) {
    for (const ObjectTraffic &O : P.Objects)
      if (O.Key == Key)
        return &O;
    return nullptr;
  }

  Unit U;
};

TEST_F(Traffic, AGlobalObjectBehindAThreadsArgument) {
  U.variable("web", 64, 64);
  U.address(path(global("web"), {}), param("worker", 0), "main");
  U.access("worker", member(param("worker", 0)), inLoop());
  Built B(U);
  const ObjectTraffic *O = object(B.P, "global(web):box");
  ASSERT_TRUE(O);
  EXPECT_EQ(O->Best, Reach::One);
  EXPECT_EQ(O->VariableKey, "web");
  ASSERT_EQ(O->Fields.size(), 1u);
  EXPECT_EQ(O->Fields[0].Path, "n");
  EXPECT_EQ(O->Fields[0].Begin, bytes(8));
  EXPECT_EQ(O->Fields[0].End, bytes(16));
  ASSERT_EQ(O->Fields[0].Uses.size(), 1u);
  EXPECT_TRUE(O->Fields[0].Uses[0].writes());
}

TEST_F(Traffic, WhatAThreadHasOfItsOwnIsLeftOut) {
  U.variable("all", 1024, 64);
  U.variable("tls", 64, 64, StorageKind::ThreadLocal);
  U.access("worker",
           path(global("all"), {index(64, {threadId("core_id")}), field("box", "n", 8, 8)}),
           inLoop());
  U.access("worker", path(global("tls"), {field("box", "n", 8, 8)}), inLoop());
  U.access("worker", member(local("worker", "own")), inLoop());
  Built B(U);
  for (const ObjectTraffic &O : B.P.Objects)
    EXPECT_EQ(O.Best, Reach::Any) << O.Key;
  EXPECT_FALSE(object(B.P, "global(tls):box"));
}

TEST_F(Traffic, SomeElementOfASharedArray) {
  U.variable("all", 1024, 64);
  U.access("worker", path(global("all"), {index(64, {opaque()}), field("box", "n", 8, 8)}),
           inLoop());
  Built B(U);
  const ObjectTraffic *O = object(B.P, "global(all)[]:box");
  ASSERT_TRUE(O);
  EXPECT_EQ(O->Best, Reach::Some);
}

TEST_F(Traffic, ColdAccessesAndSingleRunsDoNotCount) {
  U.variable("web", 64, 64);
  U.access("worker", path(global("web"), {field("box", "n", 8, 8)}), cold());
  U.access("worker", path(global("web"), {field("box", "n", 8, 8)}), once());
  Frequency Few = inLoop();
  Few.FewRounds = true;
  U.access("worker", path(global("web"), {field("box", "n", 8, 8)}), Few);
  EXPECT_TRUE(Built(U).P.Objects.empty());
}

TEST_F(Traffic, SidesOfAFunction) {
  U.function("helper");
  U.function("other");
  U.launch("main", "other", Multiplicity::One);
  U.call("worker", "helper");
  U.call("other", "helper");
  Built B(U);
  std::vector<ThreadSide> Sides = sidesOf(B.P, "helper");
  ASSERT_EQ(Sides.size(), 2u);
  EXPECT_EQ(Sides[0].Function, "other");
  EXPECT_FALSE(Sides[0].Many);
  EXPECT_EQ(Sides[1].Function, "worker");
  EXPECT_TRUE(Sides[1].Many);
  EXPECT_TRUE(differentThreads(Sides, Sides));
  std::vector<ThreadSide> Other = sidesOf(B.P, "other");
  EXPECT_FALSE(differentThreads(Other, Other));
}

TEST_F(Traffic, LocksThatAllCallersHold) {
  U.function("helper");
  U.function("inner");
  U.function("careless");
  Slot Lock = fieldSlot("box", "lock");
  U.call("worker", "helper", inLoop()).Locks.push_back(Lock);
  U.call("helper", "inner");
  U.call("worker", "careless", inLoop()).Locks.push_back(Lock);
  U.call("worker", "careless", inLoop());
  Built B(U);
  EXPECT_EQ(B.P.contextOf("helper")->Locks, std::vector<Slot>{Lock});
  EXPECT_EQ(B.P.contextOf("inner")->Locks, std::vector<Slot>{Lock});
  EXPECT_TRUE(B.P.contextOf("careless")->Locks.empty());
  EXPECT_TRUE(B.P.contextOf("worker")->Locks.empty());
}

} // namespace
