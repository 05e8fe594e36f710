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

  llvm::SmallVector<model::Slot, 2> Held; ///< locks, in the order they were taken
  const clang::Expr *Unused = nullptr;    ///< a statement of its own: nobody takes its value
  const Loop *InLoop = nullptr;
  unsigned ColdDepth = 0; ///< branches around the place that run seldom
  bool Cold = false;      ///< the function is, or no thread runs yet or any more
  /// The value that is read is handed to a thread, or stored where a thread will find it.
  bool Handing = false;
  /// The reading started in a lambda inside of this function: its loops do not run around the
  /// place, they made the lambda.
  bool SeenFromLambda = false;
  bool InRegion = false; ///< this is a parallel region, no whole function
  bool Launched = false; ///< a thread was started before the place
  unsigned Joined = 0;   ///< waits for threads before the place
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

/// While something outside of a lambda is read for it.
class LambdaView {
public:
  LambdaView(FunctionScope &Outer, const FunctionScope &From)
      : Outer(Outer), Before(Outer.SeenFromLambda) {
    Outer.SeenFromLambda |= &Outer != &From;
  }
  ~LambdaView() { Outer.SeenFromLambda = Before; }
  LambdaView(const LambdaView &) = delete;
  LambdaView &operator=(const LambdaView &) = delete;

private:
  FunctionScope &Outer;
  bool Before;
};

model::Frequency frequencyOf(const FunctionScope &S);

/// Held, as facts list it: sorted, each once.
llvm::SmallVector<model::Slot, 0> locksOf(const FunctionScope &S);

} // namespace cachelint::ast

#endif
