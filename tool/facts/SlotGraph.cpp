//===-- SlotGraph.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/SlotGraph.h"

namespace cachelint::facts {

using namespace model;

SlotGraph::SlotGraph(llvm::ArrayRef<ValueFlow> AllFlows) : Flows(AllFlows) {
  Ends.reserve(Flows.size());
  for (unsigned I = 0; I != Flows.size(); ++I) {
    unsigned From = findOrAdd(Flows[I].From), To = findOrAdd(Flows[I].To);
    Ends.emplace_back(From, To);
    In[To].push_back(I);
    Out[From].push_back(I);
  }
}

unsigned SlotGraph::findOrAdd(const Slot &S) {
  auto [It, IsNew] = Numbers.try_emplace(S, size());
  if (IsNew) {
    Slots.push_back(S);
    In.emplace_back();
    Out.emplace_back();
  }
  return It->second;
}

} // namespace cachelint::facts
