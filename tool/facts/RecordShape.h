//===-- RecordShape.h - when two records have the same layout ----*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// The shape of a record is its target's architecture, its size, and name, offset and bit width of
// its fields and bases. Left out is what not every front end can tell: unnamed bit-fields and
// vtable pointers (DWARF has none of the former and names the latter as the compiler likes),
// virtual bases (their offset is in no DWARF), spellings and alignment.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_RECORDSHAPE_H
#define CACHELINT_FACTS_RECORDSHAPE_H

#include "tool/model/Record.h"

namespace cachelint::facts {

bool sameShape(const model::Record &A, const model::Record &B);

/// True when \p Partial, some of whose offsets or whose size are not known, may be \p Whole.
bool fitsShape(const model::Record &Partial, const model::Record &Whole);

/// Order by key, architecture, shape, then all the rest.
bool compareByShape(const model::Record &A, const model::Record &B);

} // namespace cachelint::facts

#endif
