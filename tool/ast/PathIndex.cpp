//===-- PathIndex.cpp - steps to elements of arrays ------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/ExprShape.h"
#include "tool/ast/LinearIndex.h"
#include "tool/ast/PathBuilder.h"

using namespace clang;
using namespace cachelint::model;

namespace cachelint::ast {

IndexStep PathBuilder::elementStep(QualType Element) {
  IndexStep Step;
  TypeUse Use = Context.typeUseOf(Element);
  Step.Stride = Context.sizeOf(Element);
  Step.ElementRecord = Use.Record;
  Step.ElementType = Use.Spelling;
  Step.ElementTraits = Use.Traits;
  return Step;
}

/// The declaration of the array that \p E is, or is a row of, and how many bounds lie before it.
static std::pair<const DeclaratorDecl *, unsigned> declaredArray(const Expr *E) {
  unsigned Dimension = 0;
  for (E = peelCasts(E); E; E = peelCasts(E)) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return {dyn_cast<DeclaratorDecl>(Ref->getDecl()), Dimension};
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return {dyn_cast<DeclaratorDecl>(M->getMemberDecl()), Dimension};
    const auto *A = dyn_cast<ArraySubscriptExpr>(E);
    const auto *Decay = A ? dyn_cast<CastExpr>(peelCasts(A->getBase())) : nullptr;
    if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
      break;
    E = Decay->getSubExpr();
    ++Dimension;
  }
  return {nullptr, 0};
}

IndexStep PathBuilder::firstElement(const Expr *Array, QualType Element) {
  IndexStep Step = elementStep(Element);
  Step.Index.Constant = 0;
  QualType T = Array->getType();
  if (const auto *A = Context.ast().getAsConstantArrayType(T))
    Step.Extent = A->getSize().getZExtValue();
  if (T->isArrayType() || Library.of(T).Kind == LibraryType::Array)
    if (auto [D, Dimension] = declaredArray(Array); D)
      Step.BoundText = Bounds.text(D, Dimension);
  return Step;
}

static void insertSorted(llvm::SmallVectorImpl<Slot> &Slots, const Slot &New) {
  auto *It = std::lower_bound(Slots.begin(), Slots.end(), New);
  if (It == Slots.end() || !(*It == New))
    Slots.insert(It, New);
}

void PathBuilder::addToIndex(IndexExpr &I, const Expr *Term, FunctionScope &S) {
  ValueSources V;
  addSources(Term, S, V);
  I.Constant.reset();
  I.Mixed |= V.Mixed;
  for (const ValueSource &Source : V.List) {
    if (Source.AddressOf || Source.From.K == Slot::Kind::Opaque) {
      I.Mixed = true;
      continue;
    }
    I.LoopCounter |= Source.Counter;
    insertSorted(I.From, Source.From);
  }
  if (I.Text.empty())
    I.Text = textOf(Term);
}

/// What \p Index adds to the last step of each path, or a step of its own where there is none.
void PathBuilder::indexPaths(PathList &Out, size_t From, const Expr *Index, bool Negative,
                             QualType Element, FunctionScope &S) {
  if (Out.size() == From)
    return;
  LinearIndex Sum = linearIndex(Index, Negative, S, Words, Context.ast());
  IndexStep Own = elementStep(Element);
  llvm::SmallVector<IndexStep, 2> Scaled;
  IndexExpr Rest;
  Rest.Constant = Sum.Constant;
  for (const LinearTerm &T : Sum.Terms) {
    if (T.Scale == 1 || !Own.Stride) {
      addToIndex(Rest, T.E, S);
      continue;
    }
    IndexStep Row = Own;
    Row.Stride = *Own.Stride * T.Scale;
    addToIndex(Row.Index, T.E, S);
    if (!Scaled.empty() && Scaled.back().Stride == Row.Stride)
      addToIndex(Scaled.back().Index, T.E, S);
    else
      Scaled.push_back(std::move(Row));
  }
  for (size_t I = From; I < Out.size(); ++I) {
    auto &Steps = Out[I].Steps;
    IndexStep Last = Own;
    Last.Index.Constant = 0;
    if (auto *Before = Steps.empty() ? nullptr : std::get_if<IndexStep>(&Steps.back());
        Before && Before->Stride == Own.Stride) {
      Last = std::move(*Before);
      Steps.pop_back();
    }
    for (IndexStep Row : Scaled) {
      uint64_t Scale = Row.Stride->bits() / std::max<uint64_t>(Own.Stride->bits(), 1);
      if (Last.Extent && Scale != 0)
        Row.Extent = *Last.Extent / Scale;
      Steps.push_back(std::move(Row));
    }
    bool Moved = !Rest.Constant || *Rest.Constant != 0; // by more than the scaled terms
    if (Last.Index.Constant && Rest.Constant)
      *Last.Index.Constant += *Rest.Constant;
    else if (Moved)
      Last.Index.Constant.reset();
    for (const Slot &New : Rest.From)
      insertSorted(Last.Index.From, New);
    Last.Index.LoopCounter |= Rest.LoopCounter;
    Last.Index.Mixed |= Rest.Mixed;
    if (!Rest.Text.empty())
      Last.Index.Text = Rest.Text;
    if (Scaled.empty() || !Last.Index.Constant || *Last.Index.Constant != 0)
      Steps.push_back(std::move(Last));
  }
}

void PathBuilder::addElement(const Expr *Base, const Expr *Index, QualType Element,
                             FunctionScope &S, PathList &Out) {
  size_t From = Out.size();
  addPointees(Base, S, Out);
  indexPaths(Out, From, Index, false, Element, S);
}

Slot PathBuilder::counterSlot(const VarDecl *V, const Loop *L, FunctionScope &S) {
  if ((S.Handing || S.SeenFromLambda) && L->Launches)
    return {Slot::Kind::LaunchId, S.Key, Context.variableKey(V), 0};
  return slotOf(V, S);
}

/// \p Pointer is moved from element to element: by ++ or by a loop over a container.
void PathBuilder::walked(const VarDecl *Pointer, FunctionScope &S, PathList &Out, size_t From) {
  FunctionScope *Owner = S.scopeOf(Pointer);
  const LocalUse *Use = Owner ? Owner->Scan->local(Pointer) : nullptr;
  if (!Use || Use->SteppedIn.empty())
    return;
  const Loop *Around = Owner->counterLoop(Pointer);
  QualType T = Pointer->getType();
  QualType Element = T->isPointerType() ? T->getPointeeType() : T.getNonReferenceType();
  if (LibraryClass Of = Library.of(T); Of.Kind == LibraryType::Iterator)
    Element = Of.Element;
  for (size_t I = From; I < Out.size(); ++I) {
    auto *Last = Out[I].Steps.empty() ? nullptr : std::get_if<IndexStep>(&Out[I].Steps.back());
    if (!Last) {
      Out[I].Steps.push_back(elementStep(Element));
      Last = std::get_if<IndexStep>(&Out[I].Steps.back());
    }
    Last->Index.Constant.reset();
    Last->Index.LoopCounter |= Around && !Owner->SeenFromLambda;
    Last->Index.Mixed |= Around == nullptr; // somewhere in the array
    if (Around)
      insertSorted(Last->Index.From, counterSlot(Pointer, Around, *Owner));
    if (Last->Index.Text.empty() && Pointer->getIdentifier())
      Last->Index.Text = Context.intern(Pointer->getName());
  }
}

} // namespace cachelint::ast
