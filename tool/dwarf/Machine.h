//===-- Machine.h - what a processor and its ABI prescribe -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_MACHINE_H
#define CACHELINT_DWARF_MACHINE_H

#include "tool/model/Bits.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace cachelint::dwarf {

/// What the machine field of an ELF header stands for.
struct Machine {
  llvm::StringRef Triple; ///< LLVM's; empty for a machine that is not known
  unsigned PointerBytes = 8;
  /// No scalar in a record is aligned more than this, in bytes; 0: not known.
  unsigned MaxAlign = 0;
  unsigned MaxIntAlign = 0; ///< of integers and doubles, where it is less (i386: 4)
  bool LittleEndian = true;
};

/// \p Class64 and \p LittleEndian from the identification bytes of the header.
Machine machineOf(uint16_t ElfMachine, bool Class64, bool LittleEndian);

/// Alignment of a scalar of this size as a member of a record. \p Part is what alignment counts
/// for: half of a complex number, else the size. Empty where it is not known.
std::optional<model::Bits> naturalAlign(const Machine &M, uint64_t Part, bool IsFloat);

} // namespace cachelint::dwarf

#endif
