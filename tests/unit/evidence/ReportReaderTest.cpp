//===-- ReportReaderTest.cpp - reading perf c2c report -------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportReader.h"
#include "tests/unit/evidence/SampleReport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cachelint::evidence {
namespace {

using model::Inconsistency;
using model::RecordedLine;
using model::RecordedRow;
using model::Recording;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;

/// The header of the pareto of 6.x, and what stands under it.
std::string pareto(const std::string &Rows) {
  return "#        ----- HITM -----  ------- Store Refs ------  --------- Data address ---------   "
         "     "
         "              ---------- cycles ----------    Total       cpu              Shared\n"
         "#   Num  RmtHitm  LclHitm   L1 Hit  L1 Miss      N/A              Offset  Node  PA cnt   "
         "     "
         "Code address  rmt hitm  lcl hitm      load  records       cnt      Symbol  Object  "
         "Source:Line  Node\n"
         "# .....  .......  .......  .......  .......  .......  ..................  ....  ......  "
         "..................  ........  ........  ........  .......  ........  ..........  ......  "
         "...........  ....\n#\n" +
         Rows;
}

class ReportReader : public testing::Test {
protected:
  Recording read(const std::string &Text) {
    auto Read = readC2cReport("c2c.txt", Text, Sink);
    EXPECT_TRUE(bool(Read));
    if (Read)
      return std::move(*Read);
    llvm::consumeError(Read.takeError());
    return {};
  }
  /// What the only row of a pareto with \p Row becomes.
  RecordedRow readRow(const std::string &Row) {
    Recording R = read(pareto(Row + "\n"));
    EXPECT_EQ(R.Lines.size(), 1u);
    return R.Lines.empty() || R.Lines[0].Rows.empty() ? RecordedRow() : R.Lines[0].Rows[0];
  }
  std::vector<std::string> problems() const {
    std::vector<std::string> Result;
    for (const Problem &P : Sink.sorted())
      Result.push_back(P.text());
    return Result;
  }
  ProblemSink Sink;
};

TEST_F(ReportReader, WholeReport) {
  Recording R = read(SampleReport);
  EXPECT_THAT(problems(), IsEmpty());
  EXPECT_EQ(R.Layout, model::ReportLayout::Perf60);
  EXPECT_EQ(R.Display, model::DisplayMode::TotalHitm);
  EXPECT_THAT(R.CoalesceKeys, ElementsAre("offset", "iaddr"));
  EXPECT_THAT(R.Events, ElementsAre("cpu/mem-loads,ldlat=30/P", "cpu/mem-stores/P"));
  EXPECT_EQ(R.Trace.Records, 210u);
  EXPECT_EQ(R.Trace.LocalHitm, 50u);
  EXPECT_EQ(R.Trace.RemoteHitm, 40u);
  EXPECT_THAT(R.Trace.MissesToRemoteHitm, Optional(model::Percent{364, 1}));
  EXPECT_EQ(R.Shared.MergedRecords, 160u);
  ASSERT_EQ(R.Lines.size(), 3u);
  const RecordedLine &First = R.Lines[0];
  EXPECT_EQ(First.Address, 0x404180u);
  EXPECT_EQ(First.RemoteDram, 40u);
  EXPECT_EQ(First.LocalPeer, std::nullopt);
  ASSERT_EQ(First.Rows.size(), 4u);
  const RecordedRow &Writer = First.Rows[1];
  EXPECT_THAT(Writer.Offset, Optional(model::Bits::fromBytes(8)));
  EXPECT_EQ(Writer.RemoteHitm.Count, 10u);
  EXPECT_EQ(Writer.StoreL1Hit.Count, 10u);
  EXPECT_EQ(Writer.CyclesLocalHitm, 360u);
  EXPECT_EQ(Writer.Symbol, "writer");
  EXPECT_EQ(Writer.SourceFile, "fsdemo.c");
  EXPECT_EQ(Writer.SourceLine, 39u);
  ASSERT_EQ(Writer.Nodes.size(), 1u);
  EXPECT_EQ(Writer.Nodes[0].Node, 1u);
}

// LKML Sept 2020: loads from another node's cache are counted as remote DRAM too.
TEST_F(ReportReader, NamesDoubleCount) {
  Recording R = read(SampleReport);
  ASSERT_EQ(R.Inconsistencies.size(), 1u);
  EXPECT_EQ(R.Inconsistencies[0].What, Inconsistency::Kind::LoadClassesExceedLoads);
  EXPECT_THAT(R.Inconsistencies[0].Message, HasSubstr("180 together, 50 more than the 130 loads"));
}

TEST_F(ReportReader, WhatIsNotPrintedIsEmpty) {
  Recording R = read("  Load Local HITM                   :         50\n");
  EXPECT_EQ(R.Trace.LocalHitm, 50u);
  EXPECT_EQ(R.Trace.RemoteHitm, std::nullopt);
  EXPECT_EQ(R.Trace.Records, std::nullopt);
  EXPECT_EQ(R.Layout, std::nullopt);
  EXPECT_EQ(R.Display, std::nullopt);
  EXPECT_THAT(R.Lines, IsEmpty());
}

TEST_F(ReportReader, ShareOfNothing) {
  Recording R = read("=====\n Trace Event Information\n=====\n"
                     "  LLC Misses to Local DRAM          :       -nan%\n");
  EXPECT_THAT(problems(), IsEmpty());
  ASSERT_EQ(R.Statistics.size(), 1u);
  EXPECT_EQ(R.Statistics[0].Text, "-nan%");
  EXPECT_EQ(R.Trace.MissesToLocalDram, std::nullopt);
}

TEST_F(ReportReader, UnknownLabelIsKept) {
  Recording R = read("=====\n Trace Event Information\n=====\n"
                     "  Load HIT Somewhere New            :         7\n");
  ASSERT_EQ(R.Statistics.size(), 1u);
  EXPECT_EQ(R.Statistics[0].Label, "Load HIT Somewhere New");
  EXPECT_EQ(R.Statistics[0].Count, 7u);
}

// The label is in two sections: what stands above it decides.
TEST_F(ReportReader, LabelOfTwoSections) {
  Recording R = read("  Store L1D Miss                    :         20\n"
                     "  Store No available memory level   :          7\n"
                     "  Store HITs on shared lines        :         70\n"
                     "  Store No available memory level   :          5\n");
  EXPECT_EQ(R.Trace.StoreNoLevel, 7u);
  EXPECT_EQ(R.Shared.StoreNoLevel, 5u);
  EXPECT_EQ(R.Reports, 1u);
}

TEST_F(ReportReader, ContradictingLabels) {
  Recording R = read("  Load Local HITM                   :         50\n"
                     "  Load Local HITM                   :         51\n");
  EXPECT_EQ(R.Trace.LocalHitm, 50u);
  ASSERT_EQ(R.Inconsistencies.size(), 1u);
  EXPECT_EQ(R.Inconsistencies[0].What, Inconsistency::Kind::RepeatedLabel);
  EXPECT_EQ(R.Inconsistencies[0].InputLine, 2u);
}

TEST_F(ReportReader, UnknownColumn) {
  std::string Text =
      "# Index             Address  Node  PA cnt     Hitm    Total  LclHitm  RmtHitm  Gizmos\n"
      "      0            0x404180     0      40   66.67%       60       30       30      99\n";
  Recording R = read(Text);
  ASSERT_EQ(R.Lines.size(), 1u);
  EXPECT_EQ(R.Lines[0].RemoteHitm, 30u);
  EXPECT_THAT(R.Lines[0].Others, ElementsAre(model::NamedText{"Gizmos", "99"}));
  EXPECT_THAT(
      problems(),
      ElementsAre("c2c.txt:1: column 'Gizmos' of the table of lines is not known: kept as text"));
}

TEST_F(ReportReader, UnknownSection) {
  Recording R = read(std::string(SampleReport) + "=====\n  Function View\n=====\n  0  what  1\n");
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr("section Function View is not known: kept as text")));
  EXPECT_EQ(R.Notes.back().Text, "  0  what  1");
  EXPECT_EQ(R.Lines.size(), 3u);
}

