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
/// left out. Where an unnamed member differs in size, the parting is in it, if the records of its
/// input are given (sorted by key).
std::optional<Parting> partingOf(const Record &A, const Record &B,
                                 const std::vector<Record> *RecordsOfA = nullptr,
                                 const std::vector<Record> *RecordsOfB = nullptr);

/// Both were read from one definition: the same place in the same file, also where the tree was
/// moved, or two branches of an #if in one header. Two structs that only share a name are in
/// different places.
bool sameDefinition(const Record &A, const Record &B);

/// In a header, which units share. A source file that another one includes, or that is compiled
/// twice, is a template: in C what it defines is each unit's own.
bool isInHeader(const Record &R);

/// The language wants one definition in a program, whichever file has it: C++, and no part of the
/// name is one that each unit may give to a class of its own. False as well for what may be C.
bool hasOneDefinition(const Record &R);

} // namespace cachelint::model

#endif
