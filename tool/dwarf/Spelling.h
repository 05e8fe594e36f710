//===-- Spelling.h - types as text -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_SPELLING_H
#define CACHELINT_DWARF_SPELLING_H

#include "tool/dwarf/Naming.h"

namespace cachelint::dwarf {

/// Writes types as tool/model/Names.h lays down: "struct foo *", "int (*)(void *, int)", "int[4]".
class Spelling {
public:
  Spelling(UnitStore &Units, Naming &Names) : Units(Units), Names(Names) {}

  /// \p Type may be empty, which is void.
  std::string spell(NodeRef Type, Language Lang);

private:
  std::string spell(NodeRef Type, std::string Declarator, unsigned Depth);
  std::string pointer(NodeRef Type, std::string Sign, const std::string &Qualifiers,
                      const std::string &Declarator, unsigned Depth);
  std::string array(NodeRef Type, const std::string &Qualifiers, std::string Declarator,
                    unsigned Depth);
  std::string parameters(NodeRef Function, bool IsMember, unsigned Depth);
  std::string named(NodeRef Type);
  std::string atomic(NodeRef Type, unsigned Depth);

  UnitStore &Units;
  Naming &Names;
  Language Lang = Language::C;
  unsigned Budget = 0; ///< entries that one text may still visit: function types can branch
};

/// Number of elements of each dimension of an array, outermost first; empty where it is not
/// constant.
llvm::SmallVector<std::optional<uint64_t>, 2> boundsOf(NodeRef Array);

} // namespace cachelint::dwarf

#endif
