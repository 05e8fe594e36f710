//===-- ConflictKinds.h - what a conflict on a line is ------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_CONFLICTKINDS_H
#define CACHELINT_MODEL_CONFLICTKINDS_H

#include "tool/model/LineConflicts.h"

namespace cachelint::model {

/// The most specific kind that holds; see ConflictKind.
ConflictKind kindOf(const LineConflict &C, Bits LineSize);

/// Two fields are by their names the two ends of a queue: "head" and "tail", "prod_idx" and
/// "cons_idx", "writePos" and "readPos".
bool nameQueueEnds(Str A, Str B);

} // namespace cachelint::model

#endif
