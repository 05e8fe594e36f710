//===-- GlobListTest.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/GlobList.h"

#include "gtest/gtest.h"

using namespace cachelint::driver;

namespace {

bool selects(const char *List, const char *Id) {
  auto Globs = RuleGlobs::parse(List);
  if (!Globs) {
    ADD_FAILURE() << llvm::toString(Globs.takeError());
    return false;
  }
  return Globs->selects(Id);
}

TEST(RuleGlobs, TheLastMatchDecides) {
  EXPECT_TRUE(selects("", "padding-hole"));
  EXPECT_FALSE(selects("-*", "padding-hole"));
  EXPECT_TRUE(selects("-*,padding-hole", "padding-hole"));
  EXPECT_FALSE(selects("-*,padding-hole", "line-straddle"));
  EXPECT_FALSE(selects("-padding-*", "padding-hole"));
  EXPECT_TRUE(selects("-padding-*", "line-straddle"));
  EXPECT_FALSE(selects("padding-hole,-*", "padding-hole"));
  EXPECT_TRUE(selects(" -* , cachelint-padding-hole ", "padding-hole"));
}

TEST(RuleGlobs, ABadGlobIsAnError) {
  auto Globs = RuleGlobs::parse("-*,[a");
  ASSERT_FALSE(static_cast<bool>(Globs));
  EXPECT_NE(llvm::toString(Globs.takeError()).find("[a"), std::string::npos);
}

TEST(NameGlobs, NoGlobsSelectAll) {
  auto None = NameGlobs::parse({});
  ASSERT_TRUE(static_cast<bool>(None));
  EXPECT_TRUE(None->selects("anything"));
  auto Some = NameGlobs::parse({"rte_*", "Ring<int, 4>"});
  ASSERT_TRUE(static_cast<bool>(Some));
  EXPECT_TRUE(Some->selects("rte_mbuf"));
  EXPECT_TRUE(Some->selects("Ring<int, 4>"));
  EXPECT_FALSE(Some->selects("mbuf"));
}

} // namespace
