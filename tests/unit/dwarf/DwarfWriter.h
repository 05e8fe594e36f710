//===-- DwarfWriter.h - DWARF by hand -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_TESTS_UNIT_DWARF_DWARFWRITER_H
#define CACHELINT_TESTS_UNIT_DWARF_DWARFWRITER_H

#include "tool/dwarf/FactsReader.h"

#include <deque>
#include <string>
#include <variant>
#include <vector>

namespace cachelint::test {

/// An attribute and its value: a number, a text (DW_FORM_string), or raw bytes.
struct Attribute {
  unsigned Name;
  unsigned Form;
  std::variant<uint64_t, std::string> Value = uint64_t(0);
};

/// An entry with its children, as a tree literal: what no compiler writes can be said with it.
struct Entry {
  unsigned Tag;
  std::vector<Attribute> Attributes;
  std::vector<Entry> Children;
  /// For DW_FORM_ref4: "@name" as a text value refers to the entry with this label.
  std::string Label;
};

/// One unit as bytes of .debug_info and .debug_abbrev.
class DwarfWriter {
public:
  explicit DwarfWriter(unsigned Version = 4, bool LittleEndian = true, unsigned AddressSize = 8)
      : Version(Version), LittleEndian(LittleEndian), AddressSize(AddressSize) {}

  /// A unit with these entries, in C unless told otherwise.
  void add(std::vector<Entry> Entries, uint64_t Language = 0x1d /* DW_LANG_C11 */);
  dwarf::DebugSections sections() const;
  std::string Info, Abbrev;

private:
  void number(std::string &Out, uint64_t Value, unsigned Width) const;
  void entry(const Entry &E);
  void value(const Attribute &A);

  unsigned Version;
  bool LittleEndian;
  unsigned AddressSize;
  size_t UnitStart = 0;
  unsigned Codes = 0;
  std::vector<std::pair<std::string, uint64_t>> Labels;
  std::vector<std::pair<size_t, std::string>> Fixups;
};

/// Reads what the writer wrote.
struct ReadSections {
  explicit ReadSections(const dwarf::DebugSections &Sections, unsigned Threads = 1);

  const model::Record &record(model::Str Key) const;
  StringPool Pool;
  ProblemSink Problems;
  model::UnitFacts Facts;
};

} // namespace cachelint::test

#endif
