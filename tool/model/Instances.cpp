//===-- Instances.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Instances.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace cachelint::model {

/// Elements of an array; 1 of what is none, 0 where a bound is not known.
static uint64_t elementsOf(const TypeUse &T) {
  uint64_t Number = 1;
  for (const std::optional<uint64_t> &Extent : T.Extents)
    Number = llvm::SaturatingMultiply(Number, Extent.value_or(0));
  return Number;
}

static bool isHeld(const TypeUse &T) { return !T.Record.empty() && !T.is(TypeTrait::Pointer); }

Instances::Instances(const Program &P) : P(P) {
  // Variables of one type go together: a program has many more of them than types.
  llvm::MapVector<Str, uint64_t> Direct;
  for (const Variable &V : P.Variables)
    // A table of constants has as many elements as somebody typed, and no time is spent on them.
    if (isHeld(V.Type) && V.Storage != StorageKind::Automatic && !V.Type.is(TypeTrait::Const) &&
        V.Initial != InitialValue::Constant)
      Direct[V.Type.Record] = llvm::SaturatingAdd(Direct[V.Type.Record], elementsOf(V.Type));
  for (const auto &[Key, Number] : Direct)
    add(Key, Number, 0);
}

void Instances::add(Str RecordKey, uint64_t Number, unsigned Depth) {
  constexpr unsigned MaxDepth = 32; // a damaged file can hold a record that contains itself
  if (Number == 0 || Depth > MaxDepth)
    return;
  uint64_t &Count = Counts[RecordKey];
  Count = llvm::SaturatingAdd(Count, Number);
  const Record *R = P.findRecord(RecordKey);
  if (!R)
    return;
  for (const Field &F : R->Fields)
    if (isHeld(F.Type))
      add(F.Type.Record, llvm::SaturatingMultiply(Number, elementsOf(F.Type)), Depth + 1);
}

} // namespace cachelint::model
