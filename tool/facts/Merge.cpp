//===-- Merge.cpp ---------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/Merge.h"

namespace cachelint::facts {

using namespace model;

void Merger::addFacts(FactLists &&From) {
  auto AddAll = [](auto &To, auto &Source) {
    for (auto &Fact : Source)
      To.add(std::move(Fact));
    Source.clear();
  };
  AddAll(Records, From.Records);
  AddAll(Variables, From.Variables);
  AddAll(Functions, From.Functions);
  AddAll(Accesses, From.Accesses);
  AddAll(Flows, From.Flows);
  AddAll(Calls, From.Calls);
  AddAll(Roots, From.Roots);
  AddAll(Allocations, From.Allocations);
  AddAll(Marks, From.Marks);
  AddAll(Walks, From.Walks);
}

void Merger::addUnit(const Origin &From) {
  Can = Can | From.Can;
  Units.push_back(From);
}

void Merger::add(UnitFacts &&Unit) {
  addUnit(Unit.From);
  for (SharedFacts &Piece : Unit.Shared)
    if (Shared.insert(Piece.Key).second)
      addFacts(std::move(Piece));
  Unit.Shared.clear();
  addFacts(std::move(Unit));
}

void Merger::add(MergedFacts &&Part) {
  Can = Can | Part.Can;
  Units.insert(Units.end(), Part.Units.begin(), Part.Units.end());
  addFacts(std::move(Part));
}

MergedFacts Merger::take() {
  MergedFacts All;
  std::sort(Units.begin(), Units.end(), ContentLess());
  Units.erase(std::unique(Units.begin(), Units.end(),
                          [](const Origin &A, const Origin &B) { return !compareContent(A, B); }),
              Units.end());
  All.Units = std::move(Units);
  All.Can = Can;
  All.Records = Records.take();
  All.Variables = Variables.take();
  All.Functions = Functions.take();
  All.Accesses = Accesses.takeSorted();
  All.Flows = Flows.takeSorted();
  All.Calls = Calls.takeSorted();
  All.Roots = Roots.takeSorted();
  All.Allocations = Allocations.takeSorted();
  All.Marks = Marks.takeSorted();
  All.Walks = Walks.takeSorted();
  *this = Merger();
  return All;
}

Program mergeUnits(std::vector<UnitFacts> &&Units, const Vocabulary &Words, StringPool &Pool) {
  Merger M;
  for (UnitFacts &Unit : Units)
    M.add(std::move(Unit));
  Units.clear();
  return buildProgram(M.take(), Words, Pool);
}

} // namespace cachelint::facts
