//===-- RowSplit.h - the cells of a pareto row -------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_ROWSPLIT_H
#define CACHELINT_EVIDENCE_ROWSPLIT_H

#include "tool/evidence/ReportColumns.h"
#include "tool/evidence/TextCells.h"

#include "llvm/ADT/StringRef.h"

namespace cachelint::evidence {

/// The cells of a row in front of its first cell with blanks, and the rest.
struct RowParts {
  Cells Head; ///< one cell a column; "4243:Web Content" is one
  llvm::StringRef Tail;
};
RowParts splitRow(const Columns &Cols, llvm::StringRef Row);

/// The cells of a tail, at most one for each column with text; the nodes are one cell.
/// \p SingleBlanks: the copy has no runs of blanks that would tell where cells end.
Cells splitTail(const Columns &Cols, llvm::StringRef Tail, bool SingleBlanks);

/// True when a row has a cell for every column, so that what follows it is not wrapped off it.
bool isWholeRow(const Columns &Cols, llvm::StringRef Row);

/// True when the last cell is a list of nodes, so that the blanks between the cells are right.
bool nodesFit(const Columns &Cols, llvm::StringRef Row);

} // namespace cachelint::evidence

#endif
