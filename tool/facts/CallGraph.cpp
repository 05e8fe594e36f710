//===-- CallGraph.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/CallGraph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>

namespace cachelint::facts {

using namespace model;

Rate rateOf(const Frequency &Often) {
  if ((Often.LoopDepth == 0 && !Often.PollLoop) || Often.FewRounds)
    return Rate::Once;
  return Often.Blocking ? Rate::Waits : Rate::Busy;
}

/// A function that is only called has no entry with its name; the name is in its key then.
static Str nameInKey(Str Key) {
  Str Last = Key.rsplit('@').second;
  return (Last.empty() ? Key : Last).take_until([](char C) { return C == '#' || C == '('; });
}

void CallGraph::findOverriders(const std::vector<Function> &Functions) {
  Overriders.resize(Functions.size());
  for (unsigned I = 0; I != Functions.size(); ++I) {
    // Each function above, once: a diamond of bases leads to the same one twice.
    llvm::SmallVector<unsigned, 4> Above;
    auto AddBases = [&](unsigned F) {
      for (Str Key : Functions[F].Overrides) {
        unsigned Base = find(Key);
        if (Base != None && Base != I && !llvm::is_contained(Above, Base))
          Above.push_back(Base);
      }
    };
    AddBases(I);
    for (size_t Next = 0; Next != Above.size(); ++Next)
      AddBases(Above[Next]);
    for (unsigned Base : Above)
      Overriders[Base].push_back(I);
  }
}

void CallGraph::addCall(unsigned Caller, unsigned Callee, const Call &C) {
  Rate Often = rateOf(C.Often);
  ++Sites[Callee];
  InLoop[Callee] = InLoop[Callee] || C.Often.LoopDepth != 0 || C.Often.PollLoop;
  if (Caller != None)
    Edges[Caller].push_back({Callee, Often, C.Often.Cold, C.Assumed});
}

void CallGraph::sortEdges() {
  auto Key = [](const CallEdge &E) { return std::tuple(E.To, E.Often, E.Cold, E.Assumed); };
  for (std::vector<CallEdge> &Of : Edges) {
    std::sort(Of.begin(), Of.end(),
              [&](const CallEdge &A, const CallEdge &B) { return Key(A) < Key(B); });
    Of.erase(std::unique(Of.begin(), Of.end(),
                         [&](const CallEdge &A, const CallEdge &B) { return Key(A) == Key(B); }),
             Of.end());
  }
}

CallGraph::CallGraph(const std::vector<Function> &Functions, const std::vector<Call> &Calls,
                     const NameSet &Blocking)
    : Edges(Functions.size()), Sites(Functions.size()), InLoop(Functions.size()),
      BodyWaits(Functions.size()) {
  std::vector<bool> Waits(Functions.size());
  for (unsigned I = 0; I != Functions.size(); ++I) {
    Numbers[Functions[I].Key] = I;
    Waits[I] = Blocking.matchesFunction(Functions[I].Name);
  }
  findOverriders(Functions);
  llvm::DenseMap<Str, bool> UnknownWaits;
  for (const Call &C : Calls) {
    unsigned Caller = find(C.Caller), Callee = find(C.Callee);
    bool CalleeWaits = false;
    if (Callee != None) {
      CalleeWaits = Waits[Callee];
      addCall(Caller, Callee, C);
      for (unsigned Overrider : Overriders[Callee])
        addCall(Caller, Overrider, C);
    } else if (!C.Callee.empty()) {
      auto [It, IsNew] = UnknownWaits.try_emplace(C.Callee, false);
      if (IsNew)
        It->second = Blocking.matchesFunction(nameInKey(C.Callee));
      CalleeWaits = It->second;
    }
    if (Caller != None && CalleeWaits && rateOf(C.Often) == Rate::Once && !C.Often.Cold &&
        !C.Assumed)
      BodyWaits[Caller] = true;
  }
  sortEdges();
}

} // namespace cachelint::facts
