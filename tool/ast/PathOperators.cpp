//===-- PathOperators.cpp - values of calls and operators ------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/AtomicCall.h"
#include "tool/ast/ExprShape.h"
#include "tool/ast/PathBuilder.h"
#include "tool/ast/PathQuestion.h"

using namespace clang;
using namespace cachelint::model;

namespace cachelint::ast {

static const Slot Unknown = {Slot::Kind::Opaque, {}, {}, 0};

void PathBuilder::addOperatorSources(const BinaryOperator *B, FunctionScope &S, ValueSources &Out) {
  switch (B->getOpcode()) {
  case BO_Comma:
  case BO_Assign:
    return addSources(B->getRHS(), S, Out);
  case BO_Add:
  case BO_Sub:
    addSources(B->getLHS(), S, Out);
    return addSources(B->getRHS(), S, Out);
  case BO_Rem: // `id % N` is still an id
    return addSources(B->getLHS(), S, Out);
  case BO_And: {
    bool Left = constantOf(B->getLHS(), Context.ast()).has_value();
    bool Right = constantOf(B->getRHS(), Context.ast()).has_value();
    size_t From = Out.List.size();
    addSources(Left ? B->getRHS() : B->getLHS(), S, Out);
    // A mask that is no constant is that of a ring or a hash table, but for a caller's own id.
    if (!Left && !Right)
      for (size_t I = From; I < Out.List.size(); ++I)
        Out.Mixed |= Out.List[I].From.K != Slot::Kind::ThreadId;
    return;
  }
  default:
    if (B->isComparisonOp() || B->isLogicalOp())
      return addSlot(Unknown, Out);
    if (!B->getType()->isIntegerType())
      return;
    addSources(B->getLHS(), S, Out);
    addSources(B->getRHS(), S, Out);
    Out.Mixed = true;
  }
}

bool PathBuilder::addAtomicSources(const Expr *E, FunctionScope &S, ValueSources &Out) {
  AtomicCall Atomic = atomicCallOf(E, Words, Library);
  if (Atomic.Kind == AtomicCall::None)
    return false;
  if (Atomic.Kind == AtomicCall::Read) {
    Atomic.Object ? addLoadedSources(Atomic.Object, S, Out)
                  : addPointedSources(Atomic.Pointer, S, Out);
    return true;
  }
  const auto *Address = dyn_cast_or_null<UnaryOperator>(peelCasts(Atomic.Pointer));
  const Expr *Counter = Atomic.Object                                  ? Atomic.Object
                        : Address && Address->getOpcode() == UO_AddrOf ? Address->getSubExpr()
                                                                       : nullptr;
  addSlot(Atomic.Adds && Counter ? ticketOf(Counter, S) : Unknown, Out);
  return true;
}

void PathBuilder::addCallSources(const CallExpr *Call, FunctionScope &S, ValueSources &Out) {
  if (addAtomicSources(Call, S, Out))
    return;
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return addSlot(Unknown, Out);
  const CalleeWords &W = Words.of(Callee);
  if (W.ThreadId)
    return addSlot({Slot::Kind::ThreadId, Context.intern(plainName(Callee)), {}, 0}, Out);
  if (W.PassesFirst && Call->getNumArgs() != 0) {
    const Expr *First = Call->getArg(0);
    return First->isGLValue() ? addLoadedSources(First, S, Out) : addSources(First, S, Out);
  }
  if (Call->getType()->isPointerType() || Call->isGLValue()) {
    MemberCall Member = memberCallOf(Call);
    PathList Known;
    if (Member.Object && addLibraryMember(Member, S, Known, /*Address=*/true)) {
      for (AccessPath &P : Known)
        addSource({Slot(), std::move(P), false}, Out);
      return;
    }
  }
  if (W.Library || W.Alloc)
    return addSlot(Unknown, Out);
  addSlot({Slot::Kind::Return, Context.functionKey(Callee), {}, 0}, Out);
}

void PathBuilder::addPointedSources(const Expr *Pointer, FunctionScope &S, ValueSources &Out) {
  llvm::SmallVector<Slot, 2> Slots;
  addElementSlots(Pointer, S, Slots);
  if (Slots.empty())
    addSlot(Unknown, Out);
  for (Slot &At : Slots)
    addSlot(At, Out);
}

void PathBuilder::addCastSources(const CastExpr *C, FunctionScope &S, ValueSources &Out) {
  switch (C->getCastKind()) {
  case CK_LValueToRValue:
    return addLoadedSources(C->getSubExpr(), S, Out);
  case CK_ArrayToPointerDecay:
    return addAddress(C, S, Out);
  case CK_FunctionToPointerDecay:
    return addFunction(C->getSubExpr(), Out);
  default:
    return addSources(C->getSubExpr(), S, Out);
  }
}

void PathBuilder::addFunction(const Expr *Named, ValueSources &Out) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(peelCasts(Named));
  if (const auto *F = Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr)
    addSlot({Slot::Kind::Function, Context.functionKey(F), {}, 0}, Out);
}

