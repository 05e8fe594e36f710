//===-- LineFiles.h - names of source files -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_LINEFILES_H
#define CACHELINT_DWARF_LINEFILES_H

#include "tool/dwarf/Unit.h"
#include "tool/support/StringPool.h"

namespace cachelint::dwarf {

/// The file names of a unit's line table (DWARF 5, 6.2.4). The table's header alone is read, and
/// only when the unit has something new to say: most units of a large program do not.
class LineFiles {
public:
  explicit LineFiles(StringPool &Pool) : Pool(Pool) {}

  /// DW_AT_decl_file, _line and _column of an entry.
  model::SourcePos posOf(const Unit &U, const Node &N);
  /// Absolute as far as the unit knows its directory. Empty when there is no such file.
  model::Str file(const Unit &U, uint64_t Index);
  /// The unit's main source file.
  model::Str unitFile(const Unit &U);

private:
  struct Entry {
    const char *Name = nullptr;
    uint64_t Directory = 0;
  };
  void read(const Unit &U);
  bool readEntries(ByteCursor &In, const FormContext &C, std::vector<Entry> &Out);
  bool readVersion5(ByteCursor &In, const Unit &U, const UnitHeader &Widths);
  bool readOlder(ByteCursor &In, const UnitHeader &Widths);

  StringPool &Pool;
  const DebugSections *Of = nullptr; ///< what the tables below belong to
  std::optional<uint64_t> At;
  const char *CompDir = nullptr;
  std::vector<const char *> Directories;
  std::vector<Entry> Files;
  std::vector<model::Str> Names; ///< by index; empty: not built yet
};

} // namespace cachelint::dwarf

#endif
