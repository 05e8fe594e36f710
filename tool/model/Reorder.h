//===-- Reorder.h - an order of fields that wastes less -----------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_REORDER_H
#define CACHELINT_MODEL_REORDER_H

#include "tool/model/Record.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <vector>

namespace cachelint::model {

/// One field, or a run of bit-fields, that goes elsewhere.
struct FieldMove {
  const Field *F = nullptr;     ///< the first of a run
  Bits Size;                    ///< whole bytes
  const Field *After = nullptr; ///< what it comes behind; null: the start of the record
};

struct BetterOrder {
  std::vector<const Field *> Order; ///< all fields of the record
  Bits Size;                        ///< of the record in this order
  std::vector<FieldMove> Moves;     ///< what is different, by new place
};

/// A smaller order of the fields of \p R, with as few moves as it takes, or nothing where there is
/// none or where the rules of the layout are not understood: the current offsets must come out
/// exactly when they are computed from sizes and alignments.
///
/// Bases and the vtable pointer stay in front, a flexible array stays last, runs of bit-fields stay
/// together. A field that is aligned to \p LineSize or more stays where it is in the order, and
/// holes behind it stay holes: they are what keeps it apart. \p MayMove says which other fields can
/// go.
std::optional<BetterOrder> betterOrder(const Record &R, Bits LineSize,
                                       llvm::function_ref<bool(const Field &)> MayMove);

/// Alignment of a field in its record, as far as the input tells.
Bits alignOf(const Field &F);

} // namespace cachelint::model

#endif
