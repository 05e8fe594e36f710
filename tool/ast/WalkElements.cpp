//===-- WalkElements.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/WalkElements.h"

#include "tool/ast/ExprShape.h"

using namespace clang;
using cachelint::model::Bits;
using cachelint::model::Walk;

namespace cachelint::ast {

constexpr unsigned MaxDepth = 8; ///< aliases of aliases

/// The local variable whose value \p E is.
static const VarDecl *loadedVariable(const Expr *E) {
  const Expr *Place = loadedPlace(peelCasts(E));
  return Place ? namedVariable(Place) : nullptr;
}

/// How many rounds `i < 32` allows; empty when that is no constant.
static std::optional<uint64_t> boundOf(const Stmt *S, const ASTContext &Ast) {
  const auto *For = dyn_cast<ForStmt>(S);
  const auto *B = For ? dyn_cast_or_null<BinaryOperator>(peelCasts(For->getCond())) : nullptr;
  if (!B || !B->isRelationalOp())
    return std::nullopt;
  std::optional<int64_t> N = constantOf(B->getRHS(), Ast);
  return N && *N > 0 ? std::optional(static_cast<uint64_t>(*N)) : std::nullopt;
}

std::optional<uint64_t> WalkElements::extentOf(const Expr *Array) const {
  std::optional<uint64_t> Rounds = boundOf(L->S, Tools.Context.ast());
  const Expr *E = peelCasts(Array);
  if (const auto *Decay = dyn_cast_or_null<CastExpr>(E);
      Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
    E = Decay->getSubExpr();
  const auto *T = E ? Tools.Context.ast().getAsConstantArrayType(E->getType()) : nullptr;
  if (!T)
    return Rounds;
  uint64_t Declared = T->getSize().getZExtValue();
  return Rounds ? std::min(*Rounds, Declared) : Declared;
}

Walk *WalkElements::walk(Walk::Along How, llvm::StringRef Name, QualType Element,
                         const Expr *Array) {
  model::TypeUse Use = Tools.Context.typeUseOf(Element);
  if (Use.Record.empty() || Use.isArray() || !Use.Size)
    return nullptr;
  for (Walk &W : Walks)
    if (W.How == How && W.Name == Name && W.Record == Use.Record)
      return &W;
  Walk W;
  W.Function = S.Key;
  W.How = How;
  W.Record = Use.Record;
  W.Name = Tools.Context.intern(Name);
  W.Complete = true;
  if (How == Walk::Along::Array) {
    W.Stride = Use.Size;
    W.Extent = Array ? extentOf(Array) : boundOf(L->S, Tools.Context.ast());
  }
  W.Often = frequencyOf(S);
  W.Pos = Tools.Context.posOf(L->S->getBeginLoc());
  Walks.push_back(std::move(W));
  return &Walks.back();
}

/// \p Value is read from what \p V points to: `n->next`, `container_of(n->list.next)`, or a local
/// that was.
bool WalkElements::linksFrom(const Stmt *Value, const VarDecl *V, unsigned Depth) const {
  if (!Value || Depth > 2 * MaxDepth)
    return false;
  if (isa<CallExpr, LambdaExpr>(Value))
    return false;
  if (const auto *M = dyn_cast<MemberExpr>(Value); M && M->isArrow())
    if (const VarDecl *Base = loadedVariable(M->getBase()); Base && Base == V)
      return true;
  if (const auto *D = dyn_cast<DeclStmt>(Value))
    return llvm::any_of(D->decls(), [&](const Decl *Each) {
      const auto *Local = dyn_cast<VarDecl>(Each);
      return Local && linksFrom(Local->getInit(), V, Depth + 1);
    });
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Value)) {
    const auto *Kept = dyn_cast<VarDecl>(Ref->getDecl());
    const LocalUse *Use = Kept && Kept != V ? S.Scan->local(Kept) : nullptr;
    return Use && Kept->getType()->isPointerType() && Use->Values.size() <= 2 &&
           llvm::any_of(Use->Values,
                        [&](const Expr *E) { return linksFrom(E, V, Depth + MaxDepth); });
  }
  return llvm::any_of(Value->children(),
                      [&](const Stmt *Child) { return linksFrom(Child, V, Depth + 1); });
}

bool WalkElements::followsLink(const VarDecl *V, const LocalUse &Use) const {
  for (size_t I = 0; I != Use.Values.size(); ++I)
    if (Use.ValueLoops[I] == L && linksFrom(Use.Values[I], V))
      return true;
  return false;
}

bool WalkElements::steps(const VarDecl *V) const {
  const LocalUse *Use = S.Scan->local(V);
  if (!Use || Use->Escapes || V->hasGlobalStorage())
    return false;
  return llvm::is_contained(Use->SteppedIn, L) ||
         (V->getType()->isPointerType() && followsLink(V, *Use));
}

bool WalkElements::isCounter(const Expr *Index) const {
  const VarDecl *V = loadedVariable(Index);
  const LocalUse *Use = V ? S.Scan->local(V) : nullptr;
  return Use && llvm::is_contained(Use->SteppedIn, L);
}

Walk *WalkElements::byIndex(const Expr *Base, const Expr *Index, QualType Element) {
  if (!isCounter(Index))
    return nullptr;
  return walk(Walk::Along::Array, Tools.Paths.textOf(Base), Element, Base);
}

