//===-- BinaryTest.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Binary.h"

#include "gtest/gtest.h"

using namespace cachelint::model;

namespace {

Symbol symbol(Str Name, uint64_t Address, uint64_t Size, SymbolKind Kind = SymbolKind::Function,
              SymbolBinding Binding = SymbolBinding::Global) {
  return {Name, Address, Size, Kind, Binding, ".text"};
}

Str nameAt(const Binary &B, uint64_t Address) {
  const Symbol *S = B.symbolAt(Address);
  return S ? S->Name : "";
}

Binary example() {
  Binary B;
  B.Sections = {{".data", 0x3000, 0x100}, {".text", 0x1000, 0x1000}};
  B.Symbols = {symbol("late", 0x1800, 0x10),
               symbol("outer", 0x1000, 0x100),
               symbol("inner", 0x1020, 0x10),
               symbol("label", 0x1200, 0, SymbolKind::Other, SymbolBinding::Local),
               symbol("alias", 0x1800, 0x10, SymbolKind::Function, SymbolBinding::Local),
               symbol("tls", 0x1300, 0x500, SymbolKind::ThreadLocal)};
  sortBinary(B);
  return B;
}

TEST(Binary, InnermostSymbolThatHoldsTheAddress) {
  Binary B = example();
  EXPECT_EQ(nameAt(B, 0x1000), "outer");
  EXPECT_EQ(nameAt(B, 0x101f), "outer");
  EXPECT_EQ(nameAt(B, 0x1020), "inner");
  EXPECT_EQ(nameAt(B, 0x102f), "inner");
  EXPECT_EQ(nameAt(B, 0x1030), "outer");
  EXPECT_EQ(nameAt(B, 0x0fff), "");
}

TEST(Binary, GapsAndLabels) {
  Binary B = example();
  EXPECT_EQ(nameAt(B, 0x1100), ""); // behind outer, before the label
  EXPECT_EQ(nameAt(B, 0x1200), "label");
  EXPECT_EQ(nameAt(B, 0x1400), "label"); // not tls: its numbers are no addresses
  EXPECT_EQ(nameAt(B, 0x1810), "");
  EXPECT_EQ(nameAt(B, 0x3000), ""); // a label ends with its section
}

TEST(Binary, GlobalNameWinsOverLocalAlias) { EXPECT_EQ(nameAt(example(), 0x1805), "late"); }

TEST(Binary, FunctionsOnly) {
  Binary B = example();
  ASSERT_NE(B.functionAt(0x1025), nullptr);
  EXPECT_EQ(B.functionAt(0x1025)->Name, "inner");
  EXPECT_EQ(B.functionAt(0x1200), nullptr);
}

TEST(Binary, NamesAndSections) {
  Binary B = example();
  EXPECT_EQ(B.symbolsNamed("late").size(), 1u);
  EXPECT_TRUE(B.symbolsNamed("none").empty());
  ASSERT_NE(B.sectionAt(0x30ff), nullptr);
  EXPECT_EQ(B.sectionAt(0x30ff)->Name, ".data");
  EXPECT_EQ(B.sectionAt(0x3100), nullptr);
}

} // namespace