TEST_F(ReportReader, MissingCellKeepsWhatCannotHaveMoved) {
  // PA cnt is missing: the cells behind the percentage are still in their places.
  Recording R = read("# Index  Address  Node  PA cnt  Hitm  Total  LclHitm  RmtHitm\n"
                     "  0  0x404180  0  66.67%  60  30  30\n");
  ASSERT_EQ(R.Lines.size(), 1u);
  EXPECT_EQ(R.Lines[0].Address, 0x404180u);
  EXPECT_EQ(R.Lines[0].PaCount, std::nullopt);
  EXPECT_EQ(R.Lines[0].Node, std::nullopt);
  EXPECT_EQ(R.Lines[0].TotalHitm, 60u);
  EXPECT_THAT(problems(),
              ElementsAre(HasSubstr("c2c.txt:2: row of 7 cells under a header of 8 columns")));
}

TEST_F(ReportReader, NumbersTooLarge) {
  Recording R = read("  Load Local HITM                   : 18446744073709551616\n"
                     "# Index  Address  Node  PA cnt  Hitm  Total  LclHitm  RmtHitm\n"
                     "  0  0xfffffffffffffffff  0  1  66.67%  99999999999999999999999  30  30\n");
  ASSERT_EQ(R.Lines.size(), 1u);
  EXPECT_EQ(R.Lines[0].Address, std::nullopt);
  EXPECT_EQ(R.Lines[0].TotalHitm, std::nullopt);
  EXPECT_EQ(R.Lines[0].LocalHitm, 30u);
  EXPECT_EQ(R.Trace.LocalHitm, std::nullopt);
  EXPECT_THAT(problems(),
              testing::Contains(HasSubstr("c2c.txt:1: '18446744073709551616' of 'Load Local "
                                          "HITM' is more than 64 bits hold")));
  EXPECT_EQ(problems().size(), 3u);
}

