//===-- LayoutDrift.h - where two layouts of one record part ------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_LAYOUTDRIFT_H
#define CACHELINT_MODEL_LAYOUTDRIFT_H

#include "tool/model/Record.h"

#include <optional>

namespace cachelint::model {

/// The first place, in the order of declaration, where two layouts part.
struct Parting {
  enum class By : uint8_t {
    FieldSize,   ///< InA and InB are one field, of two sizes
    FieldOffset, ///< ... at two offsets though all before it is equal: packing or alignment
    OnlyInA,     ///< InA is not in the other; InB is null
    OnlyInB,
    Order,      ///< InA and InB are two fields; both records have both
    RecordSize, ///< all fields are equal: alignment
    Target,     ///< the records are for two architectures
  };
  By What = By::RecordSize;
  const Field *InA = nullptr;
  const Field *InB = nullptr;
};

/// Empty when nothing that both say contradicts the other: an unknown offset or size is no
/// difference. What only some inputs list (vtable pointers, virtual bases, unnamed bit-fields) is
/// left out.
std::optional<Parting> partingOf(const Record &A, const Record &B);

/// Both were read from one definition: the same place in the same file, also where the tree was
/// moved. Two structs that only share a name are in different places.
bool sameDefinition(const Record &A, const Record &B);

} // namespace cachelint::model

#endif
