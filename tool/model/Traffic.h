//===-- Traffic.h - which threads touch what of an object --------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Two threads fight over a line only when they touch the same object. So accesses are sorted by the
// object they reach, not by the type alone; what each thread has of its own is not here at all.
// docs/frequency.md says which accesses count as hot.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_TRAFFIC_H
#define CACHELINT_MODEL_TRAFFIC_H

#include "tool/model/Access.h"

#include <string>
#include <vector>

namespace cachelint::model {

/// How far two accesses by one name are known to reach one object; the best last.
enum class Reach : uint8_t {
  Any,    ///< an object of the type, nobody knows which
  Handed, ///< the block that was handed to a thread: threads of different functions that get it by
          ///< one name have one, threads of one function may each have their own
  Some,   ///< an element of a shared array by an index that is no thread's; one of several objects
  One,    ///< a global object, or one behind a pointer of such an object
};

/// A step from an object to a field of it.
struct FieldRef {
  Str Record; ///< key of the record that declares the field
  Str Name;
  Bits Offset; ///< of the field, from the start of the object
  Bits Size;
};

struct FieldUse {
  const Access *A = nullptr;
  Reach Via = Reach::Any;

  bool writes() const { return A->Kind != AccessKind::Read || A->LockOperation; }
};

/// A field of an object, or a scalar variable, and the hot accesses to it.
struct FieldTraffic {
  std::string Path;            ///< from the object: "count.sent"; empty for the object as a whole
  std::vector<FieldRef> Chain; ///< from the object inwards; empty for the object as a whole
  Bits Begin, End;             ///< bytes of it that are touched, from the start of the object
  TypeTrait Traits = TypeTrait::None;
  std::vector<FieldUse> Uses; ///< by position
};

/// One object, or what goes by one name, and all that threads do to it while they run.
struct ObjectTraffic {
  std::string Key;
  std::string Name; ///< as a person writes it; empty for any object of a type
  Str Record;       ///< key; empty for what is no record
  Str VariableKey;  ///< when it is a variable, or an element of one
  Reach Best = Reach::Any;
  std::vector<FieldTraffic> Fields; ///< by offset
};

} // namespace cachelint::model

#endif
