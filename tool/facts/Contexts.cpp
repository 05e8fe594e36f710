//===-- Contexts.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/Contexts.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace cachelint::facts {

using namespace model;

void raiseMultiplicity(std::vector<ThreadRoot> &Roots, const CallGraph &Graph) {
  std::vector<bool> Many(Graph.size());
  std::vector<unsigned> Work;
  auto Mark = [&](unsigned F) {
    if (!Many[F]) {
      Many[F] = true;
      Work.push_back(F);
    }
  };
  for (unsigned F = 0; F != Graph.size(); ++F)
    if (Graph.calledInLoop(F) || Graph.callSites(F) > 1)
      Mark(F);
  while (!Work.empty()) {
    unsigned F = Work.back();
    Work.pop_back();
    for (const CallEdge &E : Graph.callsOf(F))
      Mark(E.To);
  }
  for (ThreadRoot &R : Roots) {
    unsigned Launcher = Graph.find(R.Launcher);
    if (Launcher != CallGraph::None && Many[Launcher])
      R.Instances = Multiplicity::Many;
  }
}

namespace {

class ContextBuilder {
public:
  ContextBuilder(const MergedFacts &Facts, const CallGraph &Graph, const NameSet &ColdNames)
      : Facts(Facts), Graph(Graph), ColdNames(ColdNames), Rates(Graph.size()),
        RootSets(Graph.size()), Reached(Graph.size()), Direct(Graph.size()) {}

  std::vector<FunctionContext> build(const llvm::DenseSet<Str> &AddressTaken);

private:
  enum Entry { Thread, Main, Outside, NumEntries };
  struct FunctionRates {
    Rate Of[NumEntries] = {Rate::Never, Rate::Never, Rate::Never};
  };

  /// Spreads over warm calls from a function that an entry of kind \p E runs at rate \p R.
  void spreadWarm(unsigned Function, Entry E, Rate R);
  void spreadRoots();
  /// Over calls that say whom they call.
  void spreadDirect(unsigned Function);
  void spreadReached(unsigned Function);
  void enterFromOutside(const llvm::DenseSet<Str> &AddressTaken);
  FunctionContext contextOf(unsigned Function) const;
  bool isCold(unsigned F) const {
    return Facts.Functions[F].Cold || ColdNames.matchesFunction(Facts.Functions[F].Name);
  }

  const MergedFacts &Facts;
  const CallGraph &Graph;
  const NameSet &ColdNames;
  std::vector<FunctionRates> Rates;
  std::vector<llvm::BitVector> RootSets; ///< over all calls, cold ones too; empty: none
  std::vector<bool> Reached;             ///< by anything, over all calls
  std::vector<bool> Direct;              ///< by a root or main(), over calls that name their callee
};

} // namespace

void ContextBuilder::spreadWarm(unsigned Function, Entry E, Rate R) {
  std::vector<std::pair<unsigned, Rate>> Work{{Function, R}};
  while (!Work.empty()) {
    auto [F, Arriving] = Work.back();
    Work.pop_back();
    if (isCold(F))
      continue;
    if (Arriving == Rate::Busy && Graph.waitsEachTime(F))
      Arriving = Rate::Waits;
    Rate &Known = Rates[F].Of[E];
    if (Arriving <= Known)
      continue;
    Known = Arriving;
    for (const CallEdge &Call : Graph.callsOf(F))
      if (!Call.Cold)
        Work.emplace_back(Call.To, std::max(Arriving, Call.Often));
  }
}

void ContextBuilder::spreadDirect(unsigned Function) {
  std::vector<unsigned> Work{Function};
  while (!Work.empty()) {
    unsigned F = Work.back();
    Work.pop_back();
    if (Direct[F])
      continue;
    Direct[F] = true;
    for (const CallEdge &Call : Graph.callsOf(F))
      if (!Call.Vague && !Call.Cold)
        Work.push_back(Call.To);
  }
}

void ContextBuilder::spreadReached(unsigned Function) {
  std::vector<unsigned> Work{Function};
  while (!Work.empty()) {
    unsigned F = Work.back();
    Work.pop_back();
    if (Reached[F])
      continue;
    Reached[F] = true;
    for (const CallEdge &Call : Graph.callsOf(F))
      if (!Call.Assumed)
        Work.push_back(Call.To);
  }
}

void ContextBuilder::spreadRoots() {
  unsigned Count = static_cast<unsigned>(Facts.Roots.size());
  std::vector<unsigned> Work;
  for (unsigned I = 0; I != Count; ++I) {
    unsigned F = Graph.find(Facts.Roots[I].Function);
    if (F == CallGraph::None)
      continue;
    RootSets[F].resize(Count);
    RootSets[F].set(I);
    Work.push_back(F);
    spreadWarm(F, Thread, Facts.Roots[I].Repeats ? Rate::Busy : Rate::Once);
    spreadReached(F);
    spreadDirect(F);
  }
  while (!Work.empty()) {
    unsigned F = Work.back();
    Work.pop_back();
    for (const CallEdge &Call : Graph.callsOf(F)) {
      llvm::BitVector &To = RootSets[Call.To];
      To.resize(Count);
      if (!RootSets[F].test(To)) // nothing new
        continue;
      To |= RootSets[F];
      Work.push_back(Call.To);
    }
  }
}

