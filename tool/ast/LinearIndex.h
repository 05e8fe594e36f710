//===-- LinearIndex.h - an index as a sum of scaled terms -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// `tid * 8 + k` on an array of 8-byte counters is a table of 64-byte rows: the thread's stride is
// 64, not 8. `stats[tid << 4]` is an array that is padded by its index.
#ifndef CACHELINT_AST_LINEARINDEX_H
#define CACHELINT_AST_LINEARINDEX_H

#include "tool/ast/FunctionScope.h"

namespace cachelint::ast {

struct LinearTerm {
  uint64_t Scale = 1; ///< without its sign
  const clang::Expr *E = nullptr;
};

struct LinearIndex {
  llvm::SmallVector<LinearTerm, 2> Terms; ///< largest scale first, as written among equals
  int64_t Constant = 0;
};

/// A local that holds a product is looked through. \p Words tells what is a thread id as a whole,
/// whatever it is computed from.
LinearIndex linearIndex(const clang::Expr *Index, bool Negative, FunctionScope &S,
                        FunctionWords &Words, const clang::ASTContext &Ast);

} // namespace cachelint::ast

#endif
