//===-- HeldLocks.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/HeldLocks.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace cachelint::facts {

using namespace model;

namespace {

using LockSet = std::vector<Slot>; ///< sorted
/// Empty: no call was seen yet, so anything may be held.
using Entry = std::optional<LockSet>;

LockSet united(const LockSet &A, llvm::ArrayRef<Slot> B) {
  LockSet Out;
  std::set_union(A.begin(), A.end(), B.begin(), B.end(), std::back_inserter(Out));
  return Out;
}

/// True when \p E became less.
bool restrict(Entry &E, LockSet Held) {
  if (!E) {
    E = std::move(Held);
    return true;
  }
  LockSet Both;
  std::set_intersection(E->begin(), E->end(), Held.begin(), Held.end(), std::back_inserter(Both));
  if (Both.size() == E->size())
    return false;
  E = std::move(Both);
  return true;
}

} // namespace

void findHeldLocks(const MergedFacts &Facts, const CallGraph &Graph,
                   const llvm::DenseSet<Str> &AddressTaken,
                   std::vector<FunctionContext> &Contexts) {
  std::vector<Entry> Entries(Graph.size());
  for (unsigned F = 0; F != Graph.size(); ++F)
    if (Facts.Functions[F].IsMain || Contexts[F].Assumed || Graph.callSites(F) == 0 ||
        AddressTaken.contains(Facts.Functions[F].Key))
      Entries[F].emplace();
  for (const ThreadRoot &R : Facts.Roots)
    if (unsigned F = Graph.find(R.Function); F != CallGraph::None)
      Entries[F].emplace();
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Call &C : Facts.Calls) {
      unsigned Caller = Graph.find(C.Caller), Callee = Graph.find(C.Callee);
      if (Caller == CallGraph::None || Callee == CallGraph::None || C.Often.Cold ||
          Contexts[Caller].Cold || !Entries[Caller])
        continue;
      Changed |= restrict(Entries[Callee], united(*Entries[Caller], C.Locks));
    }
  }
  for (unsigned F = 0; F != Graph.size(); ++F)
    if (Entries[F])
      Contexts[F].Locks = std::move(*Entries[F]);
}

} // namespace cachelint::facts
