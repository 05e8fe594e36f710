//===-- ContentHash.h - equal records without building them -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_CONTENTHASH_H
#define CACHELINT_DWARF_CONTENTHASH_H

#include "tool/dwarf/Naming.h"

namespace cachelint::dwarf {

/// A number for all that RecordReader would put into a record, apart from positions. A large
/// program defines its records again in each unit: with this, each is built once.
class ContentHash {
public:
  ContentHash(UnitStore &Units, Naming &Names) : Units(Units), Names(Names) {}

  uint64_t recordHash(NodeRef Record);

private:
  /// Of a type as an object is made of it.
  uint64_t typeHash(NodeRef Type, unsigned Depth);
  /// Of a type as it is spelled, which is all that matters behind a pointer.
  uint64_t spellHash(NodeRef Type, unsigned Depth);
  uint64_t computeType(NodeRef Type, unsigned Depth);
  uint64_t computeSpelling(NodeRef Type, unsigned Depth);
  uint64_t memberHash(NodeRef Record);

  UnitStore &Units;
  Naming &Names;
};

} // namespace cachelint::dwarf

#endif
