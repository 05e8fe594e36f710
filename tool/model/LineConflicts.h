//===-- LineConflicts.h - fields of one object that disturb each other -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// A field that is written disturbs another of its line when a thread uses the other that is not the
// writer, and when whoever writes the first does not write the second as well: what one side writes
// together belongs together, and so does a lock with what is used only under it.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_LINECONFLICTS_H
#define CACHELINT_MODEL_LINECONFLICTS_H

#include "tool/model/Finding.h"
#include "tool/model/Program.h"
#include "tool/model/Sides.h"

#include <string>
#include <vector>

namespace cachelint::model {

/// What a conflict is, the most specific that holds: each is reported by one rule.
enum class ConflictKind : uint8_t {
  ProducerConsumer, ///< positions of a queue that different sides move
  LockNeighbor,     ///< a lock or reference count, and what is used without it
  PartialAlign,     ///< the line was aligned by hand, and still holds both
  HotColdMix,       ///< any other
};

/// All uses of a field in one function under the same locks.
struct FunctionUse {
  Str Function;
  std::vector<ThreadSide> Sides;
  std::vector<Slot> Locks; ///< held, sorted
  bool Writes = false;
  Reach Via = Reach::Any;
  const Access *First = nullptr; ///< by position
  unsigned LoopDepth = 0;        ///< the most
};

/// A field with hot accesses, and who they are.
struct FieldSummary {
  const FieldTraffic *F = nullptr;
  std::vector<FunctionUse> Uses;
  std::vector<Str> Writers; ///< functions that the writing threads were started with; sorted
  bool Lock = false;        ///< taken or released, or a lock by its type
  bool RefCount = false;    ///< atomically counted up or down, and called so
  bool Contended = false;   ///< locked or updated atomically: others do use the object
  bool AllAtomic = true;    ///< each write is atomic or takes a lock
  /// Each write is atomic, or done under a lock. Where several threads write something else, what
  /// keeps them apart is not seen: a thread's own object, or a start of the program.
  bool Guarded = true;
  bool OneWriter = true; ///< one thread alone writes

  Slot slot() const { return {Slot::Kind::Field, F->Chain.back().Record, F->Chain.back().Name, 0}; }
};

/// Fields of one line, some of which disturb others.
struct LineConflict {
  ConflictKind Kind = ConflictKind::HotColdMix;
  const ObjectTraffic *Object = nullptr;
  const Record *Outer = nullptr;    ///< of the object
  const Record *R = nullptr;        ///< the innermost record that has all fields of the conflict
  Bits Start;                       ///< of R in the object
  uint64_t Line = 0;                ///< of the object; counted as if it started on a line
  std::vector<FieldSummary> Fields; ///< of the line that are hot, by offset
  std::vector<unsigned> Written, Disturbed; ///< of Fields; one may be both
  bool BaseKnown = false;                   ///< the object starts on a line
  Confidence Sure = Confidence::Low;

  /// The member of R that holds the field.
  const Field *memberOf(const FieldSummary &F) const;
};

/// All conflicts of the program, one a record and line, the best known object of each; sorted by
/// record and line.
std::vector<LineConflict> lineConflicts(const Program &P, Bits LineSize);

/// Who uses a field of \p O.
FieldSummary summarize(const Program &P, const FieldTraffic &F);

} // namespace cachelint::model

#endif
