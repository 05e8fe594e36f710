//===-- AdjacentGroups.cpp - neighbours of neighbours, and their names ---===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/AdjacentChecks.h"
#include "tool/model/Wording.h"

#include "fmt/format.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

namespace cachelint::rules {

using namespace model;

std::vector<HarmGroup> groupsOf(const std::vector<Harm> &Harms) {
  llvm::EquivalenceClasses<const Variable *> Classes;
  for (const Harm &H : Harms)
    Classes.unionSets(H.Written, H.Other);
  std::vector<HarmGroup> Groups;
  llvm::DenseMap<const Variable *, size_t> GroupOf;
  for (const Harm &H : Harms) {
    auto [It, IsNew] = GroupOf.try_emplace(Classes.getLeaderValue(H.Written), Groups.size());
    if (IsNew)
      Groups.emplace_back();
    Groups[It->second].push_back(&H);
  }
  return Groups;
}

/// By place.
static std::vector<const Variable *> variablesIn(const HarmGroup &Group) {
  std::vector<std::pair<uint64_t, const Variable *>> Placed;
  for (const Harm *H : Group) {
    Placed.emplace_back(H->Pair->BeginA, H->Pair->A);
    Placed.emplace_back(H->Pair->BeginB, H->Pair->B);
  }
  llvm::sort(Placed, [](const auto &A, const auto &B) {
    return std::pair(A.first, A.second->Key) < std::pair(B.first, B.second->Key);
  });
  Placed.erase(std::unique(Placed.begin(), Placed.end()), Placed.end());
  std::vector<const Variable *> All;
  for (const auto &[Place, V] : Placed)
    All.push_back(V);
  return All;
}

static std::vector<std::string> namesIn(const HarmGroup &Group) {
  std::vector<std::string> Names;
  for (const Variable *V : variablesIn(Group))
    addOnce(Names, V->Name.str());
  return Names;
}

std::string placeText(const HarmGroup &Group, const Harm &H) {
  std::string Names = quotedList(namesIn(Group));
  std::string Apart = Group.size() == 1
                          ? fmt::format(", {} apart", counted(H.Pair->distance(), "byte"))
                          : std::string();
  switch (H.Pair->By) {
  case Placing::Linked:
    return fmt::format("{} lie on one cache line{}", Names, Apart);
  case Placing::InSection:
    return fmt::format("{} lie on one cache line of {}{}", Names, H.Written->Section.str(), Apart);
  case Placing::Estimated:
    break;
  }
  return fmt::format("{} are separate variables, but most likely lie on one cache line", Names);
}

Finding findingOn(const HarmGroup &Group, const Harm &H, const RuleInfo &Info, Bits Line) {
  Finding F;
  F.Rule = Info.Id.str();
  F.Pos = H.Written->Pos;
  F.Variable = llvm::join(namesIn(Group), ", ");
  F.VariableKey = H.Written->Key;
  for (const Variable *V : variablesIn(Group))
    if (V != H.Written)
      F.OtherVariableKeys.push_back(V->Key);
  std::set<uint64_t> Lines;
  for (const Harm *Each : Group)
    Lines.insert(Each->Pair->BeginB / Line.bytes());
  F.Weight = Lines.size() * Line.bytes();
  F.Bytes = H.Pair->A == H.Written ? H.Pair->BytesA : H.Pair->BytesB;
  return F;
}

} // namespace cachelint::rules