void ContextBuilder::enterFromOutside(const llvm::DenseSet<Str> &AddressTaken) {
  bool HasMain = llvm::any_of(Facts.Functions, [](const Function &F) { return F.IsMain; });
  llvm::DenseSet<Str> MainFiles, CalledOrLaunched, HandedOn;
  for (const Origin &Unit : Facts.Units)
    MainFiles.insert(Unit.Input);
  for (const Call &C : Facts.Calls)
    (C.Assumed ? HandedOn : CalledOrLaunched).insert(C.Callee);
  for (const ThreadRoot &R : Facts.Roots)
    CalledOrLaunched.insert(R.Function);
  // All are found before the first is followed: what one of them calls is not unreached because of
  // it.
  std::vector<std::pair<unsigned, Rate>> Entries;
  for (unsigned I = 0; I != Facts.Functions.size(); ++I) {
    const Function &F = Facts.Functions[I];
    if (!F.Defined || F.IsMain || (HasMain && Reached[I]))
      continue;
    bool InHeader = F.Pos.valid() && !MainFiles.contains(F.Pos.File);
    bool GivenAway = (AddressTaken.contains(F.Key) || HandedOn.contains(F.Key)) &&
                     !CalledOrLaunched.contains(F.Key);
    // Whoever was given a function may run it in a thread, but who knows how often.
    if (GivenAway)
      Entries.emplace_back(I, Rate::Once);
    else if (F.External || InHeader)
      Entries.emplace_back(I, Rate::Busy);
  }
  for (auto [F, Often] : Entries)
    spreadWarm(F, Outside, Often);
  for (auto [F, Often] : Entries)
    spreadReached(F);
}

FunctionContext ContextBuilder::contextOf(unsigned F) const {
  FunctionContext C;
  Rate OfThread = Rates[F].Of[Thread], OfMain = Rates[F].Of[Main], OfOutside = Rates[F].Of[Outside];
  bool Many = false;
  for (unsigned R : RootSets[F].set_bits()) {
    C.Roots.push_back(R);
    Many |= Facts.Roots[R].Instances == Multiplicity::Many;
  }
  // One thread beside main() is two threads.
  bool WithMain = C.Roots.size() == 1 && OfMain != Rate::Never;
  C.Threaded = Many || C.Roots.size() > 1 || WithMain;
  Rate Often = WithMain ? std::max(OfThread, OfMain) : OfThread;
  if (OfOutside != Rate::Never && (!C.Threaded || Often < OfOutside)) {
    C.Threaded = C.Assumed = true;
    Often = OfOutside;
  }
  C.Repeated = (C.Threaded || !C.Roots.empty()) && Often >= Rate::Waits;
  C.Waits = C.Repeated && Often == Rate::Waits;
  C.Indirect = !C.Roots.empty() && !Direct[F];
  bool Warm = OfThread != Rate::Never || OfMain != Rate::Never || OfOutside != Rate::Never;
  C.Cold = !Warm && (Reached[F] || isCold(F));
  return C;
}

std::vector<FunctionContext> ContextBuilder::build(const llvm::DenseSet<Str> &AddressTaken) {
  spreadRoots();
  for (unsigned F = 0; F != Facts.Functions.size(); ++F)
    if (Facts.Functions[F].IsMain) {
      spreadWarm(F, Main, Rate::Once);
      spreadReached(F);
      spreadDirect(F);
    }
  enterFromOutside(AddressTaken);
  std::vector<FunctionContext> Contexts;
  Contexts.reserve(Graph.size());
  for (unsigned F = 0; F != Graph.size(); ++F)
    Contexts.push_back(contextOf(F));
  return Contexts;
}

std::vector<FunctionContext> buildContexts(const MergedFacts &Facts, const CallGraph &Graph,
                                           const llvm::DenseSet<Str> &AddressTaken,
                                           const NameSet &ColdNames) {
  return ContextBuilder(Facts, Graph, ColdNames).build(AddressTaken);
}

static bool asksForThread(const IndexExpr &Index) {
  return llvm::any_of(Index.From, [](const Slot &S) { return S.K == Slot::Kind::ThreadId; });
}

static bool asksForThread(const AccessPath &Path) {
  return llvm::any_of(Path.Steps, [](const PathStep &Step) {
    const auto *Index = std::get_if<IndexStep>(&Step);
    return Index && asksForThread(Index->Index);
  });
}

bool runsSingleThreaded(const MergedFacts &Facts, const NameSet &ThreadIdFunctions) {
  if (!Facts.Roots.empty() ||
      llvm::none_of(Facts.Functions, [](const Function &F) { return F.IsMain; }))
    return false;
  for (const ValueFlow &F : Facts.Flows)
    if (F.From.K == Slot::Kind::ThreadId || F.To.K == Slot::Kind::ThreadId ||
        (F.AddressOf && asksForThread(*F.AddressOf)))
      return false;
  for (const Access &A : Facts.Accesses)
    if (asksForThread(A.Path))
      return false;
  for (const Function &F : Facts.Functions)
    if (!F.Defined && ThreadIdFunctions.matchesFunction(F.Name))
      return false;
  return true;
}

bool runsElsewhere(const Program &P, Str Function, Str Owner) {
  const FunctionContext *Here = P.contextOf(Function), *There = P.contextOf(Owner);
  if (!Here || Here->Roots.empty())
    return false;
  return !There || llvm::none_of(Here->Roots, [&](unsigned Root) {
    // A parallel region stands in the function whose variables its threads share.
    bool IsRegion = P.Roots[Root].Function == Owner && P.Roots[Root].Api.starts_with("omp");
    return llvm::is_contained(There->Roots, Root) && !IsRegion;
  });
}

} // namespace cachelint::facts
