//===-- FunctionPointers.cpp ----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/FunctionPointers.h"

#include <algorithm>

namespace cachelint::facts {

using namespace model;

FunctionPointers::FunctionPointers(const SlotGraph &G) : Graph(G), Targets(G.size()) { spread(G); }

void FunctionPointers::spread(const SlotGraph &G) {
  std::vector<unsigned> Work;
  for (unsigned S = 0; S != G.size(); ++S) {
    if (G.slot(S).K != Slot::Kind::Function)
      continue;
    Targets[S].insert(G.slot(S).Owner);
    if (!G.outOf(S).empty())
      Taken.insert(G.slot(S).Owner);
    Work.push_back(S);
  }
  while (!Work.empty()) {
    unsigned From = Work.back();
    Work.pop_back();
    for (unsigned Flow : G.outOf(From)) {
      if (G.flow(Flow).AddressOf)
        continue;
      unsigned To = G.target(Flow);
      // Opaque is one node for everything that is unknown, not a place.
      if (To == From || G.slot(To).K == Slot::Kind::Opaque || G.slot(To).K == Slot::Kind::None)
        continue;
      size_t Before = Targets[To].size();
      Targets[To].insert(Targets[From].begin(), Targets[From].end());
      if (Targets[To].size() != Before)
        Work.push_back(To);
    }
  }
}

const std::set<Str> &FunctionPointers::targetsOf(const Slot &Pointer) const {
  unsigned S = Graph.find(Pointer);
  return S == SlotGraph::None ? Nothing : Targets[S];
}

template <typename Site, typename Member, typename Made>
static void expand(std::vector<Site> &Sites, Member Target, const FunctionPointers &Pointers,
                   Made OnMade) {
  std::vector<Site> All;
  All.reserve(Sites.size());
  for (Site &S : Sites) {
    const std::set<Str> *Functions = nullptr;
    if ((S.*Target).empty() && S.Through.K != Slot::Kind::None)
      Functions = &Pointers.targetsOf(S.Through);
    if (!Functions || Functions->empty()) {
      All.push_back(std::move(S));
      continue;
    }
    for (Str Function : *Functions) {
      Site Direct = S;
      Direct.*Target = Function;
      OnMade(Direct);
      All.push_back(std::move(Direct));
    }
  }
  std::sort(All.begin(), All.end(), ContentLess());
  Sites = std::move(All);
}

void resolvePointers(std::vector<Call> &Calls, std::vector<ThreadRoot> &Roots,
                     std::vector<ValueFlow> &Flows, const FunctionPointers &Pointers) {
  expand(Calls, &Call::Callee, Pointers, [](const Call &) {});
  std::vector<ValueFlow> Handed;
  expand(Roots, &ThreadRoot::Function, Pointers, [&](const ThreadRoot &R) {
    if (R.Data.K == Slot::Kind::None)
      return;
    ValueFlow F;
    F.From = R.Data;
    F.To = {Slot::Kind::Param, R.Function, {}, R.DataParam};
    F.Function = R.Launcher;
    F.Pos = R.Pos;
    Handed.push_back(std::move(F));
  });
  if (Handed.empty())
    return;
  Flows.insert(Flows.end(), std::make_move_iterator(Handed.begin()),
               std::make_move_iterator(Handed.end()));
  std::sort(Flows.begin(), Flows.end(), ContentLess());
}

} // namespace cachelint::facts