TEST_F(ReportReader, ThreadNameWithBlanks) {
  std::string Text = pareto("");
  Text.replace(Text.find("  PA cnt   "), 8, "  PA cnt      Pid                Tid");
  Text += "      0       30       30       20       20       20            0x404180\n"
          "          33.33%   33.33%    0.00%    0.00%    0.00%                 0x0     0       1  "
          "   4242     "
          "4243:Web Content            0x401174       310       354       253       80         1  "
          "[.] reader  "
          "fsdemo  fsdemo.c:33   0\n";
  Recording R = read(Text);
  EXPECT_THAT(problems(), IsEmpty());
  ASSERT_EQ(R.Lines.size(), 1u);
  ASSERT_EQ(R.Lines[0].Rows.size(), 1u);
  EXPECT_EQ(R.Lines[0].Rows[0].Tid, 4243u);
  EXPECT_EQ(R.Lines[0].Rows[0].Comm, "Web Content");
  EXPECT_EQ(R.Lines[0].Rows[0].CodeAddress, 0x401174u);
}

// perf 6.12 and 7.3 print signatures, whose blanks are single.
TEST_F(ReportReader, SymbolWithSignature) {
  RecordedRow Row = readRow(
      "          33.33%   33.33%    0.00%    0.00%    0.00%                 0x0     0       "
      "1            0x401174       310       354       253       80         1  "
      "[.] vec(std::vector<app::Worke  app     RollingMean<double>::mean+0   0");
  EXPECT_EQ(Row.Symbol, "vec(std::vector<app::Worke");
  EXPECT_TRUE(Row.SymbolMayBeCut);
  EXPECT_EQ(Row.Object, "app");
  EXPECT_EQ(Row.SourceText, "RollingMean<double>::mean+0");
  EXPECT_EQ(Row.SourceFile, std::nullopt);
  EXPECT_EQ(Row.SourceLine, std::nullopt);
}

