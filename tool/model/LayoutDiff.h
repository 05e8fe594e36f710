//===-- LayoutDiff.h - what changed between two layouts -----------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_LAYOUTDIFF_H
#define CACHELINT_MODEL_LAYOUTDIFF_H

#include "tool/model/Layout.h"
#include "tool/model/Program.h"

#include <optional>
#include <string>
#include <vector>

namespace cachelint::model {

/// A field of a record, those of unnamed members and their like included, where it lies.
struct FlatField {
  /// Unique in its record: the name, "stats" or for unnamed bit-fields and bases
  /// "(base Name)"; a name that comes twice (in members of an unnamed union) has "#2" behind it.
  std::string Name;
  Str Type;
  Bits Offset; ///< from the start of the record
  Bits Extent;
  bool BitField = false;
  LineSpan Lines;
};

/// In the order of their offsets. Fields of unknown offset are left out. Nested records that have a
/// name are one field; unnamed ones (in C the usual way to lay a union or a group into a struct)
/// are looked into, to a depth of 16.
std::vector<FlatField> flatFields(const Program &P, const Record &R, const LineGeometry &G);

/// One field in both layouts.
struct FieldChange {
  FlatField Before, After;
  bool changedLine() const { return Before.Lines.First != After.Lines.First; }
  bool movedInLine() const { return !changedLine() && Before.Offset != After.Offset; }
  bool resized() const { return Before.Extent != After.Extent; }
  bool beganToStraddle() const { return After.Lines.Straddles && !Before.Lines.Straddles; }
};

struct RecordChange {
  const Record *Before = nullptr;
  const Record *After = nullptr;
  RecordLayout LayoutBefore, LayoutAfter;
  std::vector<FieldChange> Fields; ///< whose line, offset or size is another; by new offset
  std::vector<FlatField> Gone, New;

  uint64_t linesGained() const {
    return LayoutAfter.Lines > LayoutBefore.Lines ? LayoutAfter.Lines - LayoutBefore.Lines : 0;
  }
};

struct LayoutDiff {
  std::vector<const Record *> Added, Removed; ///< by key
  std::vector<RecordChange> Changed;          ///< by key
  size_t Same = 0;                            ///< records that are equal in both
};

/// Compares the records of two programs by key. A key with several layouts (of different units) is
/// compared as a set: equal ones are paired first, the others in their order. Records without a
/// size on either side, and unnamed ones, which are seen in their parents, are left out. Both
/// programs must outlive the result.
LayoutDiff diffLayouts(const Program &Old, const Program &New, const LineGeometry &G);

} // namespace cachelint::model

#endif
