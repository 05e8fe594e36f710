//===-- ExprWalker.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/BodyWalker.h"

#include "tool/ast/ExprShape.h"

using namespace clang;
using cachelint::model::AccessKind;

namespace cachelint::ast {

void BodyWalker::walkAssignment(const BinaryOperator *B) {
  if (B->isCompoundAssignmentOp()) {
    Accesses.place(B->getLHS(), AccessKind::ReadModifyWrite, *Scope,
                   B->getOpcode() == BO_AddAssign   ? model::Change::Up
                   : B->getOpcode() == BO_SubAssign ? model::Change::Down
                                                    : model::Change::Other,
                   B);
  } else {
    Accesses.place(B->getLHS(), AccessKind::Write, *Scope);
    Flows.assigned(B->getLHS(), B->getRHS(), *Scope);
    Allocations.stored(B->getRHS(), B->getLHS(), *Scope);
  }
  walk(B->getLHS());
  walk(B->getRHS());
}

/// Of a function that the vocabulary has as one that takes or releases a lock.
static bool namesRelease(const FunctionDecl *Callee) {
  llvm::StringRef Name = Callee->getIdentifier() ? Callee->getName() : llvm::StringRef();
  for (llvm::StringRef Word : {"unlock", "release", "leave", "rdexit", "wrexit"})
    if (Name.contains_insensitive(Word))
      return true;
  return false;
}

/// Calls that touch memory in a way that is known by their name.
bool BodyWalker::walkKnownCall(const CallExpr *Call, const FunctionDecl *Callee) {
  if (LaunchSite Site = launchSiteOf(Call, Tools.Words, Tools.Library); Site.Api) {
    Threads.launched(Site, Call, *Scope);
    return true;
  }
  if (AtomicCall Atomic = atomicCallOf(Call, Tools.Words, Tools.Library);
      Atomic.Kind != AtomicCall::None) {
    Accesses.atomic(Atomic, Call, *Scope);
    return true;
  }
  const CalleeWords &W = Tools.Words.of(Callee);
  if (W.Copy || W.Fill || W.FillsToo) {
    Accesses.block(Call, W, *Scope);
    return true;
  }
  MemberCall Member = memberCallOf(Call);
  LibraryType Kind = Member.Object ? Tools.Library.of(objectType(Member)).Kind : LibraryType::None;
  if (W.Lock || Kind == LibraryType::Mutex) {
    if (const Expr *Lock = Member.Object        ? Member.Object
                           : Call->getNumArgs() ? Call->getArg(0)
                                                : nullptr) {
      Accesses.lock(Lock, !namesRelease(Callee), Call, *Scope);
      return Kind == LibraryType::Mutex || W.Library;
    }
  }
  return W.Alloc != nullptr;
}

void BodyWalker::passArguments(const FunctionDecl *Callee, const Expr *Object, bool ObjectIsPointer,
                               llvm::ArrayRef<const Expr *> Args) {
  const CalleeWords &W = Tools.Words.of(Callee);
  if (!W.Library)
    Flows.passed(Callee, Object, ObjectIsPointer, Args, *Scope);
  for (unsigned I = 0; I < Args.size(); ++I) {
    Functions.handedOn(Args[I], *Scope);
    if (!W.Library && I < Callee->getNumParams())
      Allocations.stored(Args[I],
                         {model::Slot::Kind::Param, Tools.Context.functionKey(Callee), {}, I},
                         Callee->getParamDecl(I)->getName(), *Scope);
  }
}

/// `a = b` of classes without an operator= that somebody wrote: all of a changes.
bool BodyWalker::walkClassAssignment(const CallExpr *Call, const MemberCall &Member) {
  if (Member.Method->getOverloadedOperator() != OO_Equal || Member.Args.size() != 1)
    return false;
  if (Member.Method->isUserProvided() && !Tools.Words.of(Member.Method).Library)
    return false;
  if (!Member.Arrow)
    Accesses.place(Member.Object, AccessKind::Write, *Scope);
  const Expr *Value = Member.Args.front();
  if (Value->isLValue())
    Accesses.place(Value, AccessKind::Read, *Scope);
  Flows.assigned(Member.Object, Value, *Scope);
  Allocations.stored(Value, Member.Object, *Scope);
  return true;
}

void BodyWalker::walkMemberCall(const CallExpr *Call, const MemberCall &Member) {
  const CalleeWords &W = Tools.Words.of(Member.Method);
  if (walkClassAssignment(Call, Member))
    return;
  if (W.Library) {
    LibraryClass Of = Tools.Library.of(objectType(Member));
    if (Of.Kind != LibraryType::Guard && Of.Kind != LibraryType::Iterator)
      Accesses.libraryObject(Member, Call, *Scope);
    if (Member.Method->getOverloadedOperator() == OO_Call)
      Functions.calledThrough(Member.Object, Call, *Scope); // std::function
    for (const Expr *Arg : Member.Args)
      Functions.handedOn(Arg, *Scope);
    return;
  }
  passArguments(Member.Method, Member.Object, Member.Arrow, Member.Args);
  Functions.called(Member.Method, Call, *Scope);
}

void BodyWalker::walkCall(const CallExpr *Call) {
  Allocations.visited(Call, *Scope);
  Scope->Joined += joinsThreads(Call, Tools.Words);
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee) {
    Functions.calledThrough(Call->getCallee(), Call, *Scope);
    for (const Expr *Arg : Call->arguments())
      Functions.handedOn(Arg, *Scope);
    walkChildren(Call);
    return;
  }
  MemberCall Member = memberCallOf(Call);
  if (!walkKnownCall(Call, Callee)) {
    if (Member.Object) {
      walkMemberCall(Call, Member);
    } else {
      passArguments(Callee, nullptr, false, {Call->getArgs(), Call->getNumArgs()});
      Functions.called(Callee, Call, *Scope);
    }
  }
  if (Member.Object)
    walk(Member.Object);
  for (const Expr *Arg : Member.Object
                             ? Member.Args
                             : llvm::ArrayRef<const Expr *>(Call->getArgs(), Call->getNumArgs()))
    walk(Arg);
}

