//===-- RowCounts.h - samples of recorded rows and lines ----------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_ROWCOUNTS_H
#define CACHELINT_FACTS_ROWCOUNTS_H

#include "tool/model/Join.h"

namespace cachelint::facts {

struct RowCounts {
  model::EvidenceCounts Counts; ///< estimates where the report does not allow exact ones
  bool Exact = true;
};
RowCounts countsOf(const model::RecordedRow &Row);

/// From the line's own columns, and from its rows where it has none.
model::EvidenceCounts countsOf(const model::RecordedLine &Line);

model::RowAccess accessOf(const model::RecordedRow &Row);

/// Loads that another cache answered: HITM where the machine has it, else peer snoops.
uint64_t contentionOf(const model::EvidenceCounts &Counts);

} // namespace cachelint::facts

#endif
