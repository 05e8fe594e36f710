//===-- PathValues.cpp - where values come from ----------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/ExprShape.h"
#include "tool/ast/PathBuilder.h"
#include "tool/ast/PathQuestion.h"

using namespace clang;
using namespace cachelint::model;

namespace cachelint::ast {

ValueSources PathBuilder::sources(const Expr *Value, FunctionScope &S) {
  ValueSources Out;
  addSources(Value, S, Out);
  return Out;
}

void PathBuilder::addSource(ValueSource Source, ValueSources &Out) {
  if (Out.List.size() >= MaxPaths)
    return;
  if (!Source.AddressOf)
    for (ValueSource &Old : Out.List)
      if (!Old.AddressOf && Old.From == Source.From) {
        Old.Counter |= Source.Counter;
        return;
      }
  Out.List.push_back(std::move(Source));
}

void PathBuilder::addSlot(Slot From, ValueSources &Out, bool Counter) {
  if (From.K != Slot::Kind::None)
    addSource({From, std::nullopt, Counter}, Out);
}

void PathBuilder::addAddress(const Expr *Pointer, FunctionScope &S, ValueSources &Out) {
  PathList Paths;
  addPointees(Pointer, S, Paths);
  for (AccessPath &P : Paths)
    addSource({Slot(), std::move(P), false}, Out);
}

void PathBuilder::addVariableSources(const VarDecl *V, FunctionScope &S, ValueSources &Out) {
  if (Words.isThreadIdVariable(V))
    return addSlot({Slot::Kind::ThreadId, Context.intern(V->getName()), {}, 0}, Out);
  if (const Loop *L = S.counterLoop(V)) {
    addSlot(counterSlot(V, L, S), Out, !S.SeenFromLambda);
    return;
  }
  Slot Own = slotOf(V, S);
  FunctionScope *Owner = S.scopeOf(V);
  const LocalUse *Use = Owner ? Owner->Scan->local(V) : nullptr;
  // The lambda's copy, a global, a parameter: the place itself is the source.
  if (Own.K != Slot::Kind::Local || !Use || copierOf(V, S))
    return addSlot(Own, Out);
  if (!Use->SteppedIn.empty())
    Out.Mixed = true;          // counted in a loop that is over
  if (Following.contains(V)) { // x = f(x)
    Out.Mixed = true;
    return;
  }
  bool Unknown = false;
  bool Followed = follow(V, S, [&](const Expr *Value, FunctionScope &At) {
    ValueSources Of;
    addSources(Value, At, Of);
    Out.Mixed |= Of.Mixed;
    for (ValueSource &Source : Of.List) {
      // What nothing is known of has a name at least: that of the variable.
      Unknown |= Source.From.K == Slot::Kind::Opaque;
      if (Source.From.K != Slot::Kind::Opaque || !V->getType()->isPointerType())
        addSource(std::move(Source), Out);
    }
  });
  if (!Followed || Use->Escapes || (Unknown && V->getType()->isPointerType()))
    addSlot(namedSlot(V, S), Out);
}

void PathBuilder::addPlaceSlots(const Expr *Place, FunctionScope &S,
                                llvm::SmallVectorImpl<Slot> &Out) {
  PathQuestion Step(*this);
  const Expr *E = peelCasts(Place);
  if (!E || !Step.allowed())
    return;
  if (const VarDecl *V = namedVariable(E)) {
    bool Reference = V->getType()->isReferenceType() && !isa<ParmVarDecl>(V);
    if (!Reference ||
        !follow(V, S, [&](const Expr *Value, FunctionScope &At) { addPlaceSlots(Value, At, Out); }))
      Out.push_back(namedSlot(V, S));
  } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl())) {
      const FieldStep &At = fieldStep(F);
      Out.push_back({Slot::Kind::Field, At.Record, At.Name, 0});
    } else if (const auto *Static = dyn_cast<VarDecl>(M->getMemberDecl())) {
      Out.push_back(slotOf(Static, S));
    }
  } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    addElementSlots(A->getBase(), S, Out);
  } else if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref) {
    addElementSlots(U->getSubExpr(), S, Out);
  } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
    MemberCall Member = memberCallOf(Call);
    if (Member.Object && !Member.Arrow &&
        LibraryTypes::member(Member.Method, Library.of(objectType(Member))) ==
            LibraryMember::Element)
      addElementSlots(Member.Object, S, Out);
  } else if (const auto *T = dyn_cast<ConditionalOperator>(E)) {
    addPlaceSlots(T->getTrueExpr(), S, Out);
    addPlaceSlots(T->getFalseExpr(), S, Out);
  }
}

