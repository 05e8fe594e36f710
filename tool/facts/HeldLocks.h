//===-- HeldLocks.h - locks that are held wherever a function is called -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_HELDLOCKS_H
#define CACHELINT_FACTS_HELDLOCKS_H

#include "tool/facts/CallGraph.h"
#include "tool/facts/Merge.h"

#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace cachelint::facts {

/// Fills in the Locks of \p Contexts, which are parallel to Facts.Functions: what all warm calls of
/// a function hold, the calls of their callers included. Who may also come in from outside, or as a
/// thread, or through a pointer, holds nothing for sure.
void findHeldLocks(const MergedFacts &Facts, const CallGraph &Graph,
                   const llvm::DenseSet<model::Str> &AddressTaken,
                   std::vector<model::FunctionContext> &Contexts);

} // namespace cachelint::facts

#endif
