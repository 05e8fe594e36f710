//===-- ReportCounts.h - samples behind percentages --------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_REPORTCOUNTS_H
#define CACHELINT_EVIDENCE_REPORTCOUNTS_H

#include "tool/model/Recording.h"

#include "llvm/ADT/ArrayRef.h"

namespace cachelint::evidence {

/// A share of rows and the count of their line that it is a share of.
struct ShareOfLine {
  model::Share model::RecordedRow::*Part;
  std::optional<uint64_t> model::RecordedLine::*Whole;
  const char *Name; ///< for messages, in the plural
};
llvm::ArrayRef<ShareOfLine> sharesOfLine();

/// Sets Count and Estimate of every share whose line has the count it is a share of.
///
/// Count is set where exactly one whole number of samples is printed as this percentage, which is
/// always so below 10000 samples of the line (two decimals), and by chance above.
void deriveCounts(model::Recording &R);

/// Clears SymbolMayBeCut and SourceMayBeCut when the report was made with --full-symbols, which a
/// wider cell in any row shows.
void settleCuts(model::Recording &R);

} // namespace cachelint::evidence

#endif
