//===-- ReportTotals.h - statistics of a report ------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// "label : value" lines, from print_c2c__display_stats, print_shared_cacheline_info and
// print_c2c_info of tools/perf/builtin-c2c.c, 4.14 to 7.x.
//
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_REPORTTOTALS_H
#define CACHELINT_EVIDENCE_REPORTTOTALS_H

#include "tool/evidence/ReportSections.h"
#include "tool/model/Recording.h"

namespace cachelint::evidence {

class ReportProblems;

/// The section whose label this line has; None if it has none, or one that two sections share.
Part partOfStatistic(llvm::StringRef Line);

/// Reads a section of kind Trace, Shared or Details into \p R. Named totals and details are those
/// of the first report that has the section; Statistics hold all. \p LastMayBeCut: the input ends
/// inside the section's last line.
void readStatistics(const Section &S, bool LastMayBeCut, model::Recording &R,
                    ReportProblems &Problems);

} // namespace cachelint::evidence

#endif
