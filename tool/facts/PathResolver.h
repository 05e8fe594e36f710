//===-- PathResolver.h - from access paths to the objects they touch -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// A path is cut at its Derefs into segments: `h->row[tid]->slot[i]` touches the object h points to,
// the block that its row points to, and the object that this block's element points to. Where the
// value flow says what a pointer points to, the object itself takes the place of the pointer:
// `s->spins` of a thread's parameter s is `all[i].spins` when main() hands out `&all[i]`.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_PATHRESOLVER_H
#define CACHELINT_FACTS_PATHRESOLVER_H

#include "tool/facts/LaunchFacts.h"
#include "tool/facts/SlotGraph.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace cachelint::facts {

/// A place in memory. Its path has at most one Deref, the first step: the block behind a pointer of
/// which nothing more is known. The root may be a Field or an Element slot then: that of any
/// object.
struct Place {
  model::AccessPath Path;
  bool HandedOver = false; ///< reached through something that was handed to a new thread
};

struct Touch {
  Place Where;
  bool Last = false; ///< what the access is about; else the pointer there is only read
};

/// The slot where the pointer at the end of a path is stored; None when it has no name.
model::Slot slotAtEnd(const model::AccessPath &Path);

class PathResolver {
public:
  /// \p HoldsAllocation: slots to which the result of an allocation is assigned.
  PathResolver(const SlotGraph &Graph, const LaunchFacts &Launches,
               llvm::DenseSet<model::Slot, SlotInfo> HoldsAllocation)
      : Graph(Graph), Launches(Launches), HoldsAllocation(std::move(HoldsAllocation)) {}

  /// The places that an access by \p Path touches, segment by segment. Segments without any step of
  /// their own are left out.
  std::vector<Touch> touches(const model::AccessPath &Path);

private:
  // Pointers are followed through this many variables, fields and parameters, to this many places:
  // beyond that a name stands for too much to say anything of one object.
  static constexpr unsigned MaxDepth = 4;
  static constexpr size_t MaxPlaces = 16;

  const std::vector<Place> &pointees(const model::Slot &Pointer);
  void collect(const model::Slot &Pointer, bool HandedOver, unsigned Depth,
               std::vector<Place> &Found, llvm::DenseSet<model::Slot, SlotInfo> &Seen);
  bool collectCopied(const model::Slot &Pointer, const model::ValueFlow &F, bool HandedOver,
                     unsigned Depth, std::vector<Place> &Found,
                     llvm::DenseSet<model::Slot, SlotInfo> &Seen);
  void collectAddressed(const model::ValueFlow &F, bool HandedOver, unsigned Depth,
                        std::vector<Place> &Found, llvm::DenseSet<model::Slot, SlotInfo> &Seen);

  const SlotGraph &Graph;
  const LaunchFacts &Launches;
  llvm::DenseSet<model::Slot, SlotInfo> HoldsAllocation;
  llvm::DenseMap<model::Slot, std::vector<Place>, SlotInfo> Known;
};

} // namespace cachelint::facts

#endif
