//===-- ThreadIds.h - which values are the number of a thread ----*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_THREADIDS_H
#define CACHELINT_FACTS_THREADIDS_H

#include "tool/facts/LaunchFacts.h"
#include "tool/facts/Pointees.h"
#include "tool/facts/SlotGraph.h"
#include "tool/model/Program.h"
#include "tool/support/NameSet.h"

#include <string>
#include <vector>

namespace cachelint::facts {

/// How an index was recognised.
struct ThreadIndexVerdict {
  model::ThreadIndex Level = model::ThreadIndex::No;
  std::string How; ///< for a message: "rte_lcore_id()"
  model::SourcePos Pos;
};

/// Follows numbers of threads from where they come into being along the value flow.
///
/// They pass parameters, returns and local variables, globals that each thread has its own of, and
/// fields. A variable or field that also gets other values is no better than a name; so is a field
/// that a function which does not run in many threads fills with its own number.
class ThreadIds {
public:
  /// Adds slots to \p Graph that only indices name. All arguments must outlive this object.
  ThreadIds(SlotGraph &Graph, const model::Program &P, const LaunchFacts &Launches,
            const model::Vocabulary &Words);

  model::ThreadIndex levelOf(const model::Slot &S) const { return valueOf(S).Level; }
  /// \p Function is the one whose code has the index.
  ThreadIndexVerdict judge(const model::IndexStep &Step, model::Str Function) const;

private:
  static constexpr unsigned NoFlow = ~0u;
  /// What a slot holds; Seed is the flow by which the number of a thread entered a variable.
  struct Value {
    model::ThreadIndex Level = model::ThreadIndex::No;
    unsigned Seed = NoFlow;
    bool betterThan(const Value &B) const {
      return Level != B.Level ? Level > B.Level : Seed < B.Seed;
    }
  };

  Value valueOf(const model::Slot &S) const;
  model::ThreadIndex seedLevel(const model::ValueFlow &F) const;
  model::ThreadIndex limitOf(const model::ValueFlow &F, Value V) const;
  void spread();
  void findMixed();
  bool takesOthers(unsigned Slot) const;
  bool isPerThread(model::Str VariableKey) const;
  bool drawnByThread(model::Str Function) const;
  bool isSurelyOther(const model::Slot &S, unsigned Depth) const;
  ThreadIndexVerdict judgeByWords(const model::IndexStep &Step) const;
  ThreadIndexVerdict explain(const Value &V, const model::Slot &S,
                             const model::IndexExpr &Index) const;
  std::string explainLaunch(model::Str Launcher, const model::Slot &S,
                            const model::IndexExpr &Index) const;

  const SlotGraph &Graph;
  const model::Program &P;
  const LaunchFacts &Launches;
  NameSet Functions, Names, Bounds, NotBounds;
  bool HasMain = false;
  std::vector<Value> Values; ///< by slot
  std::vector<bool> Mixed;   ///< by slot
  /// Values that go into what a pointer parameter points to: from slot, to slot.
  std::vector<std::vector<unsigned>> IntoPointee;
  std::vector<PointeeLinks::Seed> PointeeSeeds;
};

} // namespace cachelint::facts

#endif
