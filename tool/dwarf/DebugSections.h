//===-- DebugSections.h - the DWARF sections of one file -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_DEBUGSECTIONS_H
#define CACHELINT_DWARF_DEBUGSECTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace cachelint::dwarf {

/// Decompressed, and relocated in object files. The bytes belong to the ElfFile.
struct DebugSection {
  llvm::StringRef Name;
  llvm::ArrayRef<uint8_t> Bytes;
};

struct DebugSections {
  DebugSection Info{".debug_info", {}};
  DebugSection Types{".debug_types", {}};
  DebugSection Abbrev{".debug_abbrev", {}};
  DebugSection Str{".debug_str", {}};
  DebugSection LineStr{".debug_line_str", {}};
  DebugSection StrOffsets{".debug_str_offsets", {}};
  DebugSection Addr{".debug_addr", {}};
  DebugSection Line{".debug_line", {}};
  DebugSection UnitIndex{".debug_cu_index", {}}; ///< packages of split units only
  DebugSection TypeIndex{".debug_tu_index", {}};
  /// The file with what dwz found common to several programs; null where there is none.
  const DebugSections *Supplement = nullptr;
  bool LittleEndian = true;
  /// Of several files that are read as one: a text that is in two of them is at two addresses.
  bool OneOfMany = false;
};

} // namespace cachelint::dwarf

#endif
