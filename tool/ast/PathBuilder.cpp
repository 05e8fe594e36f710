//===-- PathBuilder.cpp - lvalues ------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/PathBuilder.h"

#include "tool/ast/ExprShape.h"
#include "tool/ast/PathQuestion.h"

#include "clang/AST/RecordLayout.h"

using namespace clang;
using namespace cachelint::model;

namespace cachelint::ast {

PathList PathBuilder::places(const Expr *Place, FunctionScope &S) {
  PathList Out;
  addPlaces(Place, S, Out);
  return Out;
}

static const FunctionDecl *functionOf(const VarDecl *V) {
  const DeclContext *C = V->getDeclContext();
  while (C && !isa<FunctionDecl>(C)) // regions and blocks are contexts too
    C = C->getParent();
  return cast_or_null<FunctionDecl>(C);
}

FunctionScope *PathBuilder::copierOf(const VarDecl *V, FunctionScope &S) {
  // The pointers that a lambda copies point where the originals do.
  if (V->getType()->isPointerType())
    return nullptr;
  for (FunctionScope *Lambda = &S; Lambda; Lambda = Lambda->Parent)
    if (Lambda->Copied.contains(V))
      return Lambda;
  return nullptr;
}

Slot PathBuilder::slotOf(const VarDecl *V, FunctionScope &S) {
  if (V->hasGlobalStorage())
    return {Slot::Kind::Global, Context.variableKey(V), {}, 0};
  if (const FunctionScope *Lambda = copierOf(V, S))
    return {Slot::Kind::Local, Lambda->Key, Context.variableKey(V), 0};
  const FunctionDecl *F = functionOf(V);
  if (!F)
    return {Slot::Kind::Opaque, {}, {}, 0};
  if (const auto *P = dyn_cast<ParmVarDecl>(V))
    return {Slot::Kind::Param, Context.functionKey(F), {}, P->getFunctionScopeIndex()};
  return {Slot::Kind::Local, Context.functionKey(F), Context.variableKey(V), 0};
}

Slot PathBuilder::namedSlot(const VarDecl *V, FunctionScope &S) {
  Slot Out = slotOf(V, S);
  FunctionScope *Owner = Out.K == Slot::Kind::Local && !copierOf(V, S) ? S.scopeOf(V) : nullptr;
  if (Owner)
    Owner->NamedLocals.insert(V->getCanonicalDecl());
  return Out;
}

Slot PathBuilder::thisSlot(FunctionScope &S) {
  FunctionScope *Method = &S; // a lambda's `this` is that of the function around it
  while (Method->Parent)
    Method = Method->Parent;
  return {Slot::Kind::Param,
          Method->Function ? Context.functionKey(Method->Function) : Str(),
          {},
          Slot::This};
}

FieldStep PathBuilder::fieldStep(const FieldDecl *F) {
  auto [It, New] = FieldSteps.try_emplace(F->getCanonicalDecl());
  if (!New)
    return It->second;
  FieldStep Step;
  const RecordDecl *R = F->getParent();
  Step.Record = Context.recordKey(R);
  Step.Name = F->getDeclName() ? Context.intern(F->getName()) : Str();
  if (Context.layoutOf(R))
    Step.Offset = Bits::fromBits(Context.ast().getFieldOffset(F));
  Step.Size = F->isBitField() && !F->getBitWidth()->isValueDependent()
                  ? Bits::fromBits(F->getBitWidthValue(Context.ast()))
                  : Context.sizeOf(F->getType());
  Step.Traits = Context.traitsOf(F->getType());
  return FieldSteps[F->getCanonicalDecl()] = Step;
}

void PathBuilder::addRoot(Slot Root, llvm::StringRef Name, PathList &Out) {
  if (Out.size() >= MaxPaths || Root.K == Slot::Kind::Opaque)
    return;
  AccessPath P;
  P.Root = Root;
  P.RootName = Context.intern(Name);
  Out.push_back(std::move(P));
}

void PathBuilder::addRoot(const VarDecl *V, FunctionScope &S, PathList &Out) {
  addRoot(namedSlot(V, S), V->getIdentifier() ? V->getName() : llvm::StringRef(), Out);
  if (V->getType()->isReferenceType() && !Out.empty())
    Out.back().Steps.push_back(DerefStep());
}

bool PathBuilder::follow(const VarDecl *V, FunctionScope &S,
                         llvm::function_ref<void(const Expr *, FunctionScope &)> Fn) {
  FunctionScope *Owner = V->hasGlobalStorage() || isa<ParmVarDecl>(V) ? nullptr : S.scopeOf(V);
  const LocalUse *Use = Owner ? Owner->Scan->local(V) : nullptr;
  if (!Use || Use->Values.empty() || Use->Values.size() > MaxPaths)
    return false;
  if (!Following.insert(V).second)
    return false;
  LambdaView View(*Owner, S);
  // A value is what it was where it was assigned: a number that is drawn before a loop is one for
  // all rounds.
  const Loop *Before = Owner->InLoop;
  for (size_t I = 0; I < Use->Values.size(); ++I) {
    Owner->InLoop = Use->ValueLoops[I];
    Fn(Use->Values[I], *Owner);
  }
  Owner->InLoop = Before;
  Following.erase(V);
  return true;
}

PathList PathBuilder::rangeElements(const CXXForRangeStmt *Range, FunctionScope &S) {
  PathList Out;
  if (const auto *V = dyn_cast_or_null<VarDecl>(Range->getLoopVariable()))
    addRangeElement(V, Range, S, Out);
  return Out;
}

void PathBuilder::addRangeElement(const VarDecl *V, const CXXForRangeStmt *Range, FunctionScope &S,
                                  PathList &Out) {
  const Expr *Over = peel(Range->getRangeInit());
  if (!Over)
    return;
  size_t From = Out.size();
  QualType Element;
  LibraryClass Of = Library.of(Over->getType());
  if (Of.Kind == LibraryType::Array || Of.Kind == LibraryType::Storage) {
    addStorage(Over, false, Of, S, Out);
    Element = Of.Element;
  } else if (const ArrayType *A = Over->getType()->getAsArrayTypeUnsafe()) {
    addPlaces(Over, S, Out);
    Element = A->getElementType();
    IndexStep Step = firstElement(Over, Element);
    for (size_t I = From; I < Out.size(); ++I)
      Out[I].Steps.push_back(Step);
  } else {
    return;
  }
  walked(V, S, Out, From);
}

void PathBuilder::addVariable(const VarDecl *V, FunctionScope &S, PathList &Out) {
  if (!V->getType()->isReferenceType() || V->hasGlobalStorage() || isa<ParmVarDecl>(V))
    return addRoot(V, S, Out);
  size_t From = Out.size();
  FunctionScope *Owner = S.scopeOf(V);
  if (const LocalUse *Use = Owner ? Owner->Scan->local(V) : nullptr; Use && Use->RangeOver) {
    LambdaView View(*Owner, S);
    addRangeElement(V, Use->RangeOver, *Owner, Out);
  } else {
    follow(V, S, [&](const Expr *Value, FunctionScope &At) { addPlaces(Value, At, Out); });
  }
  if (Out.size() == From)
    addRoot(V, S, Out);
}

void PathBuilder::addMember(const MemberExpr *M, FunctionScope &S, PathList &Out) {
  if (const auto *V = dyn_cast<VarDecl>(M->getMemberDecl()))
    return addRoot(V, S, Out); // static member
  const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
  if (!F)
    return;
  size_t From = Out.size();
  M->isArrow() ? addPointees(M->getBase(), S, Out) : addPlaces(M->getBase(), S, Out);
  FieldStep Step = fieldStep(F);
  for (size_t I = From; I < Out.size(); ++I) {
    Out[I].Steps.push_back(Step);
    if (F->getType()->isReferenceType())
      Out[I].Steps.push_back(DerefStep());
  }
}

void PathBuilder::addBaseSteps(const CastExpr *C, QualType Derived, PathList &Out, size_t From) {
  const CXXRecordDecl *Class = Derived->getAsCXXRecordDecl();
  for (const CXXBaseSpecifier *Base : C->path()) {
    const CXXRecordDecl *BaseClass = Base->getType()->getAsCXXRecordDecl();
    if (!Class || !BaseClass || !Class->hasDefinition() || Class->isInvalidDecl())
      return;
    FieldStep Step;
    Step.Record = Context.recordKey(Class);
    Step.Name = Context.recordKey(BaseClass);
    if (!Base->isVirtual()) // a virtual base's place depends on the whole object
      Step.Offset = Bits::fromBytes(Context.ast()
                                        .getASTRecordLayout(Class)
                                        .getBaseClassOffset(BaseClass->getDefinition())
                                        .getQuantity());
    Step.Size = Context.sizeOf(Base->getType());
    Step.Traits = model::TypeTrait::Record;
    for (size_t I = From; I < Out.size(); ++I)
      Out[I].Steps.push_back(Step);
    Class = BaseClass;
  }
}

void PathBuilder::addCastPlaces(const CastExpr *C, FunctionScope &S, PathList &Out) {
  size_t From = Out.size();
  addPlaces(C->getSubExpr(), S, Out);
  if (C->getCastKind() == CK_DerivedToBase || C->getCastKind() == CK_UncheckedDerivedToBase)
    addBaseSteps(C, C->getSubExpr()->getType(), Out, From);
}

void PathBuilder::addReturned(const FunctionDecl *Callee, PathList &Out) {
  if (!Callee || Words.of(Callee).Library)
    return;
  std::string Name = Callee->getNameAsString() + "()";
  size_t From = Out.size();
  addRoot({Slot::Kind::Return, Context.functionKey(Callee), {}, 0}, Name, Out);
  if (Out.size() > From)
    Out.back().Steps.push_back(DerefStep());
}

void PathBuilder::addCallPlaces(const CallExpr *Call, FunctionScope &S, PathList &Out) {
  MemberCall Member = memberCallOf(Call);
  if (Member.Object && addLibraryMember(Member, S, Out, /*Address=*/false))
    return;
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return;
  if (Words.of(Callee).PassesFirst && Call->getNumArgs() != 0)
    return addPlaces(Call->getArg(0), S, Out);
  if (Call->isGLValue())
    return addReturned(Callee, Out);
}

void PathBuilder::addPlaces(const Expr *E, FunctionScope &S, PathList &Out) {
  PathQuestion Step(*this);
  E = peel(E);
  if (!E || !Step.allowed())
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      addVariable(V, S, Out);
    else if (const auto *B = dyn_cast<BindingDecl>(Ref->getDecl()))
      addPlaces(B->getBinding(), S, Out);
  } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
    addMember(M, S, Out);
  } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    addElement(A->getBase(), A->getIdx(), A->getType(), S, Out);
  } else if (const auto *C = dyn_cast<CastExpr>(E)) {
    addCastPlaces(C, S, Out);
  } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_Deref)
      addPointees(U->getSubExpr(), S, Out);
    else if (U->isIncrementDecrementOp())
      addPlaces(U->getSubExpr(), S, Out);
  } else if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    addPlaces(B->getOpcode() == BO_Comma ? B->getRHS() : B->getLHS(), S, Out);
  } else if (const auto *T = dyn_cast<AbstractConditionalOperator>(E)) {
    addPlaces(T->getTrueExpr(), S, Out);
    addPlaces(T->getFalseExpr(), S, Out);
  } else if (const auto *G = dyn_cast<StmtExpr>(E)) {
    addPlaces(resultOf(G), S, Out);
  } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
    addCallPlaces(Call, S, Out);
  } else if (const auto *New = dyn_cast<CXXConstructExpr>(E)) {
    if (New->getConstructor()->isCopyOrMoveConstructor() && New->getNumArgs() == 1)
      addPlaces(New->getArg(0), S, Out);
  }
}

} // namespace cachelint::ast
