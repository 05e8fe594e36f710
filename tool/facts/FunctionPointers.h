//===-- FunctionPointers.h - which functions a pointer may call ---*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_FUNCTIONPOINTERS_H
#define CACHELINT_FACTS_FUNCTIONPOINTERS_H

#include "tool/facts/SlotGraph.h"

#include "llvm/ADT/DenseSet.h"

#include <set>
#include <vector>

namespace cachelint::facts {

/// Follows addresses of functions along the value flow. A field stands for that field of all
/// objects of its record: an ops table's functions are the callees of every call through that
/// field.
class FunctionPointers {
public:
  explicit FunctionPointers(const SlotGraph &Graph);

  /// Keys of the functions whose address the slot may hold, sorted.
  const std::set<model::Str> &targetsOf(const model::Slot &Pointer) const;
  /// Functions whose address is taken somewhere.
  const llvm::DenseSet<model::Str> &addressTaken() const { return Taken; }

private:
  void spread(const SlotGraph &Graph);

  const SlotGraph &Graph;
  std::vector<std::set<model::Str>> Targets; ///< by slot number
  llvm::DenseSet<model::Str> Taken;
  std::set<model::Str> Nothing;
};

/// Replaces calls through pointers and launches of pointers by one for each function that the
/// pointer may hold; a launch also hands its data to that function, as new \p Flows. What has no
/// known function stays as it is. Keeps Calls, Roots and Flows sorted.
void resolvePointers(std::vector<model::Call> &Calls, std::vector<model::ThreadRoot> &Roots,
                     std::vector<model::ValueFlow> &Flows, const FunctionPointers &Pointers);

} // namespace cachelint::facts

#endif
