//===-- ReportCounts.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportCounts.h"

#include "tool/evidence/RowCells.h"

#include <algorithm>
#include <cmath>

namespace cachelint::evidence {

using model::RecordedLine;
using model::RecordedRow;
using model::Recording;
using model::Share;

namespace {

constexpr ShareOfLine SharesOfLine[] = {
    {&RecordedRow::RemoteHitm, &RecordedLine::RemoteHitm, "remote HITMs"},
    {&RecordedRow::LocalHitm, &RecordedLine::LocalHitm, "local HITMs"},
    {&RecordedRow::RemotePeer, &RecordedLine::RemotePeer, "remote peer snoops"},
    {&RecordedRow::LocalPeer, &RecordedLine::LocalPeer, "local peer snoops"},
    {&RecordedRow::AnyPeer, &RecordedLine::TotalPeer, "peer snoops"},
    {&RecordedRow::StoreL1Hit, &RecordedLine::StoreL1Hit, "L1 hit stores"},
    {&RecordedRow::StoreL1Miss, &RecordedLine::StoreL1Miss, "L1 miss stores"},
    {&RecordedRow::StoreNoLevel, &RecordedLine::StoreNoLevel, "stores without level"},
};

// Above this, products of percentages leave 64 bits; no recording has as many samples of one line.
constexpr uint64_t MostSamples = uint64_t(1) << 48;

void derive(Share &Part, uint64_t Whole) {
  if (!Part.Printed || Whole > MostSamples)
    return;
  double Value = Part.Printed->value(), Samples = static_cast<double>(Whole);
  double HalfUnit = 0.5 * std::pow(10.0, -static_cast<double>(Part.Printed->Decimals));
  // A hair wider, since the percentage was computed and rounded in binary.
  constexpr double Hair = 1e-9;
  double Low = std::ceil((Value - HalfUnit) * Samples / 100 - Hair);
  double High = std::floor((Value + HalfUnit) * Samples / 100 + Hair);
  Low = std::max(Low, 0.0);
  High = std::min(High, Samples);
  if (Value > 100 || Low > High)
    return; // no number of samples gives this percentage
  uint64_t Nearest = static_cast<uint64_t>(std::llround(Value * Samples / 100));
  Part.Estimate = std::clamp(Nearest, static_cast<uint64_t>(Low), static_cast<uint64_t>(High));
  if (Low == High)
    Part.Count = static_cast<uint64_t>(Low);
}

} // namespace

llvm::ArrayRef<ShareOfLine> sharesOfLine() { return SharesOfLine; }

void deriveCounts(Recording &R) {
  for (RecordedLine &Line : R.Lines)
    for (RecordedRow &Row : Line.Rows)
      for (const ShareOfLine &S : SharesOfLine)
        if (const auto &Whole = Line.*S.Whole)
          derive(Row.*S.Part, *Whole);
}

void settleCuts(Recording &R) {
  bool Wider = false;
  auto AllRows = [&](auto Do) {
    for (RecordedLine &Line : R.Lines)
      for (RecordedRow &Row : Line.Rows)
        Do(Row);
  };
  AllRows([&](const RecordedRow &Row) {
    size_t SymbolWidth = Row.Symbol ? Row.Symbol->size() + (Row.Mode ? 4 : 0) : 0;
    Wider |= SymbolWidth > CutWidth || (Row.SourceText && Row.SourceText->size() > CutWidth);
  });
  if (Wider)
    AllRows([](RecordedRow &Row) {
      if (Row.Object) // otherwise the page, not perf, cut the row
        Row.SymbolMayBeCut = Row.SourceMayBeCut = false;
    });
}

} // namespace cachelint::evidence
