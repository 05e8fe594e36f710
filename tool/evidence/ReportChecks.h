//===-- ReportChecks.h - numbers that contradict -------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_REPORTCHECKS_H
#define CACHELINT_EVIDENCE_REPORTCHECKS_H

#include "tool/model/Recording.h"

namespace cachelint::evidence {

class ReportProblems;

/// Names printed numbers that contradict each other. perf has no check of its own, and counts some
/// samples twice (see RecordingTotals.h); copies leave rows out. After the first thousand the rest
/// is counted only, in \p Problems.
void findInconsistencies(model::Recording &R, ReportProblems &Problems);

} // namespace cachelint::evidence

#endif
