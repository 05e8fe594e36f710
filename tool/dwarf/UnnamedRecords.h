//===-- UnnamedRecords.h - who names the records without a name -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_UNNAMEDRECORDS_H
#define CACHELINT_DWARF_UNNAMEDRECORDS_H

#include "tool/dwarf/UnitStore.h"

namespace cachelint::dwarf {

bool isRecordTag(unsigned Tag);
/// A record without a name, or with one that the compiler made up ("<lambda(int)>").
bool isUnnamed(const Node &N);

/// What names an unnamed record, by the rules of tool/model/Names.h.
struct NamedBy {
  Namer::By How = Namer::By::Declarator;
  NodeRef Who;
  uint32_t Ordinal = 1;
};
std::optional<NamedBy> namerOf(UnitStore &Units, NodeRef Record);

/// Fills UnitIndex::TypeUnitNamers. Needed once for a file that has type units, whose unnamed
/// records are named by entries of other units.
void nameTypeUnits(UnitIndex &Index);

/// The variable of a function whose declaration declares the unnamed record; null when there is
/// none. Searched for in the bytes, since variables on the stack are not kept.
const char *localDeclarator(UnitStore &Units, NodeRef Function, NodeRef Record);

} // namespace cachelint::dwarf

#endif
