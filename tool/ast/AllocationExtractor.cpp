//===-- AllocationExtractor.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/AllocationExtractor.h"

#include "tool/ast/ExprShape.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;
using cachelint::model::Bits;
using cachelint::model::Slot;

namespace cachelint::ast {

/// What [expr.new] promises: the type's own alignment where it is over-aligned and aligned new is
/// used, else that of every block from operator new.
std::optional<Bits> AllocationExtractor::newAlignment(QualType T) {
  const ASTContext &Ast = Tools.Context.ast();
  Bits Default = Bits::fromBits(Ast.getTargetInfo().getNewAlign());
  if (T.isNull() || T->isIncompleteType() || T->isDependentType())
    return Default;
  Bits Own = Bits::fromBits(Ast.getTypeAlign(T));
  return Tools.Context.lang().AlignedAllocation ? std::max(Own, Default) : Default;
}

AllocationExtractor::Found AllocationExtractor::ofNew(const CXXNewExpr *New) {
  Found F;
  F.Api = New->isArray() ? "new[]" : "new";
  F.Element = New->getAllocatedType();
  const FunctionDecl *Operator = New->getOperatorNew();
  // A class's own operator new promises what it likes.
  if (!Operator || !isa<CXXMethodDecl>(Operator))
    F.Alignment = newAlignment(F.Element);
  if (!New->isArray())
    F.Count = 1;
  else if (std::optional<const Expr *> Size = New->getArraySize(); Size && *Size)
    if (std::optional<int64_t> N = constantOf(*Size, Tools.Context.ast()); N && *N >= 0)
      F.Count = *N;
  return F;
}

/// The type whose size is asked for in \p E: `n * sizeof(struct row)`.
static QualType sizedType(const Expr *E, unsigned Depth = 0) {
  E = peelCasts(E);
  if (!E || Depth > MaxExprDepth)
    return {};
  if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
    return Size->getKind() == UETT_SizeOf ? Size->getTypeOfArgument() : QualType();
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    QualType L = sizedType(B->getLHS(), Depth + 1);
    return L.isNull() ? sizedType(B->getRHS(), Depth + 1) : L;
  }
  return {};
}

AllocationExtractor::Found AllocationExtractor::ofVocabulary(const CallExpr *Call,
                                                             const model::Allocator &A,
                                                             model::Str Name) {
  const ASTContext &Ast = Tools.Context.ast();
  auto Arg = [&](std::optional<unsigned> I) {
    return I && *I < Call->getNumArgs() ? Call->getArg(*I) : nullptr;
  };
  Found F;
  F.Api = Name;
  F.Result = Arg(A.ResultArg);
  if (const Expr *Align = Arg(A.AlignArg)) {
    std::optional<int64_t> Value = constantOf(Align, Ast);
    uint64_t Bytes = Value && *Value > 0 ? static_cast<uint64_t>(*Value) : 0;
    if (Value && Bytes == 0)
      Bytes = A.AlignZeroMeans;
    if (Bytes != 0)
      F.Alignment = Bits::fromBytes(Bytes);
  } else if (A.Alignment) {
    // The profiles write what a 64-bit C library promises; twice the size of a pointer elsewhere.
    uint64_t Bytes = *A.Alignment;
    if (Bytes == 16)
      Bytes = std::min<uint64_t>(Bytes, Ast.getTargetInfo().getPointerWidth(LangAS::Default) / 4);
    F.Alignment = Bits::fromBytes(Bytes);
  }
  const Expr *Size = Arg(A.SizeArg);
  F.Element = sizedType(Size);
  if (F.Element.isNull())
    F.Element = sizedType(Arg(A.CountArg));
  std::optional<int64_t> Bytes = constantOf(Size, Ast);
  std::optional<int64_t> Times = A.CountArg ? constantOf(Arg(A.CountArg), Ast) : 1;
  std::optional<Bits> Each = F.Element.isNull() ? std::nullopt : Tools.Context.sizeOf(F.Element);
  if (Bytes && Times && *Bytes > 0 && *Times > 0 && Each && Each->bytes() != 0)
    F.Count = static_cast<uint64_t>(*Bytes) * static_cast<uint64_t>(*Times) / Each->bytes();
  return F;
}