void BodyWalker::walkConstruction(const CXXConstructExpr *New) {
  const CXXConstructorDecl *Ctor = New->getConstructor();
  llvm::ArrayRef<const Expr *> Args(New->getArgs(), New->getNumArgs());
  LaunchSite Site = launchSiteOf(New, Tools.Words, Tools.Library);
  const bool Launches = Site.Api;
  if (Launches) {
    Threads.launched(Site, New, *Scope);
  } else if (Ctor->isCopyOrMoveConstructor() && !Args.empty()) {
    if (Args.front()->isLValue() && !Ctor->isUserProvided())
      Accesses.place(Args.front(), AccessKind::Read, *Scope);
  } else if (Tools.Library.of(New->getType()).Kind == LibraryType::Guard) {
    for (const Expr *Arg : Args)
      if (Tools.Library.of(Arg->getType()).Kind == LibraryType::Mutex ||
          has(Tools.Context.traitsOf(Arg->getType()), model::TypeTrait::Lock))
        Accesses.lock(Arg, true, New, *Scope);
  }
  if (Ctor->isUserProvided() && !Tools.Words.of(Ctor).Library) {
    passArguments(Ctor, nullptr, false, Args);
    Functions.called(Ctor, New, *Scope);
  } else if (!Launches) {
    for (const Expr *Arg : Args)
      Functions.handedOn(Arg, *Scope);
  }
  for (const Expr *Arg : Args)
    walk(Arg);
}

bool BodyWalker::walkExpr(const Expr *E) {
  switch (E->getStmtClass()) {
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::CXXTypeidExprClass:
  case Stmt::OffsetOfExprClass:
  case Stmt::CXXDefaultArgExprClass:
  case Stmt::BlockExprClass:
    return true; // not evaluated, or not here
  case Stmt::LambdaExprClass:
    walkLambda(cast<LambdaExpr>(E));
    return true;
  case Stmt::AtomicExprClass:
    Accesses.atomic(atomicCallOf(E, Tools.Words, Tools.Library), E, *Scope);
    return false;
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    walkConstruction(cast<CXXConstructExpr>(E));
    return true;
  case Stmt::CXXNewExprClass:
    Allocations.visited(E, *Scope);
    return false;
  case Stmt::CXXDefaultInitExprClass:
    walk(cast<CXXDefaultInitExpr>(E)->getExpr());
    return true;
  case Stmt::GenericSelectionExprClass:
  case Stmt::ChooseExprClass:
  case Stmt::CXXRewrittenBinaryOperatorClass:
    walk(peel(E));
    return true;
  default:
    break;
  }
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    // `(void)x` quiets a warning; what is volatile is read all the same.
    const Expr *Unused = C->getCastKind() == CK_ToVoid ? loadedPlace(C->getSubExpr()) : nullptr;
    if (Unused && !Unused->getType().isVolatileQualified()) {
      walkChildren(Unused);
      return true;
    }
    if (C->getCastKind() == CK_LValueToRValue)
      Accesses.place(C->getSubExpr(), AccessKind::Read, *Scope);
    return false;
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->isIncrementDecrementOp())
      Accesses.place(U->getSubExpr(), AccessKind::ReadModifyWrite, *Scope,
                     U->isIncrementOp() ? model::Change::Up : model::Change::Down, U);
    return false;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp()) {
    walkAssignment(B);
    return true;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    walkCall(Call);
    return true;
  }
  return false;
}

} // namespace cachelint::ast