void PathBuilder::addSources(const Expr *Value, FunctionScope &S, ValueSources &Out) {
  PathQuestion Step(*this);
  const Expr *E = peel(Value);
  if (!E || !Step.allowed() || isa<IntegerLiteral, CharacterLiteral, StringLiteral>(E))
    return;
  if (E->getBeginLoc().isMacroID())
    if (Str Id = Words.threadIdMacro(E); !Id.empty())
      return addSlot({Slot::Kind::ThreadId, Id, {}, 0}, Out);
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    addCastSources(C, S, Out);
  } else if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    addOperatorSources(B, S, Out);
  } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_AddrOf) {
      E->getType()->isFunctionPointerType() || E->getType()->isMemberPointerType()
          ? addFunction(U->getSubExpr(), Out)
          : addAddress(E, S, Out);
    } else if (U->isIncrementDecrementOp()) {
      if (U->getSubExpr()->getType()->isAtomicType())
        addSlot(ticketOf(U->getSubExpr(), S), Out);
      else
        addLoadedSources(U->getSubExpr(), S, Out);
    } else if (!U->getSubExpr()->isGLValue()) {
      addSources(U->getSubExpr(), S, Out);
      Out.Mixed |= U->getOpcode() != UO_Plus;
    }
  } else if (const auto *T = dyn_cast<AbstractConditionalOperator>(E)) {
    addSources(T->getTrueExpr(), S, Out);
    addSources(T->getFalseExpr(), S, Out);
  } else if (const auto *G = dyn_cast<StmtExpr>(E)) {
    addSources(resultOf(G), S, Out);
  } else if (isa<CXXThisExpr>(E)) {
    addSlot(thisSlot(S), Out);
  } else if (const auto *L = dyn_cast<LambdaExpr>(E)) {
    addSlot({Slot::Kind::Function, Context.functionKey(L->getCallOperator()), {}, 0}, Out);
  } else if (isa<CXXNewExpr>(E)) {
    addSlot(Unknown, Out);
  } else if (isa<CallExpr, AtomicExpr>(E)) {
    if (const auto *Call = dyn_cast<CallExpr>(E))
      addCallSources(Call, S, Out);
    else
      addAtomicSources(E, S, Out);
  } else if (const auto *New = dyn_cast<CXXConstructExpr>(E)) {
    if (New->getNumArgs() == 1)
      addSources(New->getArg(0), S, Out); // unique_ptr(p), atomic(n), std::function(f)
  } else if (const auto *I = dyn_cast<InitListExpr>(E)) {
    if (I->getNumInits() == 1 && !I->getType()->isRecordType())
      addSources(I->getInit(0), S, Out);
  } else if (E->isGLValue()) {
    addLoadedSources(E, S, Out); // bound to a reference
  }
}

Str PathBuilder::textOf(const Expr *E) {
  for (unsigned Depth = 0; E && Depth < MaxExprDepth; ++Depth) {
    E = peelCasts(E);
    if (!E)
      break;
    if (Str Id = E->getBeginLoc().isMacroID() ? Words.threadIdMacro(E) : Str(); !Id.empty())
      return Context.intern(Id.take_until([](char C) { return C == '('; }));
    if (const auto *C = dyn_cast<CastExpr>(E))
      E = C->getSubExpr();
    else if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return Ref->getDecl()->getIdentifier() ? Context.intern(Ref->getDecl()->getName()) : Str();
    else if (const auto *M = dyn_cast<MemberExpr>(E))
      return M->getMemberDecl()->getIdentifier() ? Context.intern(M->getMemberDecl()->getName())
                                                 : Str();
    else if (const auto *Call = dyn_cast<CallExpr>(E)) {
      const FunctionDecl *F = Call->getDirectCallee();
      return F && F->getIdentifier() ? Context.intern(F->getName()) : Str();
    } else if (const auto *B = dyn_cast<BinaryOperator>(E))
      E = constantOf(B->getLHS(), Context.ast()) ? B->getRHS() : B->getLHS();
    else if (const auto *U = dyn_cast<UnaryOperator>(E))
      E = U->getSubExpr();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else
      break;
  }
  return {};
}

} // namespace cachelint::ast