std::optional<AllocationExtractor::Found> AllocationExtractor::ofContainer(const LibraryClass &Of,
                                                                           QualType Container) {
  if (!Of.Owns)
    return std::nullopt;
  Found F;
  F.Element = Of.Element;
  F.Api = "std::vector";
  F.Alignment = newAlignment(Of.Element);
  const auto *Spec =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(Container->getAsCXXRecordDecl());
  if (!Spec)
    return F;
  llvm::SmallString<64> Name = plainName(Spec);
  F.Api = Tools.Context.intern(Name);
  if (Spec->getTemplateArgs().size() < 2 ||
      Spec->getTemplateArgs()[1].getKind() != TemplateArgument::Type)
    return F;
  const CXXRecordDecl *Alloc = Spec->getTemplateArgs()[1].getAsType()->getAsCXXRecordDecl();
  llvm::SmallString<64> AllocName = Alloc ? plainName(Alloc) : llvm::SmallString<64>();
  if (AllocName == "std::allocator")
    return F;
  const model::Allocator *Known = Tools.Words.allocatorOf(AllocName);
  F.Api = Tools.Context.intern(AllocName);
  F.Alignment =
      Known && Known->Alignment ? std::optional(Bits::fromBytes(*Known->Alignment)) : std::nullopt;
  return F;
}

/// The type argument of std::make_unique<T> and its kin.
static QualType madeType(const FunctionDecl *F) {
  const TemplateArgumentList *Args = F->getTemplateSpecializationArgs();
  return Args && Args->size() != 0 && Args->get(0).getKind() == TemplateArgument::Type
             ? Args->get(0).getAsType()
             : QualType();
}

std::optional<AllocationExtractor::Found> AllocationExtractor::ofCall(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return std::nullopt;
  const CalleeWords &W = Tools.Words.of(Callee);
  if (W.Alloc)
    return ofVocabulary(Call, *W.Alloc, Tools.Context.intern(plainName(Callee)));
  if (!Callee->isInStdNamespace() || !Callee->getIdentifier())
    return std::nullopt;
  llvm::StringRef Name = Callee->getName();
  if (!Name.starts_with("make_unique") && !Name.starts_with("make_shared"))
    return std::nullopt;
  QualType T = madeType(Callee);
  if (T.isNull())
    return std::nullopt;
  Found F;
  F.Api = Tools.Context.intern(plainName(Callee));
  const ArrayType *Array = T->getAsArrayTypeUnsafe();
  F.Element = Array ? Array->getElementType() : T;
  F.Alignment = newAlignment(F.Element);
  if (Name.starts_with("make_shared")) // the counts lie before the object
    F.Alignment = Bits::fromBits(Tools.Context.ast().getTypeAlign(F.Element));
  if (!Array)
    F.Count = 1;
  else if (Call->getNumArgs() != 0)
    if (std::optional<int64_t> N = constantOf(Call->getArg(0), Tools.Context.ast()); N && *N >= 0)
      F.Count = *N;
  return F;
}

