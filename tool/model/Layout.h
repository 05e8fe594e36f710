//===-- Layout.h - fields on cache lines -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_LAYOUT_H
#define CACHELINT_MODEL_LAYOUT_H

#include "tool/model/Record.h"

#include <optional>
#include <vector>

namespace cachelint::model {

/// How an object lies on cache lines. Both in whole bytes.
struct LineGeometry {
  Bits LineSize = Bits::fromBytes(64);
  Bits BaseOffset; ///< where in a line the object starts; below LineSize
};

/// The lines that some bits of an object take.
struct LineSpan {
  uint64_t First = 0;
  uint64_t Last = 0;      ///< of the last bit; First for what has no extent
  bool Straddles = false; ///< over two lines though it would fit in one
};

/// \p Offset is from the start of the object.
LineSpan lineSpanOf(Bits Offset, Bits Extent, const LineGeometry &G);

/// One field, placed. Offsets are from the start of the record; lines count from 0, line 0 being
/// the one that holds the record's first byte.
struct PlacedField {
  const Field *F = nullptr;
  Bits Offset;
  Bits Extent;
  uint64_t FirstLine = 0;
  uint64_t LastLine = 0; ///< of its last bit; FirstLine for a field without extent
  /// Crosses a line boundary though it would fit in one line. Bit-fields: the storage touched.
  bool Straddles = false;
};

/// Bytes (or bits, between bit-fields) that belong to no field.
struct Hole {
  Bits Offset;
  Bits Size;
  const Field *After = nullptr; ///< the field before the hole; null at the start of the record
};

struct RecordLayout {
  std::vector<PlacedField> Fields; ///< by offset, in declaration order where offsets are equal
  std::vector<Hole> Holes;         ///< between fields, by offset; unions have none
  Bits TailPadding;                ///< after the last field
  Bits HoleTotal;
  uint64_t Lines = 0;   ///< lines that the record touches at this base offset
  bool Complete = true; ///< false when a field's offset is not known: holes may be false
};

/// The only place where lines, holes and straddles are computed. Fields without an offset are left
/// out and make the result incomplete. Empty when the record's size is not known.
std::optional<RecordLayout> layoutOf(const Record &R, const LineGeometry &Geometry);

/// The line of a byte offset from the start of an object.
inline uint64_t lineOf(Bits Offset, const LineGeometry &G) {
  return (G.BaseOffset + Offset) / G.LineSize;
}

} // namespace cachelint::model

#endif
