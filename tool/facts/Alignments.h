//===-- Alignments.h - what addresses are surely a multiple of ----*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_ALIGNMENTS_H
#define CACHELINT_FACTS_ALIGNMENTS_H

#include "tool/facts/SlotGraph.h"
#include "tool/model/Program.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>
#include <vector>

namespace cachelint::facts {

/// Alignment of objects by their declarations, and of heap blocks by the allocations that the
/// pointers to them may come from, through wrappers that return an allocation's result.
class Alignments {
public:
  Alignments(const SlotGraph &Graph, const model::Program &P);

  /// Slots to which an allocation's result is assigned.
  llvm::DenseSet<model::Slot, SlotInfo> allocationSlots() const;

  /// Of the first \p NumSteps steps of a place's path; empty when nothing is known.
  std::optional<model::Bits> ofPlace(const model::AccessPath &Path, size_t NumSteps);

  /// Of all blocks that the function returns; empty when nothing is known.
  std::optional<model::Bits> ofReturned(model::Str FunctionKey);

private:
  /// Of what a pointer points to. Known: no source of the pointer is unknown.
  struct Pointed {
    bool Known = true;
    std::optional<model::Bits> Least; ///< empty: no source at all
  };
  void lower(Pointed &To, std::optional<model::Bits> Align);
  Pointed pointedBy(const model::Slot &Pointer);
  std::optional<model::Bits> ofVariable(const model::Slot &Root) const;

  const SlotGraph &Graph;
  const model::Program &P;
  llvm::DenseMap<model::Slot, std::vector<const model::Allocation *>, SlotInfo> Allocated;
  llvm::DenseMap<model::Slot, Pointed, SlotInfo> Done;
};

} // namespace cachelint::facts

#endif