/// The element of a table, by an index that is no constant, from which \p Value is read: one chain
/// of a hash table. Null when there is none.
const Expr *WalkElements::bucketOf(const Stmt *Value, unsigned Depth) const {
  if (!Value || Depth > 2 * MaxDepth)
    return nullptr;
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(Value))
    return constantOf(A->getIdx(), Tools.Context.ast()) ? nullptr : A;
  if (const auto *D = dyn_cast<DeclStmt>(Value)) {
    for (const Decl *Each : D->decls())
      if (const auto *Local = dyn_cast<VarDecl>(Each))
        if (const Expr *Found = bucketOf(Local->getInit(), Depth + 1))
          return Found;
    return nullptr;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Value)) {
    const auto *Kept = dyn_cast<VarDecl>(Ref->getDecl());
    const LocalUse *Use = Kept ? S.Scan->local(Kept) : nullptr;
    return Use && Kept->getType()->isPointerType() && Use->Values.size() == 1
               ? bucketOf(Use->Values.front(), Depth + MaxDepth)
               : nullptr;
  }
  for (const Stmt *Child : Value->children())
    if (const Expr *Found = bucketOf(Child, Depth + 1))
      return Found;
  return nullptr;
}

Walk *WalkElements::ofPointer(const VarDecl *V, unsigned Depth) {
  const LocalUse *Use = S.Scan->local(V);
  if (!Use || Use->Escapes || V->hasGlobalStorage() || !V->getType()->isPointerType())
    return nullptr;
  QualType Element = V->getType()->getPointeeType();
  llvm::StringRef Name = V->getName();
  if (llvm::is_contained(Use->SteppedIn, L))
    return walk(Walk::Along::Array, Name, Element, nullptr);
  if (followsLink(V, *Use)) {
    Walk *W = walk(Walk::Along::List, Name, Element, nullptr);
    for (size_t I = 0; W && !W->Stride && I != Use->Values.size(); ++I)
      if (const Expr *Head = Use->ValueLoops[I] == L ? nullptr : bucketOf(Use->Values[I]))
        W->Stride = Tools.Context.sizeOf(Head->getType());
    return W;
  }
  // `e = &table[i]` at the beginning of each round.
  return Use->Values.size() == 1 && Use->ValueLoops.front() == L
             ? behind(Use->Values.front(), Depth + 1)
             : nullptr;
}

Walk *WalkElements::behind(const Expr *Pointer, unsigned Depth) {
  const Expr *E = peelCasts(Pointer);
  if (!E || Depth > MaxDepth)
    return nullptr;
  if (const VarDecl *V = loadedVariable(E))
    return ofPointer(V, Depth);
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
    return at(U->getSubExpr(), Depth + 1);
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && B->getOpcode() == BO_Add && B->getLHS()->getType()->isPointerType())
    return byIndex(B->getLHS(), B->getRHS(), E->getType()->getPointeeType());
  return nullptr;
}

Walk *WalkElements::at(const Expr *Place, unsigned Depth) {
  const Expr *E = peelCasts(Place);
  if (!E || Depth > MaxDepth)
    return nullptr;
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return byIndex(A->getBase(), A->getIdx(), A->getType());
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
    return behind(U->getSubExpr(), Depth + 1);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    MemberCall Member = memberCallOf(Call);
    if (Member.Object && Member.Args.size() == 1 &&
        LibraryTypes::member(Member.Method, Tools.Library.of(objectType(Member))) ==
            LibraryMember::Element)
      return byIndex(Member.Object, Member.Args.front(), E->getType());
    return nullptr;
  }
  const VarDecl *V = namedVariable(E);
  const LocalUse *Use = V && V->getType()->isReferenceType() ? S.Scan->local(V) : nullptr;
  if (!Use)
    return nullptr;
  if (Use->RangeOver && S.Scan->loop(Use->RangeOver) == L)
    return walk(Walk::Along::Array, Tools.Paths.textOf(Use->RangeOver->getRangeInit()),
                V->getType().getNonReferenceType(), Use->RangeOver->getRangeInit());
  return Use->Values.size() == 1 && Use->ValueLoops.front() == L
             ? at(Use->Values.front(), Depth + 1)
             : nullptr;
}

WalkElements::Part WalkElements::partAt(const Expr *Place) {
  Part Found;
  Walk::Touch &What = Found.What;
  std::optional<Bits> Size;
  std::string Path;
  const Expr *E = peelCasts(Place);
  for (unsigned Depth = 0; E && Depth < 2 * MaxDepth; ++Depth, E = peelCasts(E)) {
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
      model::FieldStep Step = F ? Tools.Paths.fieldStep(F) : model::FieldStep();
      if (!Step.Offset || !Step.Size)
        return {};
      What.Offset += *Step.Offset;
      if (!Size)
        Size = Step.Size;
      if (!Step.Name.empty())
        Path = Step.Name.str() + (Path.empty() ? "" : "." + Path);
      Found.Of = M->isArrow() ? behind(M->getBase()) : at(M->getBase());
      if (Found.Of || M->isArrow())
        break;
      E = M->getBase();
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      const auto *Decay = dyn_cast<CastExpr>(peelCasts(A->getBase()));
      std::optional<Bits> Each = Tools.Context.sizeOf(A->getType());
      if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay || !Each)
        return {};
      std::optional<int64_t> N = constantOf(A->getIdx(), Tools.Context.ast());
      if (N && *N >= 0) {
        What.Offset += *Each * static_cast<uint64_t>(*N);
        Size = Size ? Size : Each;
      } else {
        What.Offset = Bits();
        Size.reset(); // any element: the array as a whole
      }
      E = Decay->getSubExpr();
    } else {
      return {};
    }
  }
  if (!Found.Of || !Size)
    return {};
  What.Size = *Size;
  What.Path = Tools.Context.intern(Path);
  What.Pos = Tools.Context.posOf(Place->getExprLoc());
  return Found;
}

} // namespace cachelint::ast
