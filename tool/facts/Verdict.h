//===-- Verdict.h - how a recorded line is shared -----------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// A load that another cache had to answer waited for somebody's store into the line. Did that store
// go to the place that was loaded (true sharing: padding would not help) or to another one? Where
// the place has stores of other CPUs the former, else the latter.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_VERDICT_H
#define CACHELINT_FACTS_VERDICT_H

#include "tool/model/Join.h"

namespace cachelint::facts {

/// Sets Verdict and VerdictWhy from the rows of the line.
void judgeSharing(model::JoinedLine &Line);

/// What tells places on a line apart: where the row's field starts, or else the row's own offset.
/// Empty when the recording has neither.
std::optional<uint64_t> placeOf(const model::JoinedRow &Row);

} // namespace cachelint::facts

#endif
