//===-- Source.h - positions in source and where facts come from -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_SOURCE_H
#define CACHELINT_MODEL_SOURCE_H

#include "llvm/ADT/StringRef.h"

#include <compare>
#include <cstdint>

namespace cachelint::model {

/// A string that lives in the Program's StringPool (or is a literal, in tests).
using Str = llvm::StringRef;

/// A place in a source file. Line and column count from 1; 0 means not known.
struct SourcePos {
  Str File; ///< as the compiler was given it, made absolute; empty when not known
  unsigned Line = 0;
  unsigned Column = 0;

  bool valid() const { return !File.empty() && Line != 0; }
  bool operator==(const SourcePos &) const = default;
  bool operator<(const SourcePos &B) const {
    if (int C = File.compare(B.File))
      return C < 0;
    return std::pair(Line, Column) < std::pair(B.Line, B.Column);
  }
};

enum class FrontEnd : uint8_t { Ast, Dwarf, Btf };

/// What an input can say at all. A rule lists what it needs; where one is missing the rule is
/// reported as not run. A bit that is not set means "cannot tell", never "no".
enum class Capability : uint16_t {
  None = 0,
  Alignment = 1 << 0,        ///< declared alignment of records, fields and variables
  SourceRanges = 1 << 1,     ///< where declarations stand, exactly enough to edit them
  AtomicTypes = 1 << 2,      ///< which types are atomic, volatile or locks
  AccessSites = 1 << 3,      ///< who reads and writes what
  BitFields = 1 << 4,        ///< exact bit positions
  DeclarationOrder = 1 << 5, ///< fields are listed as declared
  Packing = 1 << 6,          ///< a packed attribute as such, not only its effect
  VirtualBases = 1 << 7,     ///< offsets of virtual bases
  Addresses = 1 << 8,        ///< variables have link-time addresses
};
constexpr Capability operator|(Capability A, Capability B) {
  return static_cast<Capability>(static_cast<uint16_t>(A) | static_cast<uint16_t>(B));
}
constexpr Capability operator&(Capability A, Capability B) {
  return static_cast<Capability>(static_cast<uint16_t>(A) & static_cast<uint16_t>(B));
}
/// True when \p Have holds every capability of \p Needed.
constexpr bool covers(Capability Have, Capability Needed) { return (Have & Needed) == Needed; }

/// Where a record or a variable was read.
struct Origin {
  FrontEnd From = FrontEnd::Ast;
  Capability Can = Capability::None;
  Str Input;  ///< main source file of the unit, or the ELF file
  Str Target; ///< LLVM triple, e.g. "x86_64-pc-linux-gnu"; empty when not known
};

} // namespace cachelint::model

#endif
