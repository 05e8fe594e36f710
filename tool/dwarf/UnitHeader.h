//===-- UnitHeader.h - where the units of a file begin and end -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_UNITHEADER_H
#define CACHELINT_DWARF_UNITHEADER_H

#include "tool/dwarf/DebugSections.h"
#include "tool/support/Problems.h"

#include <vector>

namespace cachelint::dwarf {

/// The header of a unit (DWARF 5, 7.5.1). Offsets are from the start of its section.
struct UnitHeader {
  uint64_t Offset = 0;
  uint64_t DieOffset = 0; ///< of the first entry
  uint64_t End = 0;
  uint64_t AbbrevOffset = 0;
  uint64_t Signature = 0;  ///< type units
  uint64_t TypeOffset = 0; ///< type units: of the type's entry, from Offset
  uint16_t Version = 0;
  uint8_t AddressSize = 0;
  uint8_t OffsetSize = 4; ///< 8 in 64-bit DWARF
  bool InTypes = false;   ///< in .debug_types (DWARF 4)
  bool IsType = false;
  bool IsSkeleton = false; ///< as DWARF 5 marks it: the entries are in another file
  bool InSupplement = false;
  uint64_t DwoId = 0; ///< DWARF 5: joins a skeleton and its split unit
  /// In a package: where the unit's parts of .debug_str_offsets and .debug_line begin. Those of
  /// .debug_abbrev are in AbbrevOffset.
  uint64_t StrOffsetsStart = 0;
  uint64_t LineStart = 0;
};

/// All units of .debug_info and .debug_types, in file order. A header that makes no sense ends the
/// list of its section, since nothing tells where the next one begins: that is a problem in the
/// sink.
std::vector<UnitHeader> listUnits(const DebugSections &Sections, llvm::StringRef Input,
                                  ProblemSink &Problems);

} // namespace cachelint::dwarf

#endif
