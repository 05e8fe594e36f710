//===-- AllocationSite.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/AllocationSite.h"

#include "tool/ast/ExprShape.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;
using cachelint::model::Bits;

namespace cachelint::ast {

/// What [expr.new] promises: the type's own alignment where it is over-aligned and aligned new is
/// used, else that of every block from operator new.
std::optional<Bits> AllocationFinder::newAlignment(QualType T) {
  const ASTContext &Ast = Context.ast();
  Bits Default = Bits::fromBits(Ast.getTargetInfo().getNewAlign());
  if (T.isNull() || T->isIncompleteType() || T->isDependentType())
    return Default;
  Bits Own = Bits::fromBits(Ast.getTypeAlign(T));
  return Context.lang().AlignedAllocation ? std::max(Own, Default) : Default;
}

AllocationSite AllocationFinder::ofNew(const CXXNewExpr *New) {
  AllocationSite F;
  F.Api = New->isArray() ? "new[]" : "new";
  F.Element = New->getAllocatedType();
  const FunctionDecl *Operator = New->getOperatorNew();
  // A class's own operator new promises what it likes.
  if (!Operator || !isa<CXXMethodDecl>(Operator))
    F.Alignment = newAlignment(F.Element);
  if (!New->isArray())
    F.Count = 1;
  else if (std::optional<const Expr *> Size = New->getArraySize(); Size && *Size)
    if (std::optional<int64_t> N = constantOf(*Size, Context.ast()); N && *N >= 0)
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

AllocationSite AllocationFinder::ofVocabulary(const CallExpr *Call, const model::Allocator &A,
                                              model::Str Name) {
  const ASTContext &Ast = Context.ast();
  auto Arg = [&](std::optional<unsigned> I) {
    return I && *I < Call->getNumArgs() ? Call->getArg(*I) : nullptr;
  };
  AllocationSite F;
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
  std::optional<Bits> Each = F.Element.isNull() ? std::nullopt : Context.sizeOf(F.Element);
  if (Bytes && Times && *Bytes > 0 && *Times > 0 && Each && Each->bytes() != 0)
    F.Count = static_cast<uint64_t>(*Bytes) * static_cast<uint64_t>(*Times) / Each->bytes();
  return F;
}

std::optional<AllocationSite> AllocationFinder::storage(const LibraryClass &Of,
                                                        QualType Container) {
  if (!Of.Owns)
    return std::nullopt;
  AllocationSite F;
  F.Element = Of.Element;
  F.Api = "std::vector";
  F.Alignment = newAlignment(Of.Element);
  const auto *Spec =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(Container->getAsCXXRecordDecl());
  if (!Spec)
    return F;
  llvm::SmallString<64> Name = plainName(Spec);
  F.Api = Context.intern(Name);
  if (Spec->getTemplateArgs().size() < 2 ||
      Spec->getTemplateArgs()[1].getKind() != TemplateArgument::Type)
    return F;
  const CXXRecordDecl *Alloc = Spec->getTemplateArgs()[1].getAsType()->getAsCXXRecordDecl();
  llvm::SmallString<64> AllocName = Alloc ? plainName(Alloc) : llvm::SmallString<64>();
  if (AllocName == "std::allocator")
    return F;
  const model::Allocator *Known = Words.allocatorOf(AllocName);
  F.Api = Context.intern(AllocName);
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

std::optional<AllocationSite> AllocationFinder::ofCall(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return std::nullopt;
  const CalleeWords &W = Words.of(Callee);
  if (W.Alloc)
    return ofVocabulary(Call, *W.Alloc, Context.intern(plainName(Callee)));
  if (!Callee->isInStdNamespace() || !Callee->getIdentifier())
    return std::nullopt;
  llvm::StringRef Name = Callee->getName();
  if (!Name.starts_with("make_unique") && !Name.starts_with("make_shared"))
    return std::nullopt;
  QualType T = madeType(Callee);
  if (T.isNull())
    return std::nullopt;
  AllocationSite F;
  F.Api = Context.intern(plainName(Callee));
  const ArrayType *Array = T->getAsArrayTypeUnsafe();
  F.Element = Array ? Array->getElementType() : T;
  F.Alignment = newAlignment(F.Element);
  if (Name.starts_with("make_shared")) // the counts lie before the object
    F.Alignment = Bits::fromBits(Context.ast().getTypeAlign(F.Element));
  if (!Array)
    F.Count = 1;
  else if (Call->getNumArgs() != 0)
    if (std::optional<int64_t> N = constantOf(Call->getArg(0), Context.ast()); N && *N >= 0)
      F.Count = *N;
  return F;
}

std::optional<AllocationSite> AllocationFinder::site(const Expr *E) {
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

const Expr *AllocationFinder::allocationIn(const Expr *Value, unsigned Depth) {
  const Expr *E = peelCasts(Value);
  if (!E || Depth > MaxExprDepth)
    return nullptr;
  if (isa<CXXNewExpr>(E))
    return E;
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (ofCall(Call))
      return E;
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && Words.of(Callee).PassesFirst && Call->getNumArgs() != 0)
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
    if (LibraryType Kind = Library.of(New->getType()).Kind;
        Kind == LibraryType::SmartPointer || Kind == LibraryType::Storage)
      return allocationIn(New->getArg(0), Depth + 1);
  return nullptr;
}

} // namespace cachelint::ast
