//===-- AllocationExtractor.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/AllocationExtractor.h"

#include "tool/ast/ExprShape.h"

using namespace clang;
using cachelint::model::Slot;

namespace cachelint::ast {

void AllocationExtractor::add(const Expr *E, const AllocationSite &F, PathList To, QualType Pointee,
                              FunctionScope &S) {
  model::Allocation A;
  A.Api = F.Api;
  A.Function = S.Key;
  A.Callee = F.Callee;
  A.PerCpu = F.PerCpu;
  A.Alignment = F.Alignment;
  A.Count = F.Count;
  QualType Element = F.Element;
  // `lanes = aligned_alloc(64, N * 64)` names its type only by where it goes.
  if (Element.isNull() && !Pointee.isNull() && !Pointee->isVoidType())
    Element = Pointee;
  if (!Element.isNull())
    A.Element = Tools.Context.typeUseOf(Element);
  A.Pos = Tools.Context.posOf(E->getExprLoc());
  if (To.empty())
    Tools.Facts.Allocations.push_back(A);
  for (model::AccessPath &Path : To) {
    A.AssignedTo = std::move(Path);
    Tools.Facts.Allocations.push_back(A);
  }
}

void AllocationExtractor::addStored(const Expr *Value, PathList To, QualType Pointer,
                                    FunctionScope &S) {
  const Expr *E = Finder.allocationIn(Value);
  if (!E)
    return;
  std::optional<AllocationSite> F = Finder.site(E);
  if (!F || F->Result || !Done.insert(E).second)
    return;
  add(E, *F, std::move(To), Pointer.isNull() ? QualType() : Pointer->getPointeeType(), S);
}

void AllocationExtractor::stored(const Expr *Value, const Expr *Place, FunctionScope &S) {
  if (Finder.allocationIn(Value))
    addStored(Value, Tools.Paths.places(Place, S), Place->getType(), S);
}

void AllocationExtractor::stored(const Expr *Value, Slot To, llvm::StringRef Name,
                                 FunctionScope &S) {
  if (!Finder.allocationIn(Value))
    return;
  model::AccessPath Path;
  Path.Root = To;
  Path.RootName = Tools.Context.intern(Name);
  PathList Paths;
  Paths.push_back(std::move(Path));
  addStored(Value, std::move(Paths), QualType(), S);
}

/// The container that \p Value constructs with elements in it; none for a copy.
static bool constructsElements(const Expr *Value, const LibraryClass &Of) {
  const auto *New = dyn_cast_or_null<CXXConstructExpr>(peel(Value));
  return Of.Owns && New && New->getNumArgs() != 0 &&
         !New->getConstructor()->isCopyOrMoveConstructor();
}

void AllocationExtractor::stored(const Expr *Value, const VarDecl *V, FunctionScope &S) {
  LibraryClass Of = Tools.Library.of(V->getType());
  bool Container = constructsElements(Value, Of);
  if (!Container && !Finder.allocationIn(Value))
    return;
  model::AccessPath Path;
  Path.Root = Tools.Paths.namedSlot(V, S);
  Path.RootName = V->getIdentifier() ? Tools.Context.intern(V->getName()) : model::Str();
  PathList Paths;
  Paths.push_back(std::move(Path));
  if (!Container)
    addStored(Value, std::move(Paths), V->getType(), S);
  else if (std::optional<AllocationSite> F = Finder.storage(Of, V->getType()))
    add(Value, *F, std::move(Paths), QualType(), S);
}

void AllocationExtractor::stored(const Expr *Value, const FieldDecl *Member, FunctionScope &S) {
  LibraryClass Of = Tools.Library.of(Member->getType());
  bool Container = constructsElements(Value, Of);
  if (!Container && !Finder.allocationIn(Value))
    return;
  model::AccessPath Path;
  Path.Root = Tools.Paths.thisSlot(S);
  Path.RootName = "this";
  Path.Steps.push_back(model::DerefStep());
  Path.Steps.push_back(Tools.Paths.fieldStep(Member));
  PathList Paths;
  Paths.push_back(std::move(Path));
  if (!Container)
    addStored(Value, std::move(Paths), Member->getType(), S);
  else if (std::optional<AllocationSite> F = Finder.storage(Of, Member->getType()))
    add(Value, *F, std::move(Paths), QualType(), S);
}

void AllocationExtractor::visited(const Expr *E, FunctionScope &S) {
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    MemberCall Member = memberCallOf(Call);
    if (Member.Object) {
      LibraryClass Of = Tools.Library.of(objectType(Member));
      if (!Of.Owns || LibraryTypes::member(Member.Method, Of) != LibraryMember::Grow)
        return;
      if (std::optional<AllocationSite> F = Finder.storage(Of, objectType(Member)))
        add(E, *F,
            Member.Arrow ? Tools.Paths.pointees(Member.Object, S)
                         : Tools.Paths.places(Member.Object, S),
            QualType(), S);
      return;
    }
  }
  std::optional<AllocationSite> F = Finder.site(E);
  if (!F || !Done.insert(E).second)
    return;
  PathList To;
  QualType Pointee;
  if (F->Result) {
    To = Tools.Paths.pointees(F->Result, S);
    QualType Pointer = peelCasts(F->Result)->getType()->getPointeeType();
    Pointee = Pointer.isNull() ? QualType() : Pointer->getPointeeType();
  }
  add(E, *F, std::move(To), Pointee, S);
}

} // namespace cachelint::ast
