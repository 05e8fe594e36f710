//===-- RowCellsTest.cpp - the text cells of a row -----------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/RowCells.h"
#include "tool/evidence/TextCells.h"

#include "gtest/gtest.h"

namespace cachelint::evidence {
namespace {

using model::NodeUse;
using model::Percent;
using model::RecordedRow;

TEST(RowCells, NodesOfAllWidths) {
  auto Plain = readNodes("0  12");
  ASSERT_TRUE(Plain && Plain->size() == 2);
  EXPECT_EQ((*Plain)[1].Node, 12u);
  EXPECT_EQ((*Plain)[1].CpuCount, std::nullopt);

  auto Cpus = readNodes("0{0-1,4}  3{169}");
  ASSERT_TRUE(Cpus && Cpus->size() == 2);
  EXPECT_EQ((*Cpus)[0].Cpus, (std::vector<model::CpuRange>{{0, 1}, {4, 4}}));
  EXPECT_EQ((*Cpus)[1].Cpus, (std::vector<model::CpuRange>{{169, 169}}));

  auto Shares = readNodes("                     1{ 1    n/a 100.0%}");
  ASSERT_TRUE(Shares && Shares->size() == 1);
  EXPECT_EQ((*Shares)[0].Node, 1u);
  EXPECT_EQ((*Shares)[0].CpuCount, 1u);
  EXPECT_EQ((*Shares)[0].ContendedShare, std::nullopt);
  EXPECT_EQ((*Shares)[0].StoreShare, (Percent{1000, 1}));
}

TEST(RowCells, NoNodes) {
  for (const char *Text : {"", "N/A", "0{", "0{1", "0{x}", "0{3-1}", "0{1,}", "fsdemo  0", "0x1",
                           "-1", "0{}", "99999999999999999999"})
    EXPECT_EQ(readNodes(Text), std::nullopt) << Text;
}

RecordedRow source(const char *Text) {
  RecordedRow Row;
  readSource(Text, Row);
  EXPECT_EQ(Row.SourceText, Text);
  return Row;
}

TEST(RowCells, Source) {
  EXPECT_EQ(source("fsdemo.c:33").SourceFile, "fsdemo.c");
  EXPECT_EQ(source("fsdemo.c:33").SourceLine, 33u);
  EXPECT_EQ(source("a.c:33 (discriminator 2)").SourceLine, 33u);
  EXPECT_EQ(source("go.go:0").SourceFile, "go.go");
  EXPECT_EQ(source("go.go:0").SourceLine, std::nullopt);
  for (const char *NoFile :
       {"up_write+27", "memstress[25ac]", "??:0", "??:?", "A<int>::f+0", ":", ":3", "a::b"})
    EXPECT_EQ(source(NoFile).SourceFile, std::nullopt) << NoFile;
  EXPECT_TRUE(source("a_file_of_a_long_name.cpp:1234").SourceMayBeCut);
  EXPECT_FALSE(source("a_file_of_a_long_nam.cpp:1234").SourceMayBeCut);
}

TEST(RowCells, Symbol) {
  RecordedRow Row;
  readSymbol("[k] update_cfs_rq_blocked_load", Row);
  EXPECT_EQ(Row.Mode, 'k');
  EXPECT_EQ(Row.Symbol, "update_cfs_rq_blocked_load");
  EXPECT_TRUE(Row.SymbolMayBeCut);

  llvm::StringRef Verbose = "80  1  0x1174             d [.] reade  /opt/fsdemo";
  size_t At = findSymbolCell(Verbose);
  ASSERT_EQ(At, Verbose.find("0x1174"));
  llvm::StringRef Tail = Verbose.drop_front(At);
  readSymbol(takeSymbolCell(Tail), Row);
  EXPECT_EQ(Row.Symbol, "reade");
  EXPECT_TRUE(Row.SymbolMayBeCut);
  EXPECT_EQ(takeCell(Tail), "/opt/fsdemo");
}

TEST(RowCells, SymbolNeedsItsMark) {
  EXPECT_EQ(findSymbolCell("1  [kernel.kallsyms]  x[.]  [?] "), llvm::StringRef::npos);
  EXPECT_EQ(findSymbolCell(""), llvm::StringRef::npos);
  EXPECT_EQ(findSymbolCell("["), llvm::StringRef::npos);
}

TEST(TextCells, Numbers) {
  EXPECT_EQ(parseCount("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(parseCount("18446744073709551616"), std::nullopt);
  EXPECT_EQ(parseCount("-1"), std::nullopt);
  EXPECT_EQ(parseCount("1 "), std::nullopt);
  EXPECT_EQ(parseCount(""), std::nullopt);
  EXPECT_EQ(parseAddress("0xffffffffffffffff"), UINT64_MAX);
  EXPECT_EQ(parseAddress("0x1ffffffffffffffff"), std::nullopt);
  EXPECT_EQ(parseAddress("ff"), std::nullopt);
  EXPECT_EQ(parseAddress("0x"), std::nullopt);
  EXPECT_EQ(parsePercent("65.51%"), (Percent{6551, 2}));
  EXPECT_EQ(parsePercent("4.4%"), (Percent{44, 1}));
  EXPECT_EQ(parsePercent("7%"), (Percent{7, 0}));
  for (const char *Text : {"", "%", ".5%", "5.%", "-1%", "1e9%", "99999999999%", "1.2.3%", "-nan%"})
    EXPECT_EQ(parsePercent(Text), std::nullopt) << Text;
}

} // namespace
} // namespace cachelint::evidence
