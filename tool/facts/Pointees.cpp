//===-- Pointees.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/Pointees.h"

#include "llvm/ADT/STLExtras.h"

namespace cachelint::facts {

using namespace model;

Slot elementSlot(const Slot &Pointer) {
  switch (Pointer.K) {
  case Slot::Kind::Local:
    return {Slot::Kind::Element, Pointer.Name, {}, 0};
  case Slot::Kind::Global:
    return {Slot::Kind::Element, Pointer.Owner, {}, 0};
  case Slot::Kind::Field:
    return {Slot::Kind::Element, Pointer.Owner, Pointer.Name, 0};
  default:
    return {};
  }
}

/// The slot of the scalar at the end of a path: a field, an element, or the variable itself.
static Slot scalarAt(const AccessPath &Path) {
  if (Path.Steps.empty())
    return Path.Root;
  if (const auto *Field = std::get_if<FieldStep>(&Path.Steps.back()))
    return {Slot::Kind::Field, Field->Record, Field->Name, 0};
  if (!std::holds_alternative<IndexStep>(Path.Steps.back()))
    return {};
  size_t Before = Path.Steps.size() - 1;
  if (Before && std::holds_alternative<DerefStep>(Path.Steps[Before - 1]))
    --Before;
  if (Before == 0)
    return elementSlot(Path.Root);
  const auto *Field = std::get_if<FieldStep>(&Path.Steps[Before - 1]);
  return Field ? Slot{Slot::Kind::Element, Field->Record, Field->Name, 0} : Slot();
}

namespace {
class PointeeLinker {
public:
  PointeeLinker(SlotGraph &Graph, const LaunchFacts &Launches) : Graph(Graph), Launches(Launches) {}

  void want(unsigned Pointee) {
    if (Pointee >= Seen.size())
      Seen.resize(Graph.size());
    if (!Seen[Pointee]) {
      Seen[Pointee] = true;
      Work.push_back(Pointee);
    }
  }
  PointeeLinks run();

private:
  void follow(unsigned Pointee, unsigned Flow);
  bool pointsToOwnNumber(const ValueFlow &F, const Slot &Target) const;

  SlotGraph &Graph;
  const LaunchFacts &Launches;
  std::vector<bool> Seen;
  std::vector<unsigned> Work;
  PointeeLinks Links;
};
} // namespace

/// `&nums[i]` handed to thread i, where nums holds different numbers.
bool PointeeLinker::pointsToOwnNumber(const ValueFlow &F, const Slot &Target) const {
  if (Target.K != Slot::Kind::Element || !Launches.isHandOver(F))
    return false;
  const auto *Step =
      F.AddressOf->Steps.empty() ? nullptr : std::get_if<IndexStep>(&F.AddressOf->Steps.back());
  if (!Step)
    return false;
  auto IsLaunchId = [](const Slot &S) { return S.K == Slot::Kind::LaunchId; };
  if (!F.Counter && llvm::none_of(Step->Index.From, IsLaunchId))
    return false;
  unsigned Element = Graph.find(Target);
  return Element != SlotGraph::None && llvm::any_of(Graph.into(Element), [&](unsigned I) {
           const ValueFlow &Store = Graph.flow(I);
           return Store.Counter || Store.From.K == Slot::Kind::Distinct ||
                  Store.From.K == Slot::Kind::LaunchId;
         });
}

void PointeeLinker::follow(unsigned Pointee, unsigned Flow) {
  const ValueFlow &F = Graph.flow(Flow);
  Slot Source;
  if (F.AddressOf) {
    Source = scalarAt(*F.AddressOf);
    if (pointsToOwnNumber(F, Source))
      Links.Seeds.push_back({Pointee, Flow});
  } else if (F.From.K == Slot::Kind::Param) {
    Source = F.From;
    Source.K = Slot::Kind::Pointee;
  } else {
    Source = elementSlot(F.From);
  }
  if (Source.K == Slot::Kind::None)
    return;
  unsigned From = Graph.findOrAdd(Source);
  Links.Edges.push_back({From, Pointee});
  if (Source.K == Slot::Kind::Pointee)
    want(From);
}

PointeeLinks PointeeLinker::run() {
  while (!Work.empty()) {
    unsigned Pointee = Work.back();
    Work.pop_back();
    Slot Param = Graph.slot(Pointee);
    Param.K = Slot::Kind::Param;
    unsigned Number = Graph.find(Param);
    if (Number == SlotGraph::None)
      continue;
    // A copy: new slots move the lists.
    std::vector<unsigned> Incoming(Graph.into(Number).begin(), Graph.into(Number).end());
    for (unsigned Flow : Incoming)
      follow(Pointee, Flow);
  }
  return std::move(Links);
}

PointeeLinks linkPointees(SlotGraph &Graph, const std::vector<Access> &Accesses,
                          const LaunchFacts &Launches) {
  for (const Access &A : Accesses)
    for (const PathStep &Step : A.Path.Steps)
      if (const auto *Index = std::get_if<IndexStep>(&Step))
        for (const Slot &S : Index->Index.From)
          if (S.K == Slot::Kind::Pointee)
            Graph.findOrAdd(S);
  PointeeLinker Linker(Graph, Launches);
  for (unsigned S = 0, E = Graph.size(); S != E; ++S)
    if (Graph.slot(S).K == Slot::Kind::Pointee)
      Linker.want(S);
  return Linker.run();
}

} // namespace cachelint::facts
