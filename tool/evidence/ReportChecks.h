//===-- ReportChecks.h - numbers that contradict -------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_REPORTCHECKS_H
#define CACHELINT_EVIDENCE_REPORTCHECKS_H

#include "tool/model/Recording.h"

namespace cachelint::evidence {

/// Names printed numbers that contradict each other. perf has no check of its own, and counts some
/// samples twice (see RecordingTotals.h); copies leave rows out.
void findInconsistencies(model::Recording &R);

} // namespace cachelint::evidence

#endif
