//===-- ReportTable.h - the table of cache lines -----------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_REPORTTABLE_H
#define CACHELINT_EVIDENCE_REPORTTABLE_H

#include "tool/evidence/ReportColumns.h"
#include "tool/evidence/ReportProblems.h"
#include "tool/evidence/ReportSections.h"
#include "tool/model/Recording.h"

#include <unordered_map>

namespace cachelint::evidence {

/// Finds the lines of the report that is being read. No DenseMap: the keys are any numbers.
struct LineIndex {
  std::unordered_map<uint64_t, size_t> ByNumber;  ///< printed index -> index in Lines
  std::unordered_map<uint64_t, size_t> ByAddress; ///< address -> index in Lines
  unsigned Report = 0;
  size_t Indexed = 0; ///< how many of Lines were looked at

  /// Takes in the lines added since. Sections come in order of their reports.
  void update(const model::Recording &R, unsigned ForReport);
};

/// What the readers of sections share.
struct ReadState {
  model::Recording &R;
  ReportProblems &Problems;
  /// Line that the input ends in the middle of; 0 if it ends in a line feed.
  uint64_t CutLine = 0;
  /// Columns of the first table and the first pareto, which tell the release.
  Columns TableColumns, ParetoColumns;
  LineIndex Lines;
};

/// Reads a section of kind Table: adds a line to the recording for each row.
///
/// A row with cells missing or of a wrong kind is named, and keeps what cannot have moved: what
/// stands before the first such cell where the row was cut, otherwise what is counted from an
/// anchor, which index, address and percentage are.
void readLineTable(const Section &S, ReadState &State);

/// The count of a line that a column holds; null for columns that are not counts of lines.
std::optional<uint64_t> model::RecordedLine::*lineCount(ColumnKind Kind);

} // namespace cachelint::evidence

#endif
