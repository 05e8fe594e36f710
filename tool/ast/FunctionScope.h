//===-- FunctionScope.h - the function body that is being read -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_FUNCTIONSCOPE_H
#define CACHELINT_AST_FUNCTIONSCOPE_H

#include "tool/ast/BodyScan.h"
#include "tool/model/Access.h"

#include "llvm/ADT/SetVector.h"

namespace cachelint::ast {

/// One function body, lambda body or parallel region, and where in it the reading is.
struct FunctionScope {
  const clang::FunctionDecl *Function = nullptr; ///< null: an initialiser outside of functions
  model::Str Key;                                ///< of the function, or of the parallel region
  const BodyScan *Scan = nullptr;
  FunctionScope *Parent = nullptr; ///< of a lambda: the function it is written in
  /// What a lambda holds copies of.
  llvm::SmallPtrSet<const clang::ValueDecl *, 4> Copied;

  const Loop *InLoop = nullptr;
  unsigned ColdDepth = 0; ///< branches around the place that run seldom
  bool Cold = false;      ///< the function is, or no thread runs yet or any more
  /// The value that is read is handed to a thread, or stored where a thread will find it.
  bool Handing = false;
  /// Variables that some fact names as a Local slot: what is assigned to them must be said too.
  llvm::SmallSetVector<const clang::VarDecl *, 8> NamedLocals;

  /// The scope that declares \p V, from this one outwards; null when none does.
  FunctionScope *scopeOf(const clang::VarDecl *V) {
    for (FunctionScope *S = this; S; S = S->Parent)
      if (S->Scan && S->Scan->local(V))
        return S;
    return nullptr;
  }
  /// The loop around the place that counts with \p V; null when there is none.
  const Loop *counterLoop(const clang::VarDecl *V) const {
    const LocalUse *Use = Scan ? Scan->local(V) : nullptr;
    for (const Loop *L = Use ? InLoop : nullptr; L; L = L->Parent)
      if (llvm::is_contained(Use->SteppedIn, L))
        return L;
    return nullptr;
  }
};

} // namespace cachelint::ast

#endif