TEST_F(ReportReader, FullSymbolsAreNotCut) {
  std::string Cells =
      "          33.33%   33.33%    0.00%    0.00%    0.00%                 0x0     0       "
      "1            0x401174       310       354       253       80         1  ";
  Recording R = read(pareto(Cells + "[.] 26_columns_and_the_mark_is  app  a.c:1   0\n" + Cells +
                            "[.] longer_than_what_perf_cuts_symbols_to  app  a.c:1   0\n"));
  ASSERT_EQ(R.Lines.at(0).Rows.size(), 2u);
  EXPECT_FALSE(R.Lines[0].Rows[0].SymbolMayBeCut);
}

TEST_F(ReportReader, MissingNodeKeepsWhatTheAddressesAnchor) {
  RecordedRow Row =
      readRow("          33.33%   12.00%    0.00%    0.00%    0.00%                 0x8            "
              " 1          "
              "  0x401174       310       354       253       80         1  [.] f  app  a.c:1   0");
  EXPECT_THAT(Row.LocalHitm.Printed, Optional(model::Percent{1200, 2}));
  EXPECT_THAT(Row.Offset, Optional(model::Bits::fromBytes(8)));
  EXPECT_EQ(Row.PaCount, std::nullopt);
  EXPECT_EQ(Row.DataNode, std::nullopt);
  EXPECT_EQ(Row.CodeAddress, 0x401174u);
  EXPECT_EQ(Row.CyclesRemoteHitm, 310u);
  EXPECT_EQ(Row.CpuCount, 1u);
  EXPECT_EQ(Row.Object, "app");
}

// The page cut it, not perf: the symbol is shorter than what perf prints, and the rest is missing.
TEST_F(ReportReader, SymbolCutByThePage) {
  RecordedRow Row =
      readRow("          33.33%   12.00%    0.00%    0.00%    0.00%                 0x8     0      "
              " 1          "
              "  0x401174       310       354       253       80         1  [.] read_wri");
  EXPECT_EQ(Row.Symbol, "read_wri");
  EXPECT_TRUE(Row.SymbolMayBeCut);
  EXPECT_EQ(Row.Object, std::nullopt);
  RecordedRow Next = readRow(
      "          33.33%   12.00%    0.00%    0.00%    0.00%                 0x8     0       1      "
      "    "
      "  0x401174       310       354       253       80         1  [.] read_write_func  no_fal");
  EXPECT_EQ(Next.Symbol, "read_write_func");
  EXPECT_FALSE(Next.SymbolMayBeCut);
  EXPECT_EQ(Next.Object, std::nullopt);
  EXPECT_THAT(Next.Others, ElementsAre(model::NamedText{"cut cell", "no_fal"}));
}

// LKML April 2022: peers had one column, and were a class of loads of their own.
TEST_F(ReportReader, UnmergedPeerColumn) {
  Recording R = read("#        ----------- Cacheline ----------    Snoop  ------- Load Hitm "
                     "-------    Snoop    Total    Total    "
                     "Total  --------- Stores --------  ----- Core Load Hit -----  - LLC Load Hit "
                     "--  - RMT Load Hit --  --- Load Dram "
                     "----\n"
                     "# Index             Address  Node  PA cnt     Peer    Total  LclHitm  "
                     "RmtHitm     Peer  records    Loads   Stores  "
                     "  L1Hit   L1Miss   Anylvl       FB       L1       L2    LclHit  LclHitm    "
                     "RmtHit  RmtHitm       Lcl       Rmt\n"
                     "      0      0xaaaac17d6000   N/A       0  100.00%        0        0        "
                     "0       99    18851    18851        0  "
                     "      0        0        0        0    18752        0         0        0      "
                     "   0        0         0         0\n");
  EXPECT_THAT(problems(), IsEmpty());
  EXPECT_EQ(R.Layout, model::ReportLayout::Unmerged);
  EXPECT_EQ(R.Display, model::DisplayMode::Peer);
  ASSERT_EQ(R.Lines.size(), 1u);
  EXPECT_EQ(R.Lines[0].TotalPeer, 99u);
  EXPECT_THAT(R.Lines[0].DisplayShare, Optional(model::Percent{10000, 2}));
  EXPECT_THAT(R.Inconsistencies, IsEmpty());
}

