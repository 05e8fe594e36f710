//===-- MacroNames.h - names that were to be macros -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_MACRONAMES_H
#define CACHELINT_AST_MACRONAMES_H

#include "tool/ast/ExtractContext.h"

#include <optional>
#include <string>
#include <vector>

namespace cachelint::ast {

/// What a macro's body comes to, through the macros that it uses.
enum class Aligns { No, ByAttribute, ByKeyword };
Aligns whatMacroDoes(ExtractContext &Context, const clang::MacroInfo *M);

/// Tells names of declarations that were meant as an alignment macro, which is not defined or
/// misspelt.
class MacroNames {
public:
  explicit MacroNames(ExtractContext &Context) : Context(Context) {}

  /// A word of the vocabulary; a name made as such macros are, __foo_cache_aligned or
  /// FOO_CACHELINE_ALIGN; or nearly the name of an alignment macro that the unit or the vocabulary
  /// has.
  bool looksLikeAlignMacro(llvm::StringRef Name);

private:
  bool isMisspelt(llvm::StringRef Name);

  ExtractContext &Context;
  std::optional<std::vector<std::string>> Known; ///< read when first asked for
};

/// Does the declaration define, in front of its name, the record whose type it has? So that
/// "} NAME;" is what the author wrote.
bool definesRecordInPlace(const clang::DeclaratorDecl *D);

} // namespace cachelint::ast

#endif
