//===-- SourcePlaces.h - places that an access in source touches --*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_SOURCEPLACES_H
#define CACHELINT_FACTS_SOURCEPLACES_H

#include "tool/model/Program.h"

#include <optional>
#include <string>
#include <vector>

namespace cachelint::facts {

/// A place of an access's path, seen from the object that it is in: a variable, or what a pointer
/// points to.
struct SourcePlace {
  model::AccessKind Kind = model::AccessKind::Read;
  std::string Text;       ///< "stats[worker].rx_packets", "outq[qid].lock"
  model::Str VariableKey; ///< when the object is a variable
  model::Str Object;      ///< key of the object's record, or of the variable; tells objects apart
  model::Str Record;      ///< key of the record of the innermost field
  model::Str FieldName;
  std::vector<model::Str> Around; ///< records around the field, outermost first, parallel to Inner
  std::vector<model::Bits> Inner; ///< offset of the field in each of Around
  bool Heap = false;              ///< behind a pointer
  std::optional<model::Bits> Offset; ///< of the place in the object, as if all indices were 0
  model::Bits Size;
  /// Offset is known modulo this: what array strides and the object's alignment leave of a line.
  model::Bits Unit;
  /// The same without the alignment: between two places of one object.
  model::Bits StrideUnit;

  /// The same place, whatever its index.
  bool samePlace(const SourcePlace &B) const {
    return Object == B.Object && VariableKey == B.VariableKey && Record == B.Record &&
           FieldName == B.FieldName && Offset == B.Offset;
  }
};

/// The place that the access is to, and those of the pointers that it is reached through, which are
/// read.
std::vector<SourcePlace> placesOf(const model::Access &A, const model::Program &P,
                                  model::Bits LineSize);

/// True when the place may be at \p InLine from the start of a line. True, too, where its offset is
/// not known.
bool mayLieAt(const SourcePlace &Place, model::Bits InLine);

} // namespace cachelint::facts

#endif
