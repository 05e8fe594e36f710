//===-- Neighbours.h - variables that lie on one cache line -------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// A binary says where the linker has put variables: exactly when it is linked, within its section
// when it is an object file. Source says in which order they are defined; compilers put the
// definitions of one file that start with zeros (.bss), and those that start with a value (.data),
// one behind the other, in that order or in the opposite one. So neighbours stay neighbours, and
// an alignment of one of them starts a line.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_NEIGHBOURS_H
#define CACHELINT_MODEL_NEIGHBOURS_H

#include "tool/model/Program.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace cachelint::model {

/// How the places of two variables are known.
enum class Placing : uint8_t {
  Linked,    ///< by their addresses
  InSection, ///< by their offsets in a section, whose own place is not settled
  Estimated, ///< by their order in the source
};

/// Two variables that have bytes on one line.
struct NeighbourPair {
  const Variable *A = nullptr; ///< the one in front
  const Variable *B = nullptr;
  Placing By = Placing::Linked;
  uint64_t BeginA = 0, BeginB = 0; ///< bytes; counted from 0, the section or the file's first one
  /// Bytes of each that lie on the line they share, from the start of the variable: [first,
  /// second). Of the whole variable where the place in the line is not known.
  std::pair<uint64_t, uint64_t> BytesA, BytesB;

  uint64_t distance() const { return BeginB - BeginA; }
};

/// Pairs of the variables that \p Wanted picks, in the order of their places; thread-local and
/// automatic ones are in none. Where a binary names the place, source is not asked: what it does
/// not hold, it does not need. An estimate counts when more than half of the places that the first
/// variable could take would bring the two together.
std::vector<NeighbourPair> neighboursOf(const Program &P, Bits LineSize,
                                        llvm::function_ref<bool(const Variable &)> Wanted);

} // namespace cachelint::model

#endif