std::optional<AllocationExtractor::Found> AllocationExtractor::allocationOf(const Expr *E) {
  if (const auto *New = dyn_cast<CXXNewExpr>(E)) {
    // Placement new makes an object in memory that is there already.
    const FunctionDecl *Operator = New->getOperatorNew();
    if (Operator && Operator->isReservedGlobalPlacementOperator())
      return std::nullopt;
    return ofNew(New);
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call ? ofCall(Call) : std::nullopt;
}

const Expr *AllocationExtractor::allocationIn(const Expr *Value, unsigned Depth) {
  const Expr *E = peelCasts(Value);
  if (!E || Depth > MaxExprDepth)
    return nullptr;
  if (isa<CXXNewExpr>(E))
    return E;
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (ofCall(Call))
      return E;
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && Tools.Words.of(Callee).PassesFirst && Call->getNumArgs() != 0)
      return allocationIn(Call->getArg(0), Depth + 1);
    return nullptr;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->getOpcode() == BO_Comma || B->getOpcode() == BO_Assign
               ? allocationIn(B->getRHS(), Depth + 1)
               : nullptr;
  if (const auto *T = dyn_cast<AbstractConditionalOperator>(E)) {
    const Expr *Found = allocationIn(T->getTrueExpr(), Depth + 1);
    return Found ? Found : allocationIn(T->getFalseExpr(), Depth + 1);
  }
  if (const auto *G = dyn_cast<StmtExpr>(E))
    return allocationIn(resultOf(G), Depth + 1);
  if (const auto *New = dyn_cast<CXXConstructExpr>(E); New && New->getNumArgs() >= 1)
    if (LibraryType Kind = Tools.Library.of(New->getType()).Kind;
        Kind == LibraryType::SmartPointer || Kind == LibraryType::Storage)
      return allocationIn(New->getArg(0), Depth + 1);
  return nullptr;
}

void AllocationExtractor::add(const Expr *E, const Found &F, PathList To, QualType Pointee,
                              FunctionScope &S) {
  model::Allocation A;
  A.Api = F.Api;
  A.Function = S.Key;
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
  const Expr *E = allocationIn(Value);
  if (!E)
    return;
  std::optional<Found> F = allocationOf(E);
  if (!F || F->Result || !Done.insert(E).second)
    return;
  add(E, *F, std::move(To), Pointer.isNull() ? QualType() : Pointer->getPointeeType(), S);
}

void AllocationExtractor::stored(const Expr *Value, const Expr *Place, FunctionScope &S) {
  if (allocationIn(Value))
    addStored(Value, Tools.Paths.places(Place, S), Place->getType(), S);
}

void AllocationExtractor::stored(const Expr *Value, Slot To, llvm::StringRef Name,
                                 FunctionScope &S) {
  if (!allocationIn(Value))
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
  if (!Container && !allocationIn(Value))
    return;
  model::AccessPath Path;
  Path.Root = Tools.Paths.namedSlot(V, S);
  Path.RootName = V->getIdentifier() ? Tools.Context.intern(V->getName()) : model::Str();
  PathList Paths;
  Paths.push_back(std::move(Path));
  if (!Container)
    addStored(Value, std::move(Paths), V->getType(), S);
  else if (std::optional<Found> F = ofContainer(Of, V->getType()))
    add(Value, *F, std::move(Paths), QualType(), S);
}

void AllocationExtractor::stored(const Expr *Value, const FieldDecl *Member, FunctionScope &S) {
  LibraryClass Of = Tools.Library.of(Member->getType());
  bool Container = constructsElements(Value, Of);
  if (!Container && !allocationIn(Value))
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
  else if (std::optional<Found> F = ofContainer(Of, Member->getType()))
    add(Value, *F, std::move(Paths), QualType(), S);
}

void AllocationExtractor::visited(const Expr *E, FunctionScope &S) {
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    MemberCall Member = memberCallOf(Call);
    if (Member.Object) {
      LibraryClass Of = Tools.Library.of(objectType(Member));
      if (!Of.Owns || LibraryTypes::member(Member.Method, Of) != LibraryMember::Grow)
        return;
      if (std::optional<Found> F = ofContainer(Of, objectType(Member)))
        add(E, *F,
            Member.Arrow ? Tools.Paths.pointees(Member.Object, S)
                         : Tools.Paths.places(Member.Object, S),
            QualType(), S);
      return;
    }
  }
  std::optional<Found> F = allocationOf(E);
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
