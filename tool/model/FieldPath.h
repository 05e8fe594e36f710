//===-- FieldPath.h - from an offset in an object to the field there -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_FIELDPATH_H
#define CACHELINT_MODEL_FIELDPATH_H

#include "tool/model/Record.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>
#include <vector>

namespace cachelint::model {

/// Finds a record's definition: by key, and by size where several layouts have that key. Null when
/// there is none.
using RecordLookup = llvm::function_ref<const Record *(Str Key, std::optional<Bits> Size)>;

/// The first record of \p Records (sorted by key) with this key and, if given, this size; if none
/// has the size, the first with the key.
const Record *findRecord(const std::vector<Record> &Records, Str Key, std::optional<Bits> Size);

/// One thing at an offset of an object.
struct FieldAt {
  /// What a person writes: "stats[1].rx_packets", "dev.cfg.flags", "stats[1] (padding)". Anonymous
  /// members and bases leave no step in it. A hole is "(padding)" behind the record it is in.
  std::string Text;
  const Record *Owner =
      nullptr; ///< innermost record that the offset is in; null when there is none
  const Field *Member = nullptr; ///< innermost field, null in padding
  /// Where the innermost field (or array element, or hole) starts, from the start of the object.
  Bits Start;
  std::optional<Bits> Size; ///< of the innermost field, element or hole
  /// The outermost array index of the path, e.g. 1 for "stats[1].rx_packets".
  std::optional<uint64_t> Element;
  bool Padding = false;
  bool BeyondEnd = false; ///< the offset is not in the object
};

/// Everything at byte \p Offset of an object of type \p Type that is called \p Name. Unions give
/// one answer a member that reaches the offset, a byte shared by bit-fields one a bit-field, in
/// order of declaration; otherwise there is exactly one. At most 64 answers; nesting deeper than 64
/// is not followed.
std::vector<FieldAt> fieldsAt(llvm::StringRef Name, const TypeUse &Type, Bits Offset,
                              RecordLookup Find);

/// The same within a record: Text has no name in front ("rx.bytes").
std::vector<FieldAt> fieldsAt(const Record &R, Bits Offset, RecordLookup Find);

/// fieldsAt in one text: "stats[1].rx_packets", members of a union joined by " | ".
std::string describeAddress(const Variable &V, Bits Offset, RecordLookup Find);

} // namespace cachelint::model

#endif
