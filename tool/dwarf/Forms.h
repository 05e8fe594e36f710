//===-- Forms.h - values of attributes -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_FORMS_H
#define CACHELINT_DWARF_FORMS_H

#include "tool/dwarf/ByteCursor.h"
#include "tool/dwarf/DebugSections.h"
#include "tool/dwarf/UnitHeader.h"

#include <optional>

namespace cachelint::dwarf {

/// What a unit's forms mean: widths, and the bases of its index tables.
struct FormContext {
  const DebugSections *Sections = nullptr;
  const UnitHeader *Header = nullptr;
  uint64_t StrOffsetsBase = 0;
  uint64_t AddrBase = 0;
  const DebugSections *Addresses = nullptr; ///< with .debug_addr: of a split unit, the program's
};

/// The value of one attribute (DWARF 5, 7.5.5), by class.
struct FormValue {
  enum class Class : uint8_t {
    None,     ///< a form that says nothing here (an index that leads nowhere, another file)
    Unsigned, ///< constant; also a section offset
    Signed,   ///< constant
    Flag,
    String,    ///< Text
    Local,     ///< reference: U bytes from the start of the unit
    Section,   ///< reference: U bytes from the start of .debug_info
    Signature, ///< reference to the type unit with signature U
    OtherFile, ///< reference: U bytes from the start of the supplement's .debug_info
    Address,
    Block, ///< Bytes: a block or an expression
  };
  Class Is = Class::None;
  uint64_t U = 0; ///< signed constants as two's complement
  const char *Text = nullptr;
  llvm::ArrayRef<uint8_t> Bytes;
  bool Inline = false; ///< a string that stands in the entry itself

  bool isConstant() const { return Is == Class::Unsigned || Is == Class::Signed; }
};

/// Bytes that a value of \p Form takes; empty for forms that only the value itself tells of, and
/// for those that are not known.
std::optional<unsigned> fixedWidth(unsigned Form, const UnitHeader &H);

/// Reads a value and moves on behind it. False when the form is not known: what follows cannot be
/// read then. A cut value makes \p In fail.
bool readForm(ByteCursor &In, unsigned Form, int64_t ImplicitConst, const FormContext &C,
              FormValue &Value);

/// Moves behind a value; false as in readForm.
bool skipForm(ByteCursor &In, unsigned Form, const UnitHeader &H);

/// The text at \p Offset of a string section; null when it is not inside or has no end.
const char *textAt(const DebugSection &Section, uint64_t Offset);

/// Entry \p Index of the unit's part of .debug_addr.
std::optional<uint64_t> indexedAddress(const FormContext &C, uint64_t Index);

} // namespace cachelint::dwarf

#endif
