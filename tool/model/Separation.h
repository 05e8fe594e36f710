//===-- Separation.h - an order of fields that keeps groups apart -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_SEPARATION_H
#define CACHELINT_MODEL_SEPARATION_H

#include "tool/model/Record.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <vector>

namespace cachelint::model {

/// Fields of a record in another order, some of them aligned to a line.
struct Separation {
  std::vector<const Field *> Order;
  std::vector<const Field *> Aligned; ///< fields that must get an alignment, by place
  bool Reordered = false;
  Bits Size; ///< of the record then
};

/// The cheapest way to keep fields of different groups off each other's lines, or nothing where the
/// layout's rules are not understood. Group 0 may lie beside any other. Cheapest: the smallest
/// record, then the fewest alignments, then the order as it is.
///
/// Each proposal is laid out and its lines are counted; the record is then taken to start on a
/// line, which its own alignment must see to.
std::optional<Separation> separate(const Record &R, Bits LineSize,
                                   llvm::function_ref<unsigned(const Field &)> GroupOf);

} // namespace cachelint::model

#endif
