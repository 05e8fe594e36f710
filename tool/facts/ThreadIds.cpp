//===-- ThreadIds.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/ThreadIds.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <deque>

namespace cachelint::facts {

using namespace model;

ThreadIds::ThreadIds(SlotGraph &G, const Program &Prog, const LaunchFacts &L,
                     const Vocabulary &Words)
    : Graph(G), P(Prog), Launches(L), Functions(Words.ThreadIdFunctions),
      Names(Words.ThreadIdNames), Bounds(Words.ThreadBounds), NotBounds(Words.NotThreadBounds) {
  HasMain = llvm::any_of(P.Functions, [](const Function &F) { return F.IsMain; });
  PointeeLinks Links = linkPointees(G, P.Accesses, L);
  IntoPointee.resize(G.size());
  for (const PointeeLinks::Edge &E : Links.Edges)
    IntoPointee[E.From].push_back(E.To);
  PointeeSeeds = std::move(Links.Seeds);
  Mixed.assign(G.size(), false);
  // Once as if nothing were mixed: only then is it known who gets other values as well.
  spread();
  findMixed();
  spread();
}

bool ThreadIds::isPerThread(Str VariableKey) const {
  const Variable *V = P.findVariable(VariableKey);
  return V && (V->Storage == StorageKind::ThreadLocal || V->Storage == StorageKind::PerCpu);
}

/// A thread that draws a number from a counter when it starts keeps it as its own. Others number
/// other things: sessions, requests.
bool ThreadIds::drawnByThread(Str Function) const {
  const FunctionContext *C = P.contextOf(Function);
  return C && C->Threaded && !C->Assumed && !C->Cold;
}

/// What a flow brings into the program by itself.
ThreadIndex ThreadIds::seedLevel(const ValueFlow &F) const {
  if (F.AddressOf)
    return ThreadIndex::No;
  if (F.From.K == Slot::Kind::ThreadId)
    return ThreadIndex::Certain;
  if (F.From.K == Slot::Kind::LaunchId)
    return ThreadIndex::Launched;
  if (F.From.K == Slot::Kind::Ticket)
    return drawnByThread(F.Function) ? ThreadIndex::Launched : ThreadIndex::No;
  return F.Counter && Launches.isHandOver(F) ? ThreadIndex::Launched : ThreadIndex::No;
}

/// The level that \p V keeps on its way over \p F.
ThreadIndex ThreadIds::limitOf(const ValueFlow &F, Value V) const {
  switch (F.To.K) {
  case Slot::Kind::Param:
  case Slot::Kind::Local:
  case Slot::Kind::Return:
  case Slot::Kind::Element:
  case Slot::Kind::Pointee:
    return V.Level;
  case Slot::Kind::Global:
    return isPerThread(F.To.Owner) ? V.Level : ThreadIndex::No;
  case Slot::Kind::Field: {
    // `cfg->main_core = rte_lcore_id()` at start-up is one thread's number, read by all.
    bool FromItself = V.Level == ThreadIndex::Certain || F.From.K == Slot::Kind::Ticket;
    return !FromItself || drawnByThread(F.Function) ? V.Level : ThreadIndex::ByName;
  }
  default:
    return ThreadIndex::No;
  }
}

void ThreadIds::spread() {
  Values.assign(Graph.size(), Value());
  std::deque<unsigned> Work;
  auto Arrive = [&](unsigned To, Value V) {
    if (Mixed[To])
      V.Level = std::min(V.Level, ThreadIndex::ByName);
    if (V.Level == ThreadIndex::No || !V.betterThan(Values[To]))
      return;
    Values[To] = V;
    Work.push_back(To);
  };
  for (unsigned I = 0; I != Graph.flows().size(); ++I) {
    const ValueFlow &F = Graph.flow(I);
    Value V{seedLevel(F), I};
    if (V.Level != ThreadIndex::No)
      Arrive(Graph.target(I), {limitOf(F, V), I});
  }
  for (const PointeeLinks::Seed &S : PointeeSeeds)
    Arrive(S.Slot, {ThreadIndex::Launched, S.Flow});
  while (!Work.empty()) {
    unsigned From = Work.front();
    Work.pop_front();
    Value V = Values[From];
    for (unsigned To : IntoPointee[From])
      Arrive(To, V);
    // A table of numbers is no number itself: `lcore_of[port]` is not the reader's.
    if (Graph.slot(From).K == Slot::Kind::Element)
      continue;
    for (unsigned I : Graph.outOf(From)) {
      const ValueFlow &F = Graph.flow(I);
      if (!F.AddressOf && !F.Counter && seedLevel(F) == ThreadIndex::No)
        Arrive(Graph.target(I), {limitOf(F, V), V.Seed});
    }
  }
}

/// Some store into the slot brings a value that is no number of a thread. Constants make no flow.
bool ThreadIds::takesOthers(unsigned Number) const {
  return llvm::any_of(Graph.into(Number), [&](unsigned I) {
    const ValueFlow &F = Graph.flow(I);
    unsigned From = Graph.source(I);
    if (F.AddressOf || F.Counter || From == Number || seedLevel(F) != ThreadIndex::No)
      return false;
    return Values[From].Level == ThreadIndex::No || F.From.K == Slot::Kind::Element;
  });
}

void ThreadIds::findMixed() {
  for (unsigned S = 0; S != Graph.size(); ++S) {
    Slot::Kind K = Graph.slot(S).K;
    // One caller that passes its own number is enough for a parameter: the others use the function
    // for something else.
    bool IsVariable = K == Slot::Kind::Local || K == Slot::Kind::Global || K == Slot::Kind::Field ||
                      K == Slot::Kind::Return;
    Mixed[S] = IsVariable && Values[S].Level > ThreadIndex::ByName && takesOthers(S);
  }
}

ThreadIds::Value ThreadIds::valueOf(const Slot &S) const {
  if (S.K == Slot::Kind::ThreadId)
    return {ThreadIndex::Certain, NoFlow};
  if (S.K == Slot::Kind::LaunchId || S.K == Slot::Kind::Ticket)
    return {ThreadIndex::Launched, NoFlow};
  if (S.K == Slot::Kind::Element)
    return {};
  unsigned Number = Graph.find(S);
  return Number == SlotGraph::None ? Value() : Values[Number];
}

bool ThreadIds::isSurelyOther(const Slot &S, unsigned Depth) const {
  unsigned Number = Graph.find(S);
  if (Depth == 0 || Number == SlotGraph::None || Graph.into(Number).empty())
    return false;
  if (S.K == Slot::Kind::Param && !HasMain) {
    const Function *F = P.findFunction(S.Owner);
    if (!F || F->External)
      return false;
  }
  return llvm::all_of(Graph.into(Number), [&](unsigned I) {
    const ValueFlow &F = Graph.flow(I);
    return F.Counter || F.From == S || isSurelyOther(F.From, Depth - 1);
  });
}

ThreadIndexVerdict ThreadIds::judgeByWords(const IndexStep &Step) const {
  const IndexExpr &Index = Step.Index;
  for (const Slot &S : Index.From)
    if (S.K == Slot::Kind::Global && isPerThread(S.Owner))
      return {ThreadIndex::ByName, "'" + Index.Text.str() + "' is thread-local", {}};
  bool KnownOther = !Index.From.empty() && llvm::all_of(Index.From, [&](const Slot &S) {
    return isSurelyOther(S, /*Depth=*/8);
  });
  if (KnownOther)
    return {};
  if (!Index.Text.empty() && Names.matches(Index.Text))
    return {ThreadIndex::ByName, "the name '" + Index.Text.str() + "'", {}};
  if (!Step.BoundText.empty() && Bounds.matches(Step.BoundText) &&
      !NotBounds.matches(Step.BoundText))
    return {ThreadIndex::ByBound, "the array is bound by " + Step.BoundText.str(), {}};
  return {};
}

static std::string nameOf(const IndexExpr &Index) {
  return Index.Text.empty() ? "the index" : "'" + Index.Text.str() + "'";
}

static std::string explainTicket(const Slot &Counter, const IndexExpr &Index) {
  Str Name = Counter.Name.empty() ? Counter.Owner : Counter.Name;
  return nameOf(Index) + " is what each thread draws from '" + Name.split('@').first.str() + "'";
}

std::string ThreadIds::explainLaunch(Str Launcher, const Slot &S, const IndexExpr &Index) const {
  const Function *F = P.findFunction(Launcher);
  const ThreadRoot *Root = Launches.launchIn(Launcher);
  std::string Who = F ? F->Name.str() + "()" : "the program";
  std::string Api = Root && !Root->Api.empty() ? Root->Api.str() : "the call that starts it";
  if (S.K == Slot::Kind::LaunchId)
    return Who + " hands each thread that it starts by " + Api + " an element of its own";
  std::string What = nameOf(Index);
  if (S.K == Slot::Kind::Field)
    return What + " holds the number that " + Who + " gives each thread that it starts by " + Api;
  return What + " is the argument that " + Who + " hands to " + Api + " in a loop";
}

ThreadIndexVerdict ThreadIds::explain(const Value &V, const Slot &S, const IndexExpr &Index) const {
  auto Spelled = [&](Str Owner) {
    return Functions.matchesFunction(Owner) ? Owner.str() + "()" : "'" + Owner.str() + "'";
  };
  if (S.K == Slot::Kind::ThreadId)
    return {V.Level, Spelled(S.Owner), {}};
  if (S.K == Slot::Kind::LaunchId) {
    const ThreadRoot *Root = Launches.launchIn(S.Owner);
    return {V.Level, explainLaunch(S.Owner, S, Index), Root ? Root->Pos : SourcePos()};
  }
  if (S.K == Slot::Kind::Ticket)
    return {V.Level, explainTicket(S, Index), {}};
  const ValueFlow &Seed = Graph.flow(V.Seed);
  if (Seed.From.K == Slot::Kind::Ticket)
    return {V.Level, explainTicket(Seed.From, Index), Seed.Pos};
  if (Seed.From.K != Slot::Kind::ThreadId)
    return {V.Level, explainLaunch(Launches.launcherOf(Seed), S, Index), Seed.Pos};
  std::string What = nameOf(Index);
  std::string Holds = V.Level == ThreadIndex::Certain ? " holds " : " may hold ";
  return {V.Level, What + Holds + Spelled(Seed.From.Owner), Seed.Pos};
}

ThreadIndexVerdict ThreadIds::judge(const IndexStep &Step, Str Function) const {
  const IndexExpr &Index = Step.Index;
  if (Index.Constant || Index.LoopCounter || Index.Mixed)
    return {};
  Value Best;
  const Slot *BestSlot = nullptr;
  for (const Slot &S : Index.From) {
    // In the function that starts the threads the counter is not the number of who runs it.
    if (S.K == Slot::Kind::LaunchId && S.Owner == Function)
      continue;
    Value V = valueOf(S);
    if (S.K == Slot::Kind::Ticket && !drawnByThread(Function))
      continue;
    if (V.Level != ThreadIndex::No && (!BestSlot || V.betterThan(Best))) {
      Best = V;
      BestSlot = &S;
    }
  }
  return BestSlot ? explain(Best, *BestSlot, Index) : judgeByWords(Step);
}

} // namespace cachelint::facts
