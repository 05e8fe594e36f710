//===-- ReportLayouts.h - the layouts of known releases ----------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What releases print, for copies that lost the header of a table: the columns are then those of
// the one known layout whose number and kinds of cells fit.
//
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_REPORTLAYOUTS_H
#define CACHELINT_EVIDENCE_REPORTLAYOUTS_H

#include "tool/evidence/ReportColumns.h"
#include "tool/evidence/TextCells.h"
#include "tool/model/Recording.h"

#include <optional>

namespace cachelint::evidence {

/// Columns of a row of the table of lines that has no header; empty if no known layout fits or
/// several do. Beside number and kinds of cells the sums must be right, as perf prints HITMs twice
/// and loads by class.
Columns guessTableColumns(const Cells &Row, std::optional<model::DisplayMode> Display);

/// Columns of a pareto row without header. \p Row are its cells before the symbol, or before the
/// first column with blanks. HITM and peer columns cannot be told apart by themselves: they are
/// Unknown unless
/// \p Display or the absence of N/A stores (older than peers) says which they are.
Columns guessParetoColumns(const Cells &Row, std::optional<model::DisplayMode> Display);

/// The release range that prints these columns; empty where they do not tell.
std::optional<model::ReportLayout> layoutOf(const Columns &Table, const Columns &Pareto);
/// The same from labels of the statistics and of the details.
std::optional<model::ReportLayout> layoutOf(const std::vector<model::Statistic> &Statistics);

} // namespace cachelint::evidence

#endif
