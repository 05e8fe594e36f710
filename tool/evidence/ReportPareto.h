//===-- ReportPareto.h - the accesses to each cache line ---------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_REPORTPARETO_H
#define CACHELINT_EVIDENCE_REPORTPARETO_H

#include "tool/evidence/ReportTable.h"

namespace cachelint::evidence {

/// Reads a section of kind Pareto: blocks of one line each, with the line's counts above its rows.
///
/// A block belongs to the line of the table (of the same report) that has its number and address;
/// otherwise it is a line of its own. Rows have percentages only: the counts behind them are
/// derived later, by deriveCounts.
void readPareto(const Section &S, ReadState &State);

} // namespace cachelint::evidence

#endif
