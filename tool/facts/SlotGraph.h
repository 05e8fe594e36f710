//===-- SlotGraph.h - the value flow of a program as a graph ------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_SLOTGRAPH_H
#define CACHELINT_FACTS_SLOTGRAPH_H

#include "tool/facts/Content.h"
#include "tool/model/Access.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace cachelint::facts {

struct SlotInfo {
  static model::Slot getEmptyKey() { return {model::Slot::Kind(254), {}, {}, 0}; }
  static model::Slot getTombstoneKey() { return {model::Slot::Kind(255), {}, {}, 0}; }
  static unsigned getHashValue(const model::Slot &S) {
    return static_cast<unsigned>(hashContent(S));
  }
  static bool isEqual(const model::Slot &A, const model::Slot &B) { return A == B; }
};

/// Slots as numbers, and the flows into and out of each. Does not own the flows, which must not
/// move.
class SlotGraph {
public:
  static constexpr unsigned None = ~0u;

  explicit SlotGraph(llvm::ArrayRef<model::ValueFlow> Flows);

  /// The number of a slot that some flow touches, else None.
  unsigned find(const model::Slot &S) const {
    auto It = Numbers.find(S);
    return It == Numbers.end() ? None : It->second;
  }
  unsigned findOrAdd(const model::Slot &S);
  const model::Slot &slot(unsigned Number) const { return Slots[Number]; }
  unsigned size() const { return static_cast<unsigned>(Slots.size()); }

  const model::ValueFlow &flow(unsigned I) const { return Flows[I]; }
  llvm::ArrayRef<model::ValueFlow> flows() const { return Flows; }
  /// Indices of flows, in the order of the flows.
  llvm::ArrayRef<unsigned> into(unsigned Number) const { return In[Number]; }
  llvm::ArrayRef<unsigned> outOf(unsigned Number) const { return Out[Number]; }
  unsigned target(unsigned Flow) const { return Ends[Flow].second; }
  unsigned source(unsigned Flow) const { return Ends[Flow].first; }

private:
  llvm::ArrayRef<model::ValueFlow> Flows;
  std::vector<model::Slot> Slots;
  llvm::DenseMap<model::Slot, unsigned, SlotInfo> Numbers;
  std::vector<std::vector<unsigned>> In, Out;
  std::vector<std::pair<unsigned, unsigned>> Ends; ///< of each flow: from, to
};

} // namespace cachelint::facts

#endif
