//===-- Sides.h - which threads use a field or a variable ---------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_SIDES_H
#define CACHELINT_MODEL_SIDES_H

#include "tool/model/Program.h"

#include "llvm/ADT/StringMap.h"

#include <vector>

namespace cachelint::model {

/// Threads that run a function, as far as they can be told apart.
struct ThreadSide {
  Str Function;         ///< that the thread was started with; main(); or a function of a library
  bool Many = false;    ///< several run it at once
  bool Assumed = false; ///< a library's function, whose callers are not in the program

  bool operator==(const ThreadSide &) const = default;
  bool operator<(const ThreadSide &B) const { return Function < B.Function; }
};

/// The sides from which \p Function runs, sorted, each function once. Without any thread it is
/// main()'s, or stands for itself.
std::vector<ThreadSide> sidesOf(const Program &P, Str Function);

/// A thread of \p A and another of \p B can run at the same time.
bool differentThreads(const std::vector<ThreadSide> &A, const std::vector<ThreadSide> &B);

/// What threads do to one field or variable while they run: hot accesses only. A pointer that is
/// followed is read.
struct SideUse {
  /// Functions that threads were started with and from which a write, or any access, is reached;
  /// sorted. Functions whose callers are not in the program stand for themselves.
  std::vector<Str> Writers, Users;
  std::vector<Str> Functions;     ///< that the accesses stand in; sorted
  bool Atomic = false;            ///< changed by atomic operations or as a lock
  SourcePos FirstWrite, FirstUse; ///< by position

  bool written() const { return !Writers.empty(); }
};

/// The uses of all fields and variables of a program.
class Sides {
public:
  explicit Sides(const Program &P);

  /// Null when no thread uses it while running.
  const SideUse *ofField(Str RecordKey, Str FieldName) const;
  const SideUse *ofVariable(Str VariableKey) const;

private:
  void add(const Program &P, const Access &A, bool Reached, SideUse &Use);

  llvm::StringMap<SideUse> Fields; ///< by "record-key::field"
  llvm::StringMap<SideUse> Variables;
};

/// No thread's function is in both lists.
bool disjoint(const std::vector<Str> &A, const std::vector<Str> &B);

} // namespace cachelint::model

#endif
