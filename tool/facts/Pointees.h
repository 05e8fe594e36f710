//===-- Pointees.h - scalars behind pointer parameters ------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_POINTEES_H
#define CACHELINT_FACTS_POINTEES_H

#include "tool/facts/LaunchFacts.h"
#include "tool/facts/SlotGraph.h"

#include <vector>

namespace cachelint::facts {

/// Where the values of `*(unsigned *)arg` come from.
struct PointeeLinks {
  struct Edge {
    unsigned From, To; ///< slots
  };
  struct Seed {
    unsigned Slot, Flow; ///< Flow hands each thread the address of a number of its own
  };
  std::vector<Edge> Edges;
  std::vector<Seed> Seeds;
};

/// The Element slot of the array or block that an address points into, or of the block that a
/// pointer variable or field points to. None when it has no name.
model::Slot elementSlot(const model::Slot &Pointer);

/// Follows pointers backwards from the Pointee slots of \p Graph, and from those that only indices
/// of
/// \p Accesses name; adds the slots that it meets to the graph.
PointeeLinks linkPointees(SlotGraph &Graph, const std::vector<model::Access> &Accesses,
                          const LaunchFacts &Launches);

} // namespace cachelint::facts

#endif
