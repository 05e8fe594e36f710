//===-- Spelling.h - types as text --------------------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_BTF_SPELLING_H
#define CACHELINT_BTF_SPELLING_H

#include "tool/btf/Names.h"

#include <string>

namespace cachelint::btf {

/// Writes types of C as tool/model/Names.h lays down: "struct foo *", "int (*)(void *, int)",
/// "int[4]".
class Spelling {
public:
  Spelling(const TypeTable &Types, Names &Texts) : Types(Types), Texts(Texts) {}

  /// \p Flexible: the type is an array without elements, of which the record's place tells that it
  /// has no bound: "int[]" instead of "int[0]".
  std::string spell(TypeId Id, bool Flexible = false);

private:
  struct Qualifiers {
    bool Const = false;
    bool Volatile = false;
    std::string prefix() const;
  };
  /// \p Declarator is what has been seen of pointers, arrays and parameter lists further out,
  /// \p Q the qualifiers of an array around it, which are its element's.
  std::string spell(TypeId Id, Qualifiers Q, std::string Declarator, unsigned Depth);
  std::string pointer(const Type &Pointer, Qualifiers Q, const std::string &Declarator,
                      unsigned Depth);
  std::string array(const Type &Array, Qualifiers Q, std::string Declarator, unsigned Depth);
  std::string parameters(const Type &Function, unsigned Depth);
  std::string named(const Type &T);

  const TypeTable &Types;
  Names &Texts;
  bool Flexible = false;
  unsigned StepsLeft = 0; ///< types that one text may still visit: parameters can branch
};

} // namespace cachelint::btf

#endif
