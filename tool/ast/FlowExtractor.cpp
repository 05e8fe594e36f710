//===-- FlowExtractor.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/FlowExtractor.h"

#include "tool/ast/ExprShape.h"

#include "llvm/ADT/SmallSet.h"

using namespace clang;
using cachelint::model::Slot;
using cachelint::model::Str;
using cachelint::model::ValueFlow;

namespace cachelint::ast {

static bool isFollowed(QualType T) {
  T = T.getNonReferenceType();
  return T->isIntegralOrEnumerationType() || T->isAnyPointerType() || T->isMemberPointerType() ||
         T->isAtomicType();
}

void FlowExtractor::add(ValueSources Sources, Slot To, bool IsInteger, SourceLocation At,
                        FunctionScope &S) {
  if (To.K == Slot::Kind::None || To.K == Slot::Kind::Opaque)
    return;
  if (Sources.Mixed) // computed: no longer what it was made from
    Sources.List.assign(1, {{Slot::Kind::Opaque, {}, {}, 0}, std::nullopt, false});
  for (ValueSource &Source : Sources.List) {
    bool Unknown = Source.From.K == Slot::Kind::Opaque;
    if ((Unknown && !IsInteger) || (!Source.AddressOf && Source.From == To))
      continue;
    ValueFlow F;
    F.From = Source.From;
    F.To = To;
    F.Counter = Source.Counter;
    if (Source.AddressOf) {
      // The first index tells whether each round hands on an element of its own.
      for (const model::PathStep &Step : Source.AddressOf->Steps)
        if (const auto *Index = std::get_if<model::IndexStep>(&Step)) {
          F.Counter = Index->Index.LoopCounter;
          break;
        }
      F.AddressOf = std::move(Source.AddressOf);
    }
    F.Function = S.Key;
    F.Pos = Tools.Context.posOf(At);
    Tools.Facts.Flows.push_back(std::move(F));
  }
}

void FlowExtractor::value(const Expr *Value, Slot To, FunctionScope &S) {
  if (!Value || isNullPointer(Value))
    return;
  QualType T = Value->getType();
  add(Tools.Paths.sources(Value, S), To, T->isIntegralOrEnumerationType(), Value->getExprLoc(), S);
}

/// Elements of a scalar array: numbers that all differ may be the numbers of threads.
void FlowExtractor::arrayOfScalars(const InitListExpr *List, Str Owner, Str Name,
                                   FunctionScope &S) {
  Slot Element = {Slot::Kind::Element, Owner, Name, 0};
  llvm::SmallSet<int64_t, 16> Seen;
  bool Distinct = List->getNumInits() > 1 && List->getNumInits() <= 1024;
  for (const Expr *Init : List->inits()) {
    std::optional<int64_t> Constant =
        Distinct ? constantOf(peelCasts(Init), Tools.Context.ast()) : std::nullopt;
    Distinct = Constant && Seen.insert(*Constant).second;
    if (!Constant && !isa<ImplicitValueInitExpr>(Init))
      value(Init, Element, S);
  }
  if (Distinct)
    distinct(Element, List->getExprLoc(), S);
}

void FlowExtractor::distinct(Slot To, SourceLocation At, FunctionScope &S) {
  ValueSources One;
  One.List.push_back({{Slot::Kind::Distinct, {}, {}, 0}, std::nullopt, false});
  add(std::move(One), To, true, At, S);
}

void FlowExtractor::aggregate(const InitListExpr *List, Str ArrayOwner, Str ArrayName,
                              FunctionScope &S, unsigned Depth) {
  if (Depth > MaxExprDepth)
    return;
  if (const InitListExpr *Semantic = List->getSemanticForm())
    List = Semantic;
  QualType T = List->getType();
  if (const ArrayType *A = T->getAsArrayTypeUnsafe()) {
    QualType Innermost = A->getElementType();
    if (isFollowed(Innermost))
      return arrayOfScalars(List, ArrayOwner, ArrayName, S);
    for (const Expr *Init : List->inits())
      if (const auto *Row = dyn_cast_or_null<InitListExpr>(peel(Init)))
        aggregate(Row, ArrayOwner, ArrayName, S, Depth + 1);
    return;
  }
  const auto *Record = T->getAsRecordDecl();
  if (!Record)
    return;
  unsigned I = 0;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    I = Class->getNumBases(); // their initialisers come first
  for (const FieldDecl *Field : Record->fields()) {
    if (Field->isUnnamedBitField())
      continue;
    if (Record->isUnion()) {
      Field = List->getInitializedFieldInUnion();
      if (!Field)
        return;
    }
    if (I >= List->getNumInits())
      return;
    const Expr *Init = List->getInit(I++);
    if (Init && !isa<ImplicitValueInitExpr>(Init))
      initialised(Field, Init, S);
    if (Record->isUnion())
      return;
  }
}

static const InitListExpr *listIn(const Expr *Value) {
  const Expr *E = peelCasts(Value);
  if (const auto *C = dyn_cast_or_null<CastExpr>(E); C && C->getCastKind() == CK_LValueToRValue)
    E = peel(C->getSubExpr());
  if (const auto *Literal = dyn_cast_or_null<CompoundLiteralExpr>(E))
    E = peel(Literal->getInitializer());
  return dyn_cast_or_null<InitListExpr>(E);
}

bool FlowExtractor::aggregateIn(const Expr *Value, Slot Place, FunctionScope &S) {
  const InitListExpr *List = listIn(Value);
  if (!List || (!List->getType()->isRecordType() && !List->getType()->isArrayType()))
    return false;
  aggregate(List, Place.Owner, Place.Name, S, 0);
  return true;
}

void FlowExtractor::assigned(const Expr *Place, const Expr *Value, FunctionScope &S) {
  if (!Place->getType()->isScalarType() && !Place->getType()->isAtomicType()) {
    aggregateIn(Value, Slot(), S);
    return;
  }
  if (!isFollowed(Place->getType()))
    return;
  llvm::SmallVector<Slot, 2> Targets = Tools.Paths.targets(Place, S);
  if (Targets.empty())
    return;
  bool Before = std::exchange(S.Handing, true);
  for (Slot To : Targets)
    value(Value, To, S);
  S.Handing = Before;
}

void FlowExtractor::initialised(const VarDecl *V, FunctionScope &S) {
  const Expr *Init = V->getInit();
  if (!Init)
    return;
  if (const InitListExpr *List = listIn(Init);
      List && (V->getType()->isRecordType() || V->getType()->isArrayType())) {
    // No Local slot is named by this: elements go by the variable's key alone.
    aggregateIn(Init, {Slot::Kind::Global, Tools.Context.variableKey(V), {}, 0}, S);
  } else if (V->hasGlobalStorage() && isFollowed(V->getType())) {
    value(Init, Tools.Paths.slotOf(V, S), S);
  }
}

void FlowExtractor::initialised(const FieldDecl *Member, const Expr *Value, FunctionScope &S) {
  const model::FieldStep Step = Tools.Paths.fieldStep(Member);
  Slot To = {Slot::Kind::Field, Step.Record, Step.Name, 0};
  if (aggregateIn(Value, To, S))
    return;
  bool Library = Tools.Library.of(Member->getType()).Kind != LibraryType::None;
  if (!isFollowed(Member->getType()) && !Library)
    return;
  bool Before = std::exchange(S.Handing, true);
  value(Value, To, S);
  S.Handing = Before;
}

void FlowExtractor::returned(const Expr *Value, FunctionScope &S) {
  if (!Value || !S.Function || S.Key.empty())
    return;
  Slot To = {Slot::Kind::Return, Tools.Context.functionKey(S.Function), {}, 0};
  QualType T = S.Function->getReturnType();
  if (T->isReferenceType()) {
    ValueSources Address;
    for (model::AccessPath &Path : Tools.Paths.places(Value, S))
      Address.List.push_back({Slot(), std::move(Path), false});
    add(std::move(Address), To, false, Value->getExprLoc(), S);
  }
  if (isFollowed(T))
    value(Value, To, S);
}

void FlowExtractor::passed(const Expr *Value, Slot To, QualType Param, FunctionScope &S) {
  const Expr *Shape = peelCasts(Value);
  if (!Shape || isa<CXXDefaultArgExpr>(Value))
    return;
  QualType T = Param.isNull() ? Value->getType() : Param;
  bool ByReference = T->isReferenceType() || (Param.isNull() && Value->isGLValue());
  QualType Object = T.getNonReferenceType();
  // What a reference to const scalar gets is the value; all else gets the place.
  bool Place =
      ByReference && Value->isGLValue() && !(Object.isConstQualified() && isFollowed(Object));
  if (Place) {
    ValueSources Address;
    for (model::AccessPath &Path : Tools.Paths.places(Value, S))
      Address.List.push_back({Slot(), std::move(Path), false});
    add(std::move(Address), To, false, Value->getExprLoc(), S);
  }
  if (isFollowed(Object) || Tools.Library.of(Object).Kind == LibraryType::SmartPointer)
    value(Value, To, S);
}

void FlowExtractor::passed(const FunctionDecl *Callee, const Expr *Object, bool ObjectIsPointer,
                           llvm::ArrayRef<const Expr *> Args, FunctionScope &S) {
  Str Key = Tools.Context.functionKey(Callee);
  if (Object) {
    Slot This = {Slot::Kind::Param, Key, {}, Slot::This};
    if (ObjectIsPointer)
      value(Object, This, S);
    else
      passed(Object, This, QualType(), S);
  }
  for (unsigned I = 0; I < Args.size() && I < Callee->getNumParams(); ++I)
    passed(Args[I], {Slot::Kind::Param, Key, {}, I}, Callee->getParamDecl(I)->getType(), S);
}

void FlowExtractor::captured(const LambdaExpr *L, Str LambdaKey, FunctionScope &S) {
  bool Before = std::exchange(S.Handing, true);
  auto Init = L->capture_init_begin();
  for (const LambdaCapture &C : L->captures()) {
    const Expr *Value = *Init++;
    if (!C.capturesVariable() || C.getCaptureKind() != LCK_ByCopy)
      continue;
    const auto *V = dyn_cast<VarDecl>(C.getCapturedVar());
    if (!V || !isFollowed(V->getType()))
      continue;
    Slot Copy = {Slot::Kind::Local, LambdaKey, Tools.Context.variableKey(V), 0};
    value(V->isInitCapture() && V->getInit() ? V->getInit() : Value, Copy, S);
  }
  S.Handing = Before;
}

void FlowExtractor::namedLocals(FunctionScope &S) {
  // Naming a local's values may name further locals: the list grows while it is read.
  for (size_t I = 0; I < S.NamedLocals.size(); ++I) {
    const VarDecl *V = S.NamedLocals[I];
    const LocalUse *Use = S.Scan->local(V);
    if (!Use || !isFollowed(V->getType()) || Use->RangeOver)
      continue;
    Slot To = Tools.Paths.slotOf(V, S);
    for (size_t J = 0; J < Use->Values.size(); ++J) {
      const Loop *Before = std::exchange(S.InLoop, Use->ValueLoops[J]);
      value(Use->Values[J], To, S);
      S.InLoop = Before;
    }
  }
}

} // namespace cachelint::ast
