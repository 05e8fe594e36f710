//===-- ReportShapes.h - what a cell of a column looks like ------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_REPORTSHAPES_H
#define CACHELINT_EVIDENCE_REPORTSHAPES_H

#include "tool/evidence/ReportColumns.h"

namespace cachelint::evidence {

enum class CellShape {
  Any, ///< a token of a column that is not known
  Count,
  Percent,
  Address,
  NodeList, ///< "0-1", "N/A"
  Thread,   ///< "4243:name", where the name can have blanks
  Text,     ///< up to two blanks
};

/// In a row of the pareto. Shares are percentages there.
CellShape shapeInRow(ColumnKind Kind);
/// In the table of lines.
CellShape shapeInTable(ColumnKind Kind);

bool fitsShape(CellShape Shape, llvm::StringRef Cell);

} // namespace cachelint::evidence

#endif