/// Pages often cut every line at the width of a terminal.
TEST_F(ReportReader, CutAtTheRightEdge) {
  Recording Whole = read(SampleReport);
  llvm::SmallVector<llvm::StringRef, 128> Lines;
  llvm::StringRef(SampleReport).split(Lines, '\n');
  for (size_t Width = 80; Width != 230; ++Width) {
    std::string Text;
    for (llvm::StringRef Line : Lines)
      Text += (Line.take_front(Width).rtrim() + "\n").str();
    Recording Part = read(Text);
    ASSERT_EQ(Part.Lines.size(), 3u) << Width;
    for (size_t I = 0; I != 3; ++I) {
      const RecordedLine &P = Part.Lines[I], &W = Whole.Lines[I];
      for (auto Field :
           {&RecordedLine::TotalHitm, &RecordedLine::LocalHitm, &RecordedLine::RemoteHitm,
            &RecordedLine::Stores, &RecordedLine::StoreL1Hit, &RecordedLine::L1Hit,
            &RecordedLine::LlcHit, &RecordedLine::LlcHitm, &RecordedLine::RemoteHit,
            &RecordedLine::LocalDram})
        EXPECT_TRUE(!(P.*Field) || P.*Field == W.*Field) << Width << " line " << I;
      for (size_t J = 0; J != P.Rows.size(); ++J) {
        const RecordedRow &PR = P.Rows[J], &WR = W.Rows.at(J);
        EXPECT_TRUE(!PR.Records || PR.Records == WR.Records) << Width;
        EXPECT_TRUE(!PR.CodeAddress || PR.CodeAddress == WR.CodeAddress) << Width;
        EXPECT_TRUE(!PR.SourceText || PR.SourceText == WR.SourceText) << Width;
        EXPECT_TRUE(!PR.Symbol || PR.Symbol == WR.Symbol || PR.SymbolMayBeCut) << Width;
        if (Width > 180) {
          EXPECT_EQ(PR.Records, WR.Records) << Width;
        }
      }
    }
  }
}

TEST_F(ReportReader, TerminalInterface) {
  Recording R = read(
      "Shared Data Cache Line Table     (2 entries, sorted on Total HITMs)                 \u25c6\n"
      "       ----------- Cacheline ----------      Tot  ------- Load Hitm -------    Total\u2592\n"
      "Index             Address  Node  PA cnt     Hitm    Total  LclHitm  RmtHitm  records\u2592\n"
      "-    0            0x404180     0      40   66.67%       60       30       30      "
      "200\u2592\n"
      "+    1           0x1c3e2c0     0       1   22.22%       20       10       10       "
      "40\u2592\n"
      "Cacheline 0x404180\n"
      " ----- HITM -----  ------- Store Refs ------  ------- CL --------                      "
      "---------- cycles "
      "----------    Total       cpu              Shared\n"
      " RmtHitm  LclHitm   L1 Hit  L1 Miss      N/A    Off  Node  PA cnt        Code address  rmt "
      "hitm  lcl hitm    "
      "  load  records       cnt      Symbol  Object  Source:Line  Node\n"
      "+  33.33%   33.33%    0.00%    0.00%    0.00%    0x0     0       1            0x401174      "
      " 310       354   "
      "    253       80         1  [.] reader  fsdemo  fsdemo.c:33   0          \u2592\n");
  EXPECT_THAT(problems(), IsEmpty());
  EXPECT_EQ(R.Reports, 1u);
  ASSERT_EQ(R.Lines.size(), 2u);
  EXPECT_EQ(R.Lines[1].Records, 40u);
  ASSERT_EQ(R.Lines[0].Rows.size(), 1u);
  EXPECT_EQ(R.Lines[0].Rows[0].Symbol, "reader");
  EXPECT_EQ(R.Lines[0].Rows[0].RemoteHitm.Count, 10u);
  EXPECT_EQ(R.Lines[0].Rows[0].Nodes.size(), 1u);
}

