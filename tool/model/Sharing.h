//===-- Sharing.h - which array elements meet on a cache line -----*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_SHARING_H
#define CACHELINT_MODEL_SHARING_H

#include "tool/model/Bits.h"

#include <cstdint>
#include <optional>

namespace cachelint::model {

/// Bytes [Begin, End) from the start of an array element.
struct ByteRange {
  uint64_t Begin = 0;
  uint64_t End = 0;

  bool empty() const { return End <= Begin; }
  /// Grows to hold \p Other, too: the hull of both.
  void include(ByteRange Other);
  bool operator==(const ByteRange &) const = default;
};

/// Where the elements of an array lie. All in whole bytes.
struct ArrayPlacement {
  Bits Stride;
  std::optional<uint64_t> Extent; ///< elements; empty: as many as one likes
  /// What the first element's address is surely a multiple of; a power of two.
  Bits BaseAlign = Bits::fromBytes(1);
  /// Where in a line the first element starts, when that is known: BaseAlign is then not looked at.
  std::optional<Bits> BaseOffset;
  Bits LineSize = Bits::fromBytes(64);
};

/// Which elements meet on a line, over all places in a line where the array may start.
struct Sharing {
  unsigned Placements = 0;        ///< places where the first element may start
  unsigned SharingPlacements = 0; ///< of these: where bytes of two elements meet
  uint64_t ElementsPerLine = 1;   ///< the most that meet on one line; 1: none
  /// The same when the array starts on a line: what the stride alone brings about.
  uint64_t ElementsPerLineAligned = 1;

  bool whenBaseAligned() const { return ElementsPerLineAligned > 1; }
  bool never() const { return SharingPlacements == 0; }
  bool always() const { return Placements != 0 && SharingPlacements == Placements; }
};

/// Elements meet on a line when bytes of one that are written lie on it together with bytes of
/// another that are touched at all. \p Written must lie inside \p Touched; what is in an element
/// outside of
/// \p Touched (a pad, cold data) counts for nothing. Stride zero or nothing written: never.
Sharing sharingOf(const ArrayPlacement &Array, ByteRange Written, ByteRange Touched);

/// Of the elements of an array, how many have bytes \p Range over a line boundary.
struct Straddling {
  uint64_t Elements = 0; ///< elements after which the pattern repeats, or the extent when smaller
  uint64_t AtLeast = 0;  ///< of these, over all places where the array may start: the fewest ...
  uint64_t AtMost = 0;   ///< ... and the most that have the range on two lines
};
Straddling straddlingOf(const ArrayPlacement &Array, ByteRange Range);

} // namespace cachelint::model

#endif
