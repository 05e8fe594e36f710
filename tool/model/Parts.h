//===-- Parts.h - atomics, locks and members inside of records ---*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_PARTS_H
#define CACHELINT_MODEL_PARTS_H

#include "tool/model/Program.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace cachelint::model {

/// Something inside a record that is used as a whole.
struct Part {
  std::string Path;             ///< "ring.lock"; anonymous members leave no step in it
  const Field *Outer = nullptr; ///< the field of the record itself that it is, or is in
  const Field *F = nullptr;     ///< the field that it is
  Str Owner;                    ///< key of the record that declares F
  Bits Offset;                  ///< from the start of the record
  Bits Size;
  /// Atomic, Lock or Record (a member that is a record and neither of them).
  TypeTrait Traits = TypeTrait::None;
};

/// Parts of \p R by offset, also inside of its members, but not inside of locks and not inside of
/// members that are aligned to \p LineSize, whose place in the line is their own matter. Scalars
/// that are not declared atomic are listed, too, with no traits: accesses may be.
std::vector<Part> partsOf(const Program &P, const Record &R, Bits LineSize);

/// How the whole program uses fields.
class FieldUses {
public:
  explicit FieldUses(const Program &P);

  /// Some atomic operation changes it, whatever its type says.
  bool atomicallyWritten(Str RecordKey, Str FieldName) const;
  /// One function touches, again and again, bytes of the part before and behind \p Boundary (from
  /// the start of the record).
  bool usesBothSides(const Part &Each, Bits Boundary) const;

private:
  /// Bytes of a field that a function touches while it runs in a thread.
  struct Touch {
    Str Function;
    Bits Begin; ///< from the start of the field
    Bits End;
  };
  void readAccess(const Access &A, bool Hot);

  llvm::StringSet<> Atomics;                   ///< "record-key::field"
  llvm::StringMap<std::vector<Touch>> Touches; ///< by "record-key::field", of members only
};

} // namespace cachelint::model

#endif
