//===-- BodyScanExprs.cpp - what expressions do to locals ------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/BodyScan.h"
#include "tool/ast/ExprShape.h"
#include "tool/ast/LaunchSite.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace cachelint::ast {

void BodyScan::addValue(const VarDecl *V, const Expr *Value) {
  if (V->hasGlobalStorage() || !Value || isNullPointer(Value))
    return;
  LocalUse &Use = Locals[V->getCanonicalDecl()];
  Use.Values.push_back(Value);
  Use.ValueLoops.push_back(Current);
}

void BodyScan::escape(const VarDecl *V) {
  if (!V->hasGlobalStorage())
    Locals[V->getCanonicalDecl()].Escapes = true;
}

void BodyScan::scanDecl(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    const Expr *Init = V ? V->getInit() : nullptr;
    if (!Init)
      continue;
    addValue(V, Init);
    if (V->getType()->isReferenceType() && Init->isGLValue())
      scanPlace(Init);
    else
      scan(Init);
  }
}

void BodyScan::scanStore(const Expr *Place, const Expr *Value) {
  const VarDecl *V = namedVariable(Place);
  if (!V)
    return;
  // `for (cpu = first(); cpu < N; cpu = next(cpu))` counts as well; a pointer walks a list.
  if (InLastPart && !V->getType()->isPointerType())
    Locals[V->getCanonicalDecl()].SteppedIn.push_back(InLastPart);
  else
    addValue(V, Value);
}

void BodyScan::scanStep(const Expr *Place) {
  if (!Current && !InLastPart)
    return;
  // Globals too: a thread-local or static counter may run over all threads.
  if (const VarDecl *V = namedVariable(Place))
    Locals[V->getCanonicalDecl()].SteppedIn.push_back(InLastPart ? InLastPart : Current);
}

/// Reads what is in a place without letting its address go.
void BodyScan::scanPlace(const Expr *Place) {
  const Expr *E = peelCasts(Place);
  if (!E)
    return;
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getSubExpr()->isGLValue() && C->getCastKind() != CK_LValueToRValue)
      return scanPlace(C->getSubExpr());
    return scan(E);
  }
  if (isa<DeclRefExpr>(E))
    return;
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return M->isArrow() ? scan(M->getBase()) : scanPlace(M->getBase());
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    const auto *Decay = dyn_cast<CastExpr>(peelCasts(A->getBase()));
    if (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
      scanPlace(Decay->getSubExpr());
    else
      scan(A->getBase());
    return scan(A->getIdx());
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    scan(C->getCond());
    scanPlace(C->getTrueExpr());
    return scanPlace(C->getFalseExpr());
  }
  scan(E);
}

void BodyScan::scanLambda(const LambdaExpr *L) {
  for (const LambdaCapture &C : L->captures())
    if (C.capturesVariable() && C.getCaptureKind() == LCK_ByRef)
      if (const auto *V = dyn_cast<VarDecl>(C.getCapturedVar()); V && !V->isInitCapture())
        escape(V);
  for (const Expr *Init : L->capture_inits()) {
    // A copied variable is named in its initialiser, which does not let its address go.
    if (Init && namedVariable(Init))
      continue;
    const auto *Copy = dyn_cast_or_null<CXXConstructExpr>(peel(Init));
    if (Copy && Copy->getNumArgs() == 1 && namedVariable(Copy->getArg(0)))
      continue;
    scan(Init);
  }
}

void BodyScan::noteLaunch() {
  Launches = true;
  for (Loop *L = Current; L; L = const_cast<Loop *>(L->Parent))
    L->Launches = true;
}

/// Functions that keep what they get a reference to.
static bool keepsReferences(const FunctionDecl *F) {
  return F->getIdentifier() && llvm::StringSwitch<bool>(F->getName())
                                   .Cases("ref", "cref", "addressof", "__addressof", true)
                                   .Cases("tie", "forward_as_tuple", "swap", "bind", true)
                                   .Default(false);
}

/// Forwarding references of a library take a scalar's value: emplace_back(f, i), make_pair(a, b).
void BodyScan::scanArguments(const FunctionDecl *Callee, llvm::ArrayRef<const Expr *> Args) {
  bool Forwards = Callee && Words.of(Callee).Library && !keepsReferences(Callee);
  for (const Expr *Arg : Args)
    if (Forwards && Arg->isGLValue() && Arg->getType()->isScalarType())
      scanPlace(Arg);
    else
      scan(Arg);
}

void BodyScan::scanCall(const CallExpr *Call) {
  if (launchSiteOf(Call, Words, Library).Api)
    noteLaunch();
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (Callee && Current && Words.of(Callee).Blocking)
    Current->Blocking = true;
  Joins += joinsThreads(Call, Words);

  MemberCall Member = memberCallOf(Call);
  if (!Member.Object) {
    scan(Call->getCallee());
    return scanArguments(Callee, {Call->getArgs(), Call->getNumArgs()});
  }
  switch (Member.Method->getOverloadedOperator()) {
  case OO_PlusPlus:
  case OO_MinusMinus:
  case OO_PlusEqual:
    scanStep(Member.Object); // an iterator
    break;
  default:
    break;
  }
  LibraryClass Of = Library.of(objectType(Member));
  LibraryMember Reaches = LibraryTypes::member(Member.Method, Of);
  // Indexing a container or using an atomic gives its address to nobody.
  bool Inside = (Reaches != LibraryMember::None && Reaches != LibraryMember::Begin) ||
                Of.Kind == LibraryType::Atomic || Member.Method->isConst();
  if (Inside && !Member.Arrow)
    scanPlace(Member.Object);
  else
    scan(Member.Object);
  scanArguments(Callee, Member.Args);
}

bool BodyScan::scanExpr(const Expr *E) {
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() == CK_LValueToRValue) {
      scanPlace(C->getSubExpr());
      return true;
    }
    // A reference to const binds to it: nothing is written through that.
    if (C->getCastKind() == CK_NoOp && C->isGLValue() && C->getType().isConstQualified()) {
      scanPlace(C->getSubExpr());
      return true;
    }
    return false;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      escape(V);
    return true;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp()) {
    scanPlace(B->getLHS());
    scan(B->getRHS());
    B->isCompoundAssignmentOp() ? scanStep(B->getLHS()) : scanStore(B->getLHS(), B->getRHS());
    return true;
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isIncrementDecrementOp()) {
    scanPlace(U->getSubExpr());
    scanStep(U->getSubExpr());
    return true;
  }
  if (const auto *L = dyn_cast<LambdaExpr>(E)) {
    scanLambda(L);
    return true;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    scanCall(Call);
    return true;
  }
  if (const auto *New = dyn_cast<CXXConstructExpr>(E)) {
    if (launchSiteOf(New, Words, Library).Api)
      noteLaunch();
    scanArguments(New->getConstructor(), {New->getArgs(), New->getNumArgs()});
    return true;
  }
  return false;
}

} // namespace cachelint::ast