// A commit message loses its lines with '#'.
TEST_F(ReportReader, TablesWithoutHeader) {
  Recording Whole = read(SampleReport);
  llvm::SmallVector<llvm::StringRef, 128> Lines;
  llvm::StringRef(SampleReport).split(Lines, '\n');
  llvm::erase_if(Lines, [](llvm::StringRef Line) { return Line.starts_with("#"); });
  Recording R = read(llvm::join(Lines, "\n"));
  ASSERT_EQ(R.Lines.size(), 3u);
  for (size_t I = 0; I != 3; ++I) {
    R.Lines[I].TableLine = Whole.Lines[I].TableLine;
    R.Lines[I].ParetoLine = Whole.Lines[I].ParetoLine;
    ASSERT_EQ(R.Lines[I].Rows.size(), Whole.Lines[I].Rows.size());
    for (size_t J = 0; J != R.Lines[I].Rows.size(); ++J)
      R.Lines[I].Rows[J].InputLine = Whole.Lines[I].Rows[J].InputLine;
    EXPECT_TRUE(R.Lines[I] == Whole.Lines[I]) << I;
  }
  EXPECT_EQ(problems().size(), 2u);
}

TEST_F(ReportReader, BlocksWithoutHeader) {
  std::string Row = "  33.33%   33.33%   0.00%   0.00%   0x0   0   1   0x401174   310   354   253  "
                    " 80   1  [.] f  app  a.c:1   0\n";
  Recording R = read("  0  30  30  20  20  0x404180\n  1  3  3  2  2  0x404080\n" + Row +
                     "  2  3  3  2  2  0x404040\n");
  ASSERT_EQ(R.Lines.size(), 3u);
  EXPECT_EQ(R.Lines[0].Address, 0x404180u);
  EXPECT_THAT(R.Lines[0].Rows, IsEmpty());
  EXPECT_EQ(R.Lines[1].RemoteHitm, 3u);
  EXPECT_EQ(R.Lines[1].Rows.size(), 1u);
  EXPECT_EQ(R.Lines[2].StoreL1Miss, 2u);
}

// With N/A stores the two columns in front are HITMs or peers; without header nothing says which.
TEST_F(ReportReader, PeersOrHitms) {
  std::string Text = "  0  3  6  2  2  2  0x404080\n  33.33%   33.33%   0.00%   0.00%   0.00%  0x0 "
                     "  0   1   0x401174   310   "
                     "354   253   80   1  [.] f  app  a.c:1   0\n";
  Recording Unclear = read(Text);
  ASSERT_EQ(Unclear.Lines.size(), 1u);
  EXPECT_EQ(Unclear.Lines[0].RemoteHitm, std::nullopt);
  EXPECT_THAT(Unclear.Lines[0].Others,
              testing::Contains(model::NamedText{"remote HITM or peer", "3"}));
  EXPECT_EQ(Unclear.Lines[0].StoreL1Hit, 2u);
  EXPECT_EQ(Unclear.Lines[0].Rows.at(0).CyclesRemoteHitm, std::nullopt);
  EXPECT_EQ(Unclear.Lines[0].Rows.at(0).CyclesLoad, 253u);
  Recording Peer = read("  Cachelines sort on                : Peer Snoop\n" + Text);
  EXPECT_EQ(Peer.Lines.at(0).RemotePeer, 3u);
  EXPECT_EQ(Peer.Lines.at(0).Rows.at(0).CyclesRemotePeer, 310u);
  Recording Hitm = read("  Cachelines sort on                : Total HITMs\n" + Text);
  EXPECT_EQ(Hitm.Lines.at(0).LocalHitm, 6u);
}

