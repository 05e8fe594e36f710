//===-- LaunchFacts.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/LaunchFacts.h"

namespace cachelint::facts {

using namespace model;

LaunchFacts::LaunchFacts(const std::vector<ThreadRoot> &Roots, const std::vector<Access> &Accesses,
                         const SlotGraph &Graph) {
  for (const ThreadRoot &R : Roots) {
    if (!R.Function.empty())
      RootFunctions.insert(R.Function);
    if (!R.Launcher.empty())
      Launchers.try_emplace(R.Launcher, &R);
  }
  findArgumentRecords(Accesses, Graph);
  findPassedOn(Graph);
}

void LaunchFacts::findArgumentRecords(const std::vector<Access> &Accesses, const SlotGraph &Graph) {
  for (const Access &A : Accesses) {
    const AccessPath &Path = A.Path;
    if (Path.Root.K != Slot::Kind::Param || !isRootFunction(Path.Root.Owner) ||
        Path.Steps.size() < 2 || !std::holds_alternative<DerefStep>(Path.Steps[0]))
      continue;
    if (const auto *Field = std::get_if<FieldStep>(&Path.Steps[1]))
      ArgumentRecords.insert(Field->Record);
  }
  for (const ValueFlow &F : Graph.flows()) {
    if (!F.AddressOf || F.To.K != Slot::Kind::Param || !isRootFunction(F.To.Owner) ||
        F.AddressOf->Steps.empty())
      continue;
    const auto *Index = std::get_if<IndexStep>(&F.AddressOf->Steps.back());
    if (Index && !Index->ElementRecord.empty())
      ArgumentRecords.insert(Index->ElementRecord);
  }
}

// Backwards from the parameters of the threads' functions, and from all parameters of functions
// that start threads: those may pack what they got into a record first.
void LaunchFacts::findPassedOn(const SlotGraph &Graph) {
  std::vector<unsigned> Work;
  for (unsigned S = 0; S != Graph.size(); ++S) {
    const Slot &Param = Graph.slot(S);
    if (Param.K != Slot::Kind::Param)
      continue;
    if (launchIn(Param.Owner))
      PassedOn.insert(Param);
    if (launchIn(Param.Owner) || isRootFunction(Param.Owner))
      Work.push_back(S);
  }
  while (!Work.empty()) {
    unsigned To = Work.back();
    Work.pop_back();
    for (unsigned I : Graph.into(To)) {
      const ValueFlow &F = Graph.flow(I);
      if (F.From.K == Slot::Kind::Param && !F.AddressOf && !F.Counter &&
          PassedOn.insert(F.From).second)
        Work.push_back(Graph.source(I));
    }
  }
}

bool LaunchFacts::isHandOver(const ValueFlow &F) const {
  switch (F.To.K) {
  case Slot::Kind::Param:
    return isRootFunction(F.To.Owner) || PassedOn.contains(F.To);
  case Slot::Kind::Field:
    return ArgumentRecords.contains(F.To.Owner);
  default:
    return false;
  }
}

Str LaunchFacts::launcherOf(const ValueFlow &F) const {
  if (F.From.K == Slot::Kind::LaunchId)
    return F.From.Owner;
  if (F.AddressOf)
    for (const PathStep &Step : F.AddressOf->Steps)
      if (const auto *Index = std::get_if<IndexStep>(&Step))
        for (const Slot &S : Index->Index.From)
          if (S.K == Slot::Kind::LaunchId)
            return S.Owner;
  if (!F.Function.empty())
    return F.Function;
  return F.From.K == Slot::Kind::Local || F.From.K == Slot::Kind::Param ? F.From.Owner : Str();
}

} // namespace cachelint::facts
