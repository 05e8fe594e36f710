//===-- ReportChecks.h - what follows from the numbers of a report -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_REPORTCHECKS_H
#define CACHELINT_EVIDENCE_REPORTCHECKS_H

#include "tool/model/Recording.h"

namespace cachelint::evidence {

/// Sets Count and Estimate of every share whose line has the count it is a share of.
///
/// Count is set where exactly one whole number of samples is printed as this percentage, which is
/// always so below 10000 samples of the line (two decimals), and by chance above.
void deriveCounts(model::Recording &R);

/// Clears SymbolMayBeCut and SourceMayBeCut when the report was made with --full-symbols, which a
/// wider cell in any row shows.
void settleCuts(model::Recording &R);

/// Names printed numbers that contradict each other. perf has no check of its own, and counts some
/// samples twice (see RecordingTotals.h); copies leave rows out.
void findInconsistencies(model::Recording &R);

} // namespace cachelint::evidence

#endif
