//===-- Alignments.h - alignments of records -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_ALIGNMENTS_H
#define CACHELINT_DWARF_ALIGNMENTS_H

#include "tool/model/Record.h"

#include <vector>

namespace cachelint::dwarf {

/// Record::Align, DeclaredAlign and PackedInferred, and the alignments of fields whose type is a
/// record; see inferLayouts. \p Records must be sorted by key, and Record::Align hold what the
/// input states.
void inferAlignments(std::vector<model::Record> &Records);

} // namespace cachelint::dwarf

#endif
