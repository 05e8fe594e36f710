//===-- NameSetTest.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/support/NameSet.h"

#include "gtest/gtest.h"

using namespace cachelint;

namespace {

NameSet set(std::vector<std::string> Patterns) { return NameSet(Patterns); }

TEST(NameSet, NamesAndGlobs) {
  NameSet S = set({"rte_lcore_id", "*_init", "cpu[0-9]"});
  EXPECT_TRUE(S.matches("rte_lcore_id"));
  EXPECT_TRUE(S.matches("port_init"));
  EXPECT_TRUE(S.matches("cpu7"));
  EXPECT_FALSE(S.matches("rte_lcore"));
  EXPECT_FALSE(S.matches("initial"));
  EXPECT_FALSE(S.matches(""));
  EXPECT_FALSE(set({"*"}).matches("")) << "what has no name is no word";
}

TEST(NameSet, WhatIsNoGlobStandsForItself) {
  NameSet S = set({"operator[]", "a[b"});
  EXPECT_TRUE(S.matches("operator[]"));
  EXPECT_TRUE(S.matches("a[b"));
  EXPECT_FALSE(S.matches("ab"));
}

TEST(NameSet, TheLastPartOfAQualifiedName) {
  NameSet S = set({"init", "ns::Pool::*"});
  EXPECT_TRUE(S.matchesFunction("ns::Ring::init"));
  EXPECT_TRUE(S.matchesFunction("ns::Pool::grow"));
  EXPECT_FALSE(S.matchesFunction("ns::init::Ring"));
  EXPECT_FALSE(S.matches("ns::Ring::init"));
}

} // namespace