void PathBuilder::addElementSlots(const Expr *Pointer, FunctionScope &S,
                                  llvm::SmallVectorImpl<Slot> &Out) {
  PathQuestion Step(*this);
  const Expr *E = peelCasts(Pointer);
  if (!E || !Step.allowed())
    return;
  const auto *C = dyn_cast<CastExpr>(E);
  bool Loads = C && C->getCastKind() == CK_LValueToRValue;
  bool Decays = C && C->getCastKind() == CK_ArrayToPointerDecay;
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp())
    return addElementSlots(B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS(), S,
                           Out);
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
    return addPlaceSlots(U->getSubExpr(), S, Out);
  if (!Loads && !Decays && !E->isGLValue())
    return;
  const Expr *Place = Loads || Decays ? C->getSubExpr() : E;
  const VarDecl *V = namedVariable(Place);
  if (V && Loads && !isa<ParmVarDecl>(V) &&
      follow(V, S, [&](const Expr *Value, FunctionScope &At) { addElementSlots(Value, At, Out); }))
    return;
  // Rows of a table: the scalars in it are one kind of value.
  if (Decays && isa<ArraySubscriptExpr>(peelCasts(Place)))
    return addElementSlots(cast<ArraySubscriptExpr>(peelCasts(Place))->getBase(), S, Out);
  llvm::SmallVector<Slot, 2> Holders;
  addPlaceSlots(Place, S, Holders);
  for (Slot &H : Holders) {
    if (H.K == Slot::Kind::Param && Loads)
      Out.push_back({Slot::Kind::Pointee, H.Owner, {}, H.Index});
    else if (H.K == Slot::Kind::Global)
      Out.push_back({Slot::Kind::Element, H.Owner, {}, 0});
    else if (H.K == Slot::Kind::Local)
      Out.push_back({Slot::Kind::Element, H.Name, {}, 0});
    else if (H.K == Slot::Kind::Field)
      Out.push_back({Slot::Kind::Element, H.Owner, H.Name, 0});
  }
}

llvm::SmallVector<Slot, 2> PathBuilder::targets(const Expr *Place, FunctionScope &S) {
  llvm::SmallVector<Slot, 2> Out;
  addPlaceSlots(Place, S, Out);
  llvm::erase_if(Out, [](const Slot &T) { return T.K == Slot::Kind::Local; });
  return Out;
}

void PathBuilder::addLoadedSources(const Expr *Place, FunctionScope &S, ValueSources &Out) {
  if (const VarDecl *V = namedVariable(Place);
      V && !(V->getType()->isReferenceType() && !isa<ParmVarDecl>(V)))
    return addVariableSources(V, S, Out);
  llvm::SmallVector<Slot, 2> Slots;
  addPlaceSlots(Place, S, Slots);
  if (Slots.empty())
    addSlot({Slot::Kind::Opaque, {}, {}, 0}, Out);
  for (Slot &At : Slots)
    addSlot(At, Out);
}

Slot PathBuilder::ticketOf(const Expr *Counter, FunctionScope &S) {
  llvm::SmallVector<Slot, 2> At;
  addPlaceSlots(Counter, S, At);
  if (S.InLoop || At.empty() ||
      (At.front().K != Slot::Kind::Global && At.front().K != Slot::Kind::Field))
    return {Slot::Kind::Opaque, {}, {}, 0};
  return {Slot::Kind::Ticket, At.front().Owner, At.front().Name, 0};
}

} // namespace cachelint::ast
