//===-- HostileReportTest.cpp - cut, damaged and huge reports ------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/evidence/SampleReport.h"
#include "tool/evidence/ReportReader.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <chrono>

namespace cachelint::evidence {
namespace {

using llvm::StringRef;
using model::RecordedLine;
using model::RecordedRow;
using model::Recording;

std::optional<Recording> read(StringRef Text, ProblemSink &Sink) {
  auto Read = readC2cReport("c2c.txt", Text, Sink);
  if (Read)
    return std::move(*Read);
  llvm::consumeError(Read.takeError());
  return std::nullopt;
}

constexpr std::optional<uint64_t> RecordedLine::*LineFields[] = {
    &RecordedLine::Address,     &RecordedLine::PaCount,      &RecordedLine::TotalHitm,
    &RecordedLine::LocalHitm,   &RecordedLine::RemoteHitm,   &RecordedLine::Records,
    &RecordedLine::Loads,       &RecordedLine::Stores,       &RecordedLine::StoreL1Hit,
    &RecordedLine::StoreL1Miss, &RecordedLine::StoreNoLevel, &RecordedLine::FillBufferHit,
    &RecordedLine::L1Hit,       &RecordedLine::L2Hit,        &RecordedLine::LlcHit,
    &RecordedLine::LlcHitm,     &RecordedLine::RemoteHit,    &RecordedLine::RemoteLoadHitm,
    &RecordedLine::LocalDram,   &RecordedLine::RemoteDram,
};
constexpr std::optional<uint64_t> RecordedRow::*RowFields[] = {
    &RecordedRow::PaCount,         &RecordedRow::CodeAddress, &RecordedRow::CyclesRemoteHitm,
    &RecordedRow::CyclesLocalHitm, &RecordedRow::CyclesLoad,  &RecordedRow::Records,
    &RecordedRow::CpuCount,        &RecordedRow::SourceLine,
};
constexpr model::Share RecordedRow::*Shares[] = {
    &RecordedRow::RemoteHitm,  &RecordedRow::LocalHitm,    &RecordedRow::StoreL1Hit,
    &RecordedRow::StoreL1Miss, &RecordedRow::StoreNoLevel,
};

/// True when \p Part says nothing else than \p Whole.
bool agrees(const RecordedRow &Part, const RecordedRow &Whole) {
  for (auto Field : RowFields)
    if (Part.*Field && Part.*Field != Whole.*Field)
      return false;
  for (auto Share : Shares)
    if ((Part.*Share).Printed && (Part.*Share) != (Whole.*Share))
      return false;
  auto Same = [](const auto &A, const auto &B) { return !A || A == B; };
  return Same(Part.Offset, Whole.Offset) && Same(Part.DataNode, Whole.DataNode) &&
         (Same(Part.Symbol, Whole.Symbol) ||
          (Part.SymbolMayBeCut && StringRef(*Whole.Symbol).starts_with(*Part.Symbol))) &&
         Same(Part.Object, Whole.Object) && Same(Part.SourceText, Whole.SourceText);
}

void expectAgrees(const Recording &Part, const Recording &Whole, size_t Cut) {
  for (const model::Statistic &S : Part.Statistics)
    if (S.Count || S.Part) {
      EXPECT_TRUE(llvm::is_contained(Whole.Statistics, S)) << S.Label << " cut at " << Cut;
    }
  ASSERT_LE(Part.Lines.size(), Whole.Lines.size()) << "cut at " << Cut;
  for (size_t I = 0; I != Part.Lines.size(); ++I) {
    const RecordedLine &P = Part.Lines[I], &W = Whole.Lines[I];
    for (auto Field : LineFields)
      EXPECT_TRUE(!(P.*Field) || P.*Field == W.*Field) << "line " << I << " cut at " << Cut;
    ASSERT_LE(P.Rows.size(), W.Rows.size()) << "cut at " << Cut;
    for (size_t J = 0; J != P.Rows.size(); ++J)
      EXPECT_TRUE(agrees(P.Rows[J], W.Rows[J]))
          << "line " << I << " row " << J << " cut at " << Cut;
  }
}

// A number whose end was cut off is a wrong number: it must not be in the model.
TEST(HostileReport, CutAnywhere) {
  StringRef Text = SampleReport;
  ProblemSink Sink;
  std::optional<Recording> Whole = read(Text, Sink);
  ASSERT_TRUE(Whole);
  for (size_t Cut = 0; Cut != Text.size(); ++Cut) {
    ProblemSink Sink;
    if (std::optional<Recording> Part = read(Text.take_front(Cut), Sink))
      expectAgrees(*Part, *Whole, Cut);
  }
}

TEST(HostileReport, BeginsAnywhere) {
  StringRef Text = SampleReport;
  for (size_t Cut = 0; Cut < Text.size(); Cut += 7) {
    ProblemSink Sink;
    read(Text.drop_front(Cut), Sink);
  }
}

TEST(HostileReport, CutIsNamed) {
  StringRef Text = SampleReport;
  size_t Row = Text.find("0x1c3e2c0");
  ProblemSink Sink;
  ASSERT_TRUE(read(Text.take_front(Row + 60), Sink));
  ASSERT_EQ(Sink.sorted().size(), 1u);
  EXPECT_THAT(Sink.sorted()[0].text(),
              testing::HasSubstr("c2c.txt:74: the input ends inside this row"));
}

TEST(HostileReport, OneByteDamaged) {
  std::string Text = SampleReport;
  for (size_t At = 0; At < Text.size(); At += 13)
    for (char Damage : {'\0', '\n', ' ', '%', '9', '\xff', '{', '['}) {
      char Good = std::exchange(Text[At], Damage);
      ProblemSink Sink;
      read(Text, Sink);
      Text[At] = Good;
    }
}

TEST(HostileReport, LinesSwapped) {
  llvm::SmallVector<StringRef, 128> Lines;
  StringRef(SampleReport).split(Lines, '\n');
  for (size_t From = 0; From + 1 < Lines.size(); ++From) {
    std::string Text;
    for (size_t I = 0; I != Lines.size(); ++I)
      Text += (Lines[(I * 37 + From) % Lines.size()] + "\n").str();
    ProblemSink Sink;
    read(Text, Sink);
  }
}

double secondsToRead(const std::string &Text) {
  auto Start = std::chrono::steady_clock::now();
  ProblemSink Sink;
  read(Text, Sink);
  EXPECT_LE(Sink.sorted().size(), 200u); // one problem for each line would fill the memory
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
}

std::string repeated(StringRef Piece, size_t Bytes) {
  std::string Result;
  while (Result.size() < Bytes)
    Result += Piece;
  return Result;
}

// Limits are many times what it takes, so that a slow machine passes and quadratic time does not.
TEST(HostileReport, LongLines) {
  constexpr size_t Large = 100 << 20;
  EXPECT_LT(secondsToRead(std::string(Large, 'x')), 20);
  EXPECT_LT(secondsToRead(std::string(Large, ' ')), 20);
  EXPECT_LT(secondsToRead(SampleReport + repeated("33.33% ", Large)), 20);
}

TEST(HostileReport, ManyLines) {
  constexpr size_t Large = 1 << 20;
  for (StringRef Line :
       {"  33.33%  33.33%\n", "x\n", "0 1 2 3 4\n", "#\n", "# Index Address Node PA cnt\n", "Num\n",
        "0 0x404180 1%\n", "0 1 2 0x404180\n", "Load Local HITM : 5\n", "a\n ---- b -\n", "1\n",
        "1% 2%\nLoad Local HITM : 5\n", "0 0x404180 1%\n1% 2%\n", "Cacheline 0x1\n1% 2%\n"})
    EXPECT_LT(secondsToRead(SampleReport + repeated(Line, Large)), 20) << Line.str();
}

TEST(HostileReport, LongestLinesThatAreRead) {
  constexpr size_t Large = 4 << 20;
  for (StringRef Piece :
       {"33.33% ", "[.] a ", "0 ", "0{1} ", "a b  ", "0x1 ", "{", "# Num Rmt ", "a: "}) {
    std::string Line = repeated(Piece, 60000) + "\n";
    EXPECT_LT(secondsToRead(SampleReport + repeated(Line, Large)), 20) << Piece.str();
    std::string Row =
        " 33.33% 33.33% 0.00% 0.00% 0.00% 0x0 0 1 0x401174 310 354 253 80 1 [.] " + Line;
    EXPECT_LT(secondsToRead(SampleReport + repeated(Row, Large)), 20) << "row with " << Piece.str();
  }
}

} // namespace
} // namespace cachelint::evidence
