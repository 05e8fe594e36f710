//===-- LayoutInference.h - what follows from all records together -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_LAYOUTINFERENCE_H
#define CACHELINT_DWARF_LAYOUTINFERENCE_H

#include "tool/model/Record.h"

#include <vector>

namespace cachelint::dwarf {

/// Completes records that were read unit by unit. \p Records must be sorted by key.
///
/// - Sizes of bases and members that their unit only declares come from the unit that defines them
///   (clang leaves classes out whose constructor is elsewhere, gcc those whose key function is), if
///   all definitions have one size.
/// - Alignments: what the input states, or what the members ask for. Where offsets or size
///   contradict that, the record is packed (RecordFlag::PackedInferred), and its alignment known
///   only if nothing but 1 is possible. Packing that moves nothing leaves no trace: such a record
///   is taken for a natural one, which is why the input lacks Capability::Packing.
/// - Extents, as tool/model/Record.h lays them down.
void inferLayouts(std::vector<model::Record> &Records);

/// Size and alignment of variables whose type is a record.
void completeVariables(std::vector<model::Variable> &Variables,
                       const std::vector<model::Record> &Records);

/// Unites records of one key whose layouts are equal. \p Records must be sorted by key, those of
/// one key in the order in which they should win; stays so.
void uniteRecords(std::vector<model::Record> &Records);

} // namespace cachelint::dwarf

#endif
