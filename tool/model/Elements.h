//===-- Elements.h - what accesses do to the elements of an array -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_ELEMENTS_H
#define CACHELINT_MODEL_ELEMENTS_H

#include "tool/model/Program.h"
#include "tool/model/Sharing.h"

#include <string>
#include <vector>

namespace cachelint::model {

/// The access is done again and again in a thread: by what its function and the calls that lead
/// there tell. Start-up, tear-down and error paths are not.
bool isHot(const Program &P, const Access &A);

/// Some access of the program is hot: only then does it say anything of a record that none of its
/// own is.
bool seesHeat(const Program &P);

/// Writes the element, or takes or releases a lock in it.
bool writesElement(const ElementAccess &E);

/// The field of the element that is touched, as a person writes it: "lock", "rx.bytes", without the
/// bases that it is inherited from; empty for the element as a whole.
std::string fieldPathOf(const Program &P, const ElementAccess &E);

/// Bytes of the element that are touched; the whole of it when the access does not say.
ByteRange touchedBytes(const ElementAccess &E, Bits Stride);

/// What threads do to their own elements while they run: the accesses that are hot and whose index
/// is a thread's.
struct ThreadUse {
  std::vector<const ElementAccess *> Touches; ///< by position
  std::vector<const ElementAccess *> Writes;  ///< those of Touches that write
  ByteRange Touched;                          ///< hull over Touches
  ByteRange Written;                          ///< hull over Writes
  /// The access whose index is recognised best; null when there are no touches.
  const ElementAccess *Best = nullptr;
  /// Some write runs in a thread that the program is seen to start, not only in a library's
  /// function that somebody may call from one.
  bool Rooted = false;
};
ThreadUse threadUseOf(const Program &P, const ArrayFacts &Array);

/// Where the array's elements lie, as far as the program tells: its declared or allocated base, or
/// the address of the variable in the binary.
ArrayPlacement placementOf(const Program &P, const ArrayFacts &Array, Bits LineSize);

/// Allocations of the block that holds the array, where the program shows them.
std::vector<const Allocation *> allocationsOf(const Program &P, const ArrayFacts &Array);

} // namespace cachelint::model

#endif
