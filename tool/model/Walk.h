//===-- Walk.h - loops that go from element to element -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_WALK_H
#define CACHELINT_MODEL_WALK_H

#include "tool/model/Access.h"

namespace cachelint::model {

/// A loop that goes from element to element, of an array or along a list, and what it uses of each.
struct Walk {
  enum class Along : uint8_t { Array, List };
  struct Touch {
    Str Path;           ///< from the element: "hash", "key.lo"
    Bits Offset;        ///< from the start of the element
    Bits Size;          ///< an array whose index is not constant is touched as a whole
    bool Write = false; ///< also where it is read as well
    /// In a branch, or behind && or a continue: not in each round.
    bool Sometimes = false;
    SourcePos Pos;
  };

  Str Function; ///< key of the function it stands in
  Along How = Along::Array;
  Str Record;                     ///< key of the element's record
  Str Name;                       ///< what is walked, as written: "t->entries"; a list: its pointer
  std::optional<Bits> Stride;     ///< of the array; lists: of the table that their heads are in
  std::optional<uint64_t> Extent; ///< elements of the array, where its declaration tells
  /// Places before which the loop is not left: what only the round after a hit does is not here.
  /// By place in the source, each field once.
  llvm::SmallVector<Touch, 0> Touches;
  /// Nothing else is done to the element: it is handed to no function and copied nowhere.
  bool Complete = false;
  /// The loop calls functions that are no part of it: its cost is theirs.
  bool Calls = false;
  Frequency Often; ///< of a round
  SourcePos Pos;   ///< of the loop
};

} // namespace cachelint::model

#endif
