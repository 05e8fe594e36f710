//===-- CallGraph.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/CallGraph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <map>
#include <set>

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

/// An operation that has more implementations than a project has variants of one thing is a
/// dispatcher's: of which one runs, and how often, the call says nothing.
static constexpr size_t FewTargets = 4;

/// Pointers that are called and may hold more than a few functions.
static std::set<Slot> vaguePointers(const std::vector<Call> &Calls) {
  std::map<Slot, std::set<Str>> Targets;
  for (const Call &C : Calls)
    if (C.Through.K != Slot::Kind::None && !C.Callee.empty())
      Targets[C.Through].insert(C.Callee);
  std::set<Slot> Vague;
  for (const auto &[Pointer, Functions] : Targets)
    if (Functions.size() > FewTargets)
      Vague.insert(Pointer);
  return Vague;
}

void CallGraph::addCall(unsigned Caller, unsigned Callee, const Call &C, bool Vague) {
  Rate Often = rateOf(C.Often);
  ++Sites[Callee];
  InLoop[Callee] = InLoop[Callee] || C.Often.LoopDepth != 0 || C.Often.PollLoop;
  if (Caller != None)
    Edges[Caller].push_back({Callee, Often, C.Often.Cold, C.Assumed, Vague});
}

void CallGraph::sortEdges() {
  auto Key = [](const CallEdge &E) {
    return std::tuple(E.To, E.Often, E.Cold, E.Assumed, E.Vague);
  };
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
  const std::set<Slot> Vague = vaguePointers(Calls);
  llvm::DenseMap<Str, bool> UnknownWaits;
  for (const Call &C : Calls) {
    unsigned Caller = find(C.Caller), Callee = find(C.Callee);
    bool CalleeWaits = false;
    if (Callee != None) {
      CalleeWaits = Waits[Callee];
      addCall(Caller, Callee, C, C.Through.K != Slot::Kind::None && Vague.contains(C.Through));
      for (unsigned Overrider : Overriders[Callee])
        addCall(Caller, Overrider, C, Overriders[Callee].size() > FewTargets);
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
