//===-- Merge.h - the facts of many units as those of one program -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Merging does not depend on the order or the grouping of the units, and merging a unit twice is
// the same as once: headers come with every unit that includes them, and units are read in
// parallel.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_MERGE_H
#define CACHELINT_FACTS_MERGE_H

#include "tool/facts/FactSet.h"
#include "tool/facts/MergeDeclarations.h"
#include "tool/model/Program.h"
#include "tool/support/StringPool.h"

#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace cachelint::facts {

/// Facts of one or more units, each once, sorted by content: what UnitFacts is to a unit. Records
/// of one key and different layouts adjoin.
struct MergedFacts : model::FactLists {
  std::vector<model::Origin> Units;
  model::Capability Can = model::Capability::None;
};

/// Takes units one by one, so that a program of many units is never in memory unmerged. The strings
/// of all units must live in one pool that outlives the result.
class Merger {
public:
  void add(model::UnitFacts &&Unit);
  void add(MergedFacts &&Part);
  /// Some of the facts of units, without saying of which.
  void add(model::FactLists &&Part) { addFacts(std::move(Part)); }
  void addUnit(const model::Origin &From);
  /// All facts added so far; leaves the merger empty.
  MergedFacts take();

private:
  void addFacts(model::FactLists &&From);

  std::vector<model::Origin> Units;
  model::Capability Can = model::Capability::None;
  /// Keys of pieces that were added: adding one again would change nothing, and cost time.
  llvm::DenseSet<llvm::StringRef> Shared;
  RecordMerger Records;
  VariableMerger Variables;
  FunctionMerger Functions;
  FactSet<model::Access> Accesses;
  FactSet<model::ValueFlow> Flows;
  FactSet<model::Call> Calls;
  FactSet<model::ThreadRoot> Roots;
  FactSet<model::Allocation> Allocations;
  FactSet<model::AlignmentMark> Marks;
  FactSet<model::Walk> Walks;
};

/// The program that \p Facts describe: calls through pointers resolved, the contexts of its
/// functions and its arrays known. New strings go to \p Pool.
model::Program buildProgram(MergedFacts &&Facts, const model::Vocabulary &Words, StringPool &Pool);

/// Merger and buildProgram in one.
model::Program mergeUnits(std::vector<model::UnitFacts> &&Units, const model::Vocabulary &Words,
                          StringPool &Pool);

} // namespace cachelint::facts

#endif
