//===-- ReportRows.h - one row of the pareto ---------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_REPORTROWS_H
#define CACHELINT_EVIDENCE_REPORTROWS_H

#include "tool/evidence/ReportColumns.h"
#include "tool/evidence/ReportProblems.h"
#include "tool/evidence/TextCells.h"
#include "tool/model/Recording.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace cachelint::evidence {

/// The lines of one row: more than one where it was wrapped.
struct RowText {
  llvm::SmallVector<llvm::StringRef, 2> Parts;
  uint64_t InputLine = 0;
  bool MayBeCut = false; ///< the input ends in its last line
};

/// Reads a row. \p Cols are those that rows have a cell for: not the number of the line. Cells that
/// are not what their column holds are named through \p Problems and kept as text. Where cells are
/// missing, those are used that cannot have moved: all before the end of a cut row, otherwise
/// percentages, addresses and what follows the symbol's mark.
model::RecordedRow readRow(const Columns &Cols, const RowText &Text, ReportProblems &Problems);

/// The share of a row that a column holds; null for columns that are no shares.
model::Share model::RecordedRow::*rowShare(ColumnKind Kind);

} // namespace cachelint::evidence

#endif