// 4.14: neither node nor PA cnt, and the columns between have other names.
TEST_F(ReportReader, Perf414) {
  Recording R = read("#                              Total      Tot  ----- LLC Load Hitm -----  "
                     "---- Store Reference ----  --- Load Dram "
                     "----      LLC    Total  ----- Core Load Hit -----  -- LLC Load Hit --\n"
                     "# Index           Cacheline  records     Hitm    Total      Lcl      Rmt    "
                     "Total    L1Hit   L1Miss       Lcl      "
                     " Rmt  Ld Miss    Loads       FB       L1       L2       Llc       Rmt\n"
                     "      0            0x602180       40   77.09%       10        6        4     "
                     "  20       19        1         2      "
                     "   3        8       20        1        2        0         1         1\n"
                     "#        ----- HITM -----  -- Store Refs --        Data address              "
                     "                 ---------- cycles "
                     "----------    Total       cpu                                     Shared\n"
                     "#   Num      Rmt      Lcl   L1 Hit  L1 Miss              Offset      Pid     "
                     "   Code address  rmt hitm  lcl hitm  "
                     "    load  records       cnt               Symbol                Object       "
                     "           Source:Line  Node\n"
                     "      0        4        6       19        1            0x602180\n"
                     "          75.00%   50.00%    0.00%    0.00%                 0x8    14604     "
                     "       0x400b4f     27161     26039   "
                     "  26017       13         9  [.] f  app  a.c:144   0\n");
  EXPECT_THAT(problems(), IsEmpty());
  EXPECT_EQ(R.Layout, model::ReportLayout::Perf414);
  ASSERT_EQ(R.Lines.size(), 1u);
  EXPECT_EQ(R.Lines[0].Stores, 20u);
  EXPECT_EQ(R.Lines[0].RemoteHit, 1u);
  ASSERT_EQ(R.Lines[0].Rows.size(), 1u);
  EXPECT_EQ(R.Lines[0].Rows[0].RemoteHitm.Count, 3u);
  EXPECT_EQ(R.Lines[0].Rows[0].Records, 13u);
}

TEST_F(ReportReader, WideNumbersPushTheRow) {
  RecordedRow Row = readRow(
      "          33.33%   33.33%    0.00%    0.00%    0.00%                 0x0     0       "
      "1            0x401174  123456789012       354       253  99999999999         1  "
      "[.] f  app  a.c:0  0-1  3");
  EXPECT_EQ(Row.CyclesRemoteHitm, 123456789012u);
  EXPECT_EQ(Row.Records, 99999999999u);
  EXPECT_EQ(Row.SourceFile, "a.c");
  EXPECT_EQ(Row.SourceLine, std::nullopt); // line 0 is no line
}

TEST_F(ReportReader, CountsOfShares) {
  std::string Row =
      "          33.33%   12.35%    0.00%    0.00%    0.00%                 0x0     0       1      "
      "   "
      "   0x401174       310       354       253       80         1  [.] f  app  a.c:1   0\n";
  Recording R = read(
      pareto("      0       30    10000   109036        0        0            0x404180\n" + Row));
  const RecordedRow &First = R.Lines.at(0).Rows.at(0);
  EXPECT_EQ(First.RemoteHitm.Count, 10u);
  EXPECT_EQ(First.LocalHitm.Count, 1235u);
  // 0 to 5 of 109036 are printed as 0.00%.
  EXPECT_EQ(First.StoreL1Hit.Count, std::nullopt);
  EXPECT_EQ(First.StoreL1Hit.Estimate, 0u);
  EXPECT_EQ(First.StoreL1Miss.Count, 0u);
}

TEST_F(ReportReader, RowsThatAreNotTheLine) {
  Recording R =
      read(pareto("      0       30        0        0        0        0            0x404180\n"
                  "          33.33%    0.00%    0.00%    0.00%    0.00%                 0x0     0  "
                  "     1            0x401174    "
                  "   310       354       253       80         1  [.] f  app  a.c:1   0\n"));
  ASSERT_EQ(R.Inconsistencies.size(), 1u);
  EXPECT_EQ(R.Inconsistencies[0].What, Inconsistency::Kind::RowsNotLine);
  EXPECT_EQ(R.Inconsistencies[0].Message, "the rows have 33.33% of the line's 30 remote HITMs");
}

