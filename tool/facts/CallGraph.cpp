//===-- CallGraph.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/CallGraph.h"

#include <algorithm>

namespace cachelint::facts {

using namespace model;

Rate rateOf(const Frequency &Often) {
  if (Often.LoopDepth == 0 && !Often.PollLoop)
    return Rate::Once;
  return Often.Blocking ? Rate::Waits : Rate::Busy;
}

/// A function that is only called has no entry with its name; the name is in its key then.
static Str nameInKey(Str Key) {
  Str Last = Key.rsplit('@').second;
  return (Last.empty() ? Key : Last).take_until([](char C) { return C == '#' || C == '('; });
}

CallGraph::CallGraph(const std::vector<Function> &Functions, const std::vector<Call> &Calls,
                     const WordList &Blocking)
    : Edges(Functions.size()), Sites(Functions.size()), InLoop(Functions.size()),
      BodyWaits(Functions.size()) {
  std::vector<bool> Waits(Functions.size());
  for (unsigned I = 0; I != Functions.size(); ++I) {
    Numbers[Functions[I].Key] = I;
    Waits[I] = Blocking.matchesFunction(Functions[I].Name);
  }
  llvm::DenseMap<Str, bool> UnknownWaits;
  for (const Call &C : Calls) {
    unsigned Caller = find(C.Caller), Callee = find(C.Callee);
    Rate Often = rateOf(C.Often);
    bool CalleeWaits = false;
    if (Callee != None) {
      CalleeWaits = Waits[Callee];
    } else if (!C.Callee.empty()) {
      auto [It, IsNew] = UnknownWaits.try_emplace(C.Callee, false);
      if (IsNew)
        It->second = Blocking.matchesFunction(nameInKey(C.Callee));
      CalleeWaits = It->second;
    }
    if (Caller != None && CalleeWaits && Often == Rate::Once && !C.Often.Cold)
      BodyWaits[Caller] = true;
    if (Callee == None)
      continue;
    ++Sites[Callee];
    InLoop[Callee] = InLoop[Callee] || Often != Rate::Once;
    if (Caller != None)
      Edges[Caller].push_back({Callee, Often, C.Often.Cold});
  }
  auto Key = [](const CallEdge &E) { return std::tuple(E.To, E.Often, E.Cold); };
  for (std::vector<CallEdge> &Of : Edges) {
    std::sort(Of.begin(), Of.end(),
              [&](const CallEdge &A, const CallEdge &B) { return Key(A) < Key(B); });
    Of.erase(std::unique(Of.begin(), Of.end(),
                         [&](const CallEdge &A, const CallEdge &B) { return Key(A) == Key(B); }),
             Of.end());
  }
}

} // namespace cachelint::facts
