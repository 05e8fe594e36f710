//===-- VariableUses.h - which threads use a variable -------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_VARIABLEUSES_H
#define CACHELINT_MODEL_VARIABLEUSES_H

#include "tool/model/Sides.h"

#include "llvm/ADT/DenseSet.h"

namespace cachelint::model {

/// A SideUse whose sides are threads: what no started thread reaches is the main thread's.
struct VariableUse {
  /// Stands for the thread that runs main().
  static constexpr llvm::StringLiteral MainThread = "(main thread)";

  std::vector<Str> Writers, Users; ///< functions that threads start with, or MainThread; sorted
  std::vector<Str> Functions;      ///< that the accesses stand in; sorted
  bool Atomic = false;             ///< changed by atomic operations or as a lock
  bool Many = false;               ///< some writer runs in several threads at once
  /// All of Users are threads that the program is seen to start, or the main one; no function of a
  /// library that somebody may call from a thread.
  bool Rooted = true;
  SourcePos FirstWrite, FirstUse; ///< by position
};

class VariableUses {
public:
  VariableUses(const Program &P, Bits LineSize);

  /// Some running thread touches it, and it can be changed at all.
  bool isUsed(const Variable &V) const;
  /// What is done to the bytes [first, second) of a variable. Of a large record only the fields
  /// count that lie there, whatever object of the type was touched; of large arrays nothing is
  /// known.
  VariableUse of(const Variable &V, std::pair<uint64_t, uint64_t> Bytes) const;

private:
  void add(const SideUse &From, VariableUse &To) const;
  Str threadOf(Str Side, bool &Rooted) const;
  const Record *largeRecord(const Variable &V) const;

  const Program &P;
  /// Larger variables are not taken as a whole: their ends meet others on a line, and what is used
  /// is mostly somewhere else.
  Bits Large;
  Sides All;
  llvm::DenseSet<Str> Roots, ManyRoots;
};

/// All of \p Part are in \p Whole; both sorted.
bool holdsAll(const std::vector<Str> &Whole, const std::vector<Str> &Part);

} // namespace cachelint::model

#endif
