//===-- PathPointers.cpp - what pointers point to --------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/ExprShape.h"
#include "tool/ast/PathBuilder.h"
#include "tool/ast/PathQuestion.h"

using namespace clang;
using namespace cachelint::model;

namespace cachelint::ast {

PathList PathBuilder::pointees(const Expr *Pointer, FunctionScope &S) {
  PathList Out;
  addPointees(Pointer, S, Out);
  return Out;
}

PathList PathBuilder::wholePointees(const Expr *Pointer, FunctionScope &S) {
  const auto *C = dyn_cast_or_null<CastExpr>(peelCasts(Pointer));
  if (C && C->getCastKind() == CK_ArrayToPointerDecay)
    return places(C->getSubExpr(), S);
  return pointees(Pointer, S);
}

/// `(struct row *)((char *)base + id * sizeof(struct row))`: the bytes stepped over are rows. A
/// fixed distance in bytes (container_of, private data behind a header) leads to another object.
void PathBuilder::retype(QualType Pointee, PathList &Out, size_t From) {
  if (!Pointee->isRecordType() || Pointee->isIncompleteType())
    return;
  std::optional<Bits> Size = Context.sizeOf(Pointee);
  auto InBytes = [](AccessPath &P) {
    auto *Last = P.Steps.empty() ? nullptr : std::get_if<IndexStep>(&P.Steps.back());
    return Last && has(Last->ElementTraits, model::TypeTrait::CharLike) ? Last : nullptr;
  };
  Out.erase(std::remove_if(Out.begin() + From, Out.end(),
                           [&](AccessPath &P) {
                             const IndexStep *Last = InBytes(P);
                             return Last && Last->Index.Constant && *Last->Index.Constant != 0;
                           }),
            Out.end());
  for (size_t I = From; I < Out.size(); ++I) {
    IndexStep *Last = InBytes(Out[I]);
    if (!Last || !Last->Stride || !Size || *Last->Stride < *Size)
      continue;
    TypeUse Use = Context.typeUseOf(Pointee);
    Last->ElementRecord = Use.Record;
    Last->ElementType = Use.Spelling;
    Last->ElementTraits = Use.Traits;
  }
}

void PathBuilder::addCastPointees(const CastExpr *C, FunctionScope &S, PathList &Out) {
  size_t From = Out.size();
  const Expr *Sub = C->getSubExpr();
  switch (C->getCastKind()) {
  case CK_LValueToRValue:
    return addLoadedPointees(Sub, S, Out);
  case CK_ArrayToPointerDecay: {
    addPlaces(Sub, S, Out);
    const ArrayType *A = Sub->getType()->getAsArrayTypeUnsafe();
    if (!A)
      return;
    IndexStep First = firstElement(Sub, A->getElementType());
    for (size_t I = From; I < Out.size(); ++I)
      Out[I].Steps.push_back(First);
    return;
  }
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    addPointees(Sub, S, Out);
    return addBaseSteps(C, Sub->getType()->getPointeeType(), Out, From);
  case CK_IntegralToPointer:
    // Through an integer and back: `(struct q *)(uintptr_t)p`.
    if (const auto *Back = dyn_cast_or_null<CastExpr>(peel(Sub)))
      addPointees(Back, S, Out);
    return;
  case CK_FunctionToPointerDecay:
  case CK_NullToPointer:
    return;
  case CK_IntegralCast:
  case CK_PointerToIntegral:
  default:
    addPointees(Sub, S, Out);
    if (C->getType()->isPointerType())
      retype(C->getType()->getPointeeType(), Out, From);
  }
}

/// `p = p->next`: whatever such a field of any object leads to.
void PathBuilder::addNext(const VarDecl *V, const Expr *Value, PathList &Out) {
  const auto *Member = dyn_cast_or_null<MemberExpr>(loadedPlace(Value));
  const auto *Field = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  if (!Field || !Member->isArrow() || namedVariable(loadedPlace(Member->getBase())) != V)
    return;
  FieldStep Step = fieldStep(Field);
  AccessPath Path;
  Path.Root = {Slot::Kind::Field, Step.Record, Step.Name, 0};
  Path.RootName = Step.Name;
  Path.Steps.push_back(DerefStep());
  Out.push_back(std::move(Path));
}

bool PathBuilder::addLocalPointees(const VarDecl *V, FunctionScope &S, PathList &Out) {
  FunctionScope *Owner = S.scopeOf(V);
  const LocalUse *Use = Owner ? Owner->Scan->local(V) : nullptr;
  size_t From = Out.size();
  if (Use && Use->RangeOver) {
    LambdaView View(*Owner, S);
    addRangeElement(V, Use->RangeOver, *Owner, Out); // a copy of a pointer in the container
    for (size_t I = From; I < Out.size(); ++I)
      Out[I].Steps.push_back(DerefStep());
    return Out.size() > From;
  }
  bool Known = true;
  bool Followed = follow(V, S, [&](const Expr *Value, FunctionScope &At) {
    size_t Before = Out.size();
    addPointees(Value, At, Out);
    if (Out.size() == Before)
      addNext(V, Value, Out);
    Known &= Out.size() > Before || Out.size() >= MaxPaths;
  });
  if (!Followed)
    return false;
  walked(V, S, Out, From);
  // One of its values is not understood: an allocation, or `p = p->next` of a list.
  if (!Known && Out.size() == From)
    return false;
  return true;
}

void PathBuilder::addLoadedPointees(const Expr *Place, FunctionScope &S, PathList &Out) {
  const VarDecl *V = namedVariable(Place);
  // A pointer that is being followed already was assigned from itself: `p = p->next`.
  if (V && Following.contains(V))
    return;
  if (V && !V->hasGlobalStorage() && !isa<ParmVarDecl>(V) && addLocalPointees(V, S, Out))
    return;
  size_t From = Out.size();
  addPlaces(Place, S, Out);
  for (size_t I = From; I < Out.size(); ++I)
    Out[I].Steps.push_back(DerefStep());
  if (V)
    walked(V, S, Out, From);
}

/// The elements that a span is made from.
void PathBuilder::addViewed(const Expr *Value, const LibraryClass &Of, FunctionScope &S,
                            PathList &Out) {
  const auto *New = dyn_cast_or_null<CXXConstructExpr>(peelCasts(Value));
  if (!New || New->getNumArgs() == 0)
    return;
  const Expr *Source = peelCasts(New->getArg(0));
  if (Source->getType()->isPointerType())
    return addPointees(Source, S, Out);
  LibraryClass Viewed = Library.of(Source->getType());
  if (Viewed.Kind == LibraryType::Array || Viewed.Kind == LibraryType::Storage)
    return addStorage(Source, false, Viewed, S, Out);
  if (!Source->getType()->isArrayType())
    return;
  size_t From = Out.size();
  addPlaces(Source, S, Out);
  IndexStep First = firstElement(Source, Of.Element);
  for (size_t I = From; I < Out.size(); ++I)
    Out[I].Steps.push_back(First);
}

void PathBuilder::addStorage(const Expr *Object, bool Arrow, const LibraryClass &Of,
                             FunctionScope &S, PathList &Out) {
  size_t From = Out.size();
  // A span of an array is a name for it.
  const VarDecl *V = namedVariable(Object);
  if (V && Of.Kind == LibraryType::Storage && !Of.Owns && !isa<ParmVarDecl>(V))
    follow(V, S, [&](const Expr *Value, FunctionScope &At) { addViewed(Value, Of, At, Out); });
  if (Out.size() > From)
    return;
  Arrow ? addPointees(Object, S, Out) : addPlaces(Object, S, Out);
  IndexStep First = firstElement(Object, Of.Element);
  if (Of.Kind == LibraryType::Array) {
    if (std::optional<Bits> Whole =
            Context.sizeOf(Arrow ? Object->getType()->getPointeeType() : Object->getType());
        Whole && First.Stride && !First.Stride->isZero())
      First.Extent = *Whole / *First.Stride;
  }
  for (size_t I = From; I < Out.size(); ++I) {
    if (Of.Kind == LibraryType::Storage)
      Out[I].Steps.push_back(DerefStep());
    Out[I].Steps.push_back(First);
  }
}

/// False when the function is none that is known.
bool PathBuilder::addLibraryMember(const MemberCall &Call, FunctionScope &S, PathList &Out,
                                   bool Address) {
  LibraryClass Of = Library.of(objectType(Call));
  LibraryMember Reaches = LibraryTypes::member(Call.Method, Of);
  size_t From = Out.size();
  bool Holds = Of.Kind == LibraryType::Array || Of.Kind == LibraryType::Storage;
  switch (Reaches) {
  case LibraryMember::None:
  case LibraryMember::Grow:
    return false;
  case LibraryMember::Begin:
  case LibraryMember::First:
  case LibraryMember::Last:
    if (Address != (Reaches == LibraryMember::Begin))
      return true; // nothing is reached by the pointer itself
    addStorage(Call.Object, Call.Arrow, Of, S, Out);
    if (Reaches == LibraryMember::Last)
      for (size_t I = From; I < Out.size(); ++I)
        std::get<IndexStep>(Out[I].Steps.back()).Index = IndexExpr();
    return true;
  case LibraryMember::Element:
    if (Call.Args.empty())
      return true;
    Holds ? addStorage(Call.Object, Call.Arrow, Of, S, Out) : addPointees(Call.Object, S, Out);
    indexPaths(Out, From, Call.Args.front(), false, Of.Element, S);
    return true;
  case LibraryMember::Target:
  case LibraryMember::Address:
    if (Address != (Reaches == LibraryMember::Address))
      return true;
    addPointees(Call.Object, S, Out);
    if (Call.Arrow) // the object is itself behind a pointer
      for (size_t I = From; I < Out.size(); ++I)
        Out[I].Steps.push_back(DerefStep());
    return true;
  }
  return false;
}

void PathBuilder::addCallPointees(const CallExpr *Call, FunctionScope &S, PathList &Out) {
  MemberCall Member = memberCallOf(Call);
  if (Member.Object && addLibraryMember(Member, S, Out, /*Address=*/true))
    return;
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return;
  const CalleeWords &W = Words.of(Callee);
  if (Callee->getBuiltinID() == Builtin::BI__builtin_addressof ||
      (W.Library && Callee->getIdentifier() && Callee->getName() == "addressof"))
    return addPlaces(Call->getArg(0), S, Out);
  if (W.PassesFirst && Call->getNumArgs() != 0)
    return addPointees(Call->getArg(0), S, Out);
  if (!W.Alloc)
    addReturned(Callee, Out);
}

void PathBuilder::addArithmetic(const BinaryOperator *B, FunctionScope &S, PathList &Out) {
  switch (B->getOpcode()) {
  case BO_Assign:
  case BO_Comma:
    return addPointees(B->getRHS(), S, Out);
  case BO_Add:
  case BO_Sub: {
    bool Left = B->getLHS()->getType()->isAnyPointerType();
    const Expr *Pointer = Left ? B->getLHS() : B->getRHS();
    if (!Pointer->getType()->isAnyPointerType())
      return; // addresses computed as integers
    size_t From = Out.size();
    addPointees(Pointer, S, Out);
    return indexPaths(Out, From, Left ? B->getRHS() : B->getLHS(), B->getOpcode() == BO_Sub,
                      Pointer->getType()->getPointeeType(), S);
  }
  default:
    return;
  }
}

void PathBuilder::addPointees(const Expr *E, FunctionScope &S, PathList &Out) {
  PathQuestion Step(*this);
  E = peel(E);
  if (!E || !Step.allowed())
    return;
  if (E->isGLValue()) {
    addLoadedPointees(E, S, Out); // the object of a smart pointer's or iterator's operator
  } else if (const auto *C = dyn_cast<CastExpr>(E)) {
    addCastPointees(C, S, Out);
  } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_AddrOf)
      addPlaces(U->getSubExpr(), S, Out);
    else if (U->isIncrementDecrementOp())
      addLoadedPointees(U->getSubExpr(), S, Out);
  } else if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    addArithmetic(B, S, Out);
  } else if (const auto *T = dyn_cast<AbstractConditionalOperator>(E)) {
    addPointees(T->getTrueExpr(), S, Out);
    addPointees(T->getFalseExpr(), S, Out);
  } else if (const auto *G = dyn_cast<StmtExpr>(E)) {
    addPointees(resultOf(G), S, Out);
  } else if (isa<CXXThisExpr>(E)) {
    size_t From = Out.size();
    addRoot(thisSlot(S), "this", Out);
    if (Out.size() > From)
      Out.back().Steps.push_back(DerefStep());
  } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
    addCallPointees(Call, S, Out);
  } else if (const auto *New = dyn_cast<CXXConstructExpr>(E)) {
    if (New->getNumArgs() >= 1 && Library.of(New->getType()).Kind != LibraryType::None)
      addPointees(New->getArg(0), S, Out); // copies of iterators, unique_ptr(p)
  } else if (const auto *I = dyn_cast<InitListExpr>(E); I && I->getNumInits() == 1) {
    addPointees(I->getInit(0), S, Out);
  }
}

} // namespace cachelint::ast
