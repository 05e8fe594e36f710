//===-- Naming.h - keys of records, qualified names -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_NAMING_H
#define CACHELINT_DWARF_NAMING_H

#include "tool/dwarf/UnitStore.h"
#include "tool/model/Record.h"
#include "tool/support/StringPool.h"

#include <string>

namespace cachelint::dwarf {

/// Names of entries by the rules of tool/model/Names.h.
class Naming {
public:
  Naming(UnitStore &Units, StringPool &Pool) : Units(Units), Pool(Pool) {}

  model::Str recordKey(NodeRef Record);
  /// Scope and own name of a typedef, enumeration, variable or namespace.
  std::string qualified(NodeRef N);
  /// Qualified, without parameters and without the arguments of a function template.
  std::string functionName(NodeRef Function);
  /// The entry whose scope and name count for this one (a definition may be outside its class).
  NodeRef scope(NodeRef N);
  bool isFunctionLocal(NodeRef N);

  /// A number for what the above say, equal when the names are; cheaper than the text by far.
  uint64_t nameHash(NodeRef N);

private:
  std::string buildRecordKey(NodeRef Record, unsigned Depth);
  std::string recordKeyText(NodeRef Record, unsigned Depth);
  std::string scopePrefix(NodeRef N, unsigned Depth);
  std::string functionText(NodeRef Function, unsigned Depth);
  uint64_t hashOf(NodeRef N, unsigned Depth);
  uint64_t hashUnnamed(NodeRef Record, unsigned Depth);

  UnitStore &Units;
  StringPool &Pool;
};

model::RecordKind recordKindOf(const Node &N);

/// Mixes two numbers; the order matters.
inline uint64_t mix(uint64_t A, uint64_t B) {
  unsigned __int128 Product =
      static_cast<unsigned __int128>(A ^ 0x9e3779b97f4a7c15ull) * (B ^ 0xd6e8feb86659fd93ull);
  uint64_t Folded = static_cast<uint64_t>(Product) ^ static_cast<uint64_t>(Product >> 64);
  // A factor of zero would forget the other one.
  return Folded + A * 3 + (B << 1 | B >> 63);
}
/// A text by its address when it is in a string section (linkers keep one copy), else by content.
uint64_t textHash(const Node &N);

} // namespace cachelint::dwarf

#endif