TEST_F(ReportReader, SecondPrintOfABlock) {
  std::string Block = "      0       30        0        0        0        0            0x404180\n"
                      "         100.00%    0.00%    0.00%    0.00%    0.00%                 0x0    "
                      " 0       1            0x401174    "
                      "   310       354       253       80         1  [.] f  app  a.c:1   0\n\n";
  Recording R = read(pareto(Block + Block));
  ASSERT_EQ(R.Lines.size(), 2u);
  EXPECT_EQ(R.Lines[0].RepeatOf, std::nullopt);
  EXPECT_EQ(R.Lines[1].RepeatOf, 0u);
}

TEST_F(ReportReader, TwoReports) {
  Recording R = read(std::string(SampleReport) + "\n# and the other machine:\n" + SampleReport);
  EXPECT_EQ(R.Reports, 2u);
  EXPECT_EQ(R.Lines.size(), 6u);
  EXPECT_EQ(R.Lines[3].Report, 1u);
  EXPECT_EQ(R.Lines[3].Rows.size(), 4u);
  EXPECT_EQ(R.Trace.Records, 210u);
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("the input holds 2 reports")));
}

TEST_F(ReportReader, CallChains) {
  std::string Row =
      "          33.33%    0.00%    0.00%    0.00%    0.00%                 0x0     0       1      "
      "      "
      "0x401174       310       354       253       80         1  [.] f  app  a.c:1   0\n";
  Recording R = read(pareto(Row + "            |\n            ---main\n               f\n\n" + Row +
                            "           37.50%\n                f\n                main\n\n" + Row +
                            "37.50% f;main\n" + Row + "\n[...]\n"));
  const std::vector<RecordedRow> &Rows = R.Lines.at(0).Rows;
  ASSERT_EQ(Rows.size(), 4u);
  EXPECT_EQ(Rows[0].CallChain.size(), 3u);
  EXPECT_EQ(Rows[1].CallChain.size(), 3u);
  EXPECT_THAT(Rows[2].CallChain, ElementsAre("37.50% f;main"));
  EXPECT_THAT(Rows[3].CallChain, IsEmpty());
  ASSERT_EQ(R.Notes.size(), 1u);
  EXPECT_EQ(R.Notes[0].Text, "[...]");
}

TEST_F(ReportReader, LineOfAnotherAddressIsALineOfItsOwn) {
  std::string Text = SampleReport;
  size_t Block = Text.rfind("0x404080");
  Text.replace(Block, 8, "0x404040");
  Recording R = read(Text);
  ASSERT_EQ(R.Lines.size(), 4u);
  EXPECT_EQ(R.Lines[2].ParetoLine, std::nullopt);
  EXPECT_EQ(R.Lines[3].TableLine, std::nullopt);
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("rows of line 2 have another address")));
}

TEST_F(ReportReader, PeerColumnsAndOldHitmColumnsHaveTheSameNames) {
  auto Header = [](const char *Group, const char *Cycles) {
    return "#        " + std::string(Group) +
           "  -- Store Refs --\n#   Num      Rmt      Lcl   L1 Hit  L1 Miss      "
           "        Offset        Code address  rmt " +
           Cycles + "  lcl " + Cycles +
           "      load  records       cnt\n"
           "      0        3        4        0        0            0x404180\n"
           "         100.00%  100.00%    0.00%    0.00%  0x8  0x401174  5  6  7  8  9\n";
  };
  Recording Peer = read(Header("-- Peer Snoop --", "peer"));
  ASSERT_EQ(Peer.Lines.size(), 1u);
  EXPECT_EQ(Peer.Lines[0].RemotePeer, 3u);
  EXPECT_EQ(Peer.Lines[0].RemoteHitm, std::nullopt);
  EXPECT_EQ(Peer.Lines[0].Rows.at(0).CyclesLocalPeer, 6u);
  EXPECT_EQ(Peer.Display, model::DisplayMode::Peer);
  Recording Hitm = read(Header("----- HITM -----", "hitm"));
  ASSERT_EQ(Hitm.Lines.size(), 1u);
  EXPECT_EQ(Hitm.Lines[0].RemoteHitm, 3u);
  EXPECT_EQ(Hitm.Lines[0].RemotePeer, std::nullopt);
}

} // namespace
} // namespace cachelint::evidence
