//===-- UnnamedRecords.h - who names the records without a name -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_UNNAMEDRECORDS_H
#define CACHELINT_DWARF_UNNAMEDRECORDS_H

#include "tool/dwarf/Unit.h"

namespace cachelint::dwarf {

bool isRecordTag(unsigned Tag);
/// A record without a name, or with one that the compiler made up ("<lambda(int)>").
bool isUnnamed(const Node &N);

/// Fills Unit::Namers by the rules of tool/model/Names.h. In C a compiler may put an unnamed record
/// before the record that has it as a member, so this needs the whole unit.
void nameUnnamedRecords(Unit &U);

/// The variable of a function whose declaration declares the unnamed record at \p Record; null when
/// there is none. Searched for in the bytes, since variables on the stack are not kept.
const char *localDeclarator(const Unit &U, uint32_t Function, uint32_t Record);

} // namespace cachelint::dwarf

#endif
