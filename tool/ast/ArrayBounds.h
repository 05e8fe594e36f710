//===-- ArrayBounds.h - how array bounds are written -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_ARRAYBOUNDS_H
#define CACHELINT_AST_ARRAYBOUNDS_H

#include "tool/ast/ExtractContext.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace cachelint::ast {

/// Texts of the bounds of declared arrays and std::arrays: "MAX_WORKERS", "RTE_MAX_LCORE + 1".
/// Bounds that are plain numbers have no text.
class ArrayBounds {
public:
  explicit ArrayBounds(ExtractContext &Context) : Context(Context) {}

  /// \p Dimension counts from the outermost, which is 0.
  model::Str text(const clang::DeclaratorDecl *D, unsigned Dimension);

private:
  using Texts = llvm::SmallVector<model::Str, 1>;
  Texts read(const clang::DeclaratorDecl *D);
  model::Str textOf(clang::SourceRange Range, clang::SourceLocation Bracket);

  ExtractContext &Context;
  llvm::DenseMap<const clang::DeclaratorDecl *, Texts> Known;
};

} // namespace cachelint::ast

#endif
