//===-- OpenEnded.cpp - loops without a bound ------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/BodyScan.h"
#include "tool/ast/ExprShape.h"

using namespace clang;

namespace cachelint::ast {

/// A scalar that others change: a global, a member, what a pointer points to. Pointers are none:
/// `while (p->next)` walks a list.
static bool isOutsideState(const Expr *Place) {
  Place = peelCasts(Place);
  if (!Place || Place->getType()->isPointerType())
    return false;
  if (const VarDecl *V = namedVariable(Place))
    return V->hasGlobalStorage() || V->getType().isVolatileQualified() ||
           V->getType()->isReferenceType() || V->getType()->isAtomicType();
  if (const auto *U = dyn_cast<UnaryOperator>(Place)) {
    // `while (*s)` walks a string; a flag behind a pointer is volatile or atomic.
    return U->getOpcode() == UO_Deref &&
           (U->getType().isVolatileQualified() || U->getType()->isAtomicType());
  }
  return isa<MemberExpr, ArraySubscriptExpr>(Place);
}

/// Calls that ask for a state: without arguments, or an atomic load.
static bool asksForState(const CallExpr *Call, FunctionWords &Words) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return false;
  if (Words.of(Callee).AtomicRead)
    return true;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee)) {
    bool Load = Method->getIdentifier() ? Method->getName() == "load" || Method->getName() == "test"
                                        : isa<CXXConversionDecl>(Method);
    return Load || (Method->isConst() && Call->getNumArgs() == 0 && !Words.of(Callee).Library);
  }
  return Call->getNumArgs() == 0;
}

static bool isState(const Expr *E, FunctionWords &Words, unsigned Depth) {
  E = peelCasts(E);
  if (!E || Depth > MaxExprDepth)
    return false;
  if (const Expr *Place = loadedPlace(E))
    return isOutsideState(Place);
  if (const auto *A = dyn_cast<AtomicExpr>(E))
    return A->getOp() == AtomicExpr::AO__c11_atomic_load ||
           A->getOp() == AtomicExpr::AO__atomic_load_n;
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && Words.of(Callee).PassesFirst && Call->getNumArgs() != 0)
      return isOpenEnded(Call->getArg(0), Words); // likely()
    return asksForState(Call, Words);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->getOpcode() == BO_Assign && isState(B->getRHS(), Words, Depth + 1);
  return false;
}

bool isOpenEnded(const Expr *Condition, FunctionWords &Words) {
  const Expr *E = peelCasts(Condition);
  if (!E)
    return true;
  if (const auto *I = dyn_cast<IntegerLiteral>(E))
    return !I->getValue().isZero();
  if (const auto *T = dyn_cast<CXXBoolLiteralExpr>(E))
    return T->getValue();
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_LNot)
    return isOpenEnded(U->getSubExpr(), Words);
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->getOpcode() == BO_LAnd)
      return isOpenEnded(B->getLHS(), Words) && isOpenEnded(B->getRHS(), Words);
    if (B->getOpcode() == BO_LOr)
      return isOpenEnded(B->getLHS(), Words) || isOpenEnded(B->getRHS(), Words);
    if (B->isEqualityOp())
      return isState(B->getLHS(), Words, 0) || isState(B->getRHS(), Words, 0);
  }
  return isState(E, Words, 0);
}

} // namespace cachelint::ast
