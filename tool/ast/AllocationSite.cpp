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

/// Of the program, not of the library: what it promises is what it likes. The first declaration of
/// the global operators is clang's own and stands nowhere.
bool AllocationFinder::isOwn(const FunctionDecl *Operator) const {
  return llvm::any_of(Operator->redecls(), [&](const FunctionDecl *F) {
    return !F->isImplicit() && F->getLocation().isValid() &&
           !Context.inSystemHeader(F->getLocation());
  });
}

AllocationSite AllocationFinder::ofNew(const CXXNewExpr *New) {
  AllocationSite F;
  F.Api = New->isArray() ? "new[]" : "new";
  F.Element = New->getAllocatedType();
  const FunctionDecl *Operator = New->getOperatorNew();
  if (Operator && isOwn(Operator))
    F.Callee = Context.functionKey(Operator);
  else
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

/// Room to align the block by hand: `sizeof(struct row) + 63`, `n * sizeof(struct row) + align`.
static bool hasRoomToAlign(const Expr *Size, uint64_t Align, const ASTContext &Ast,
                           unsigned Depth = 0) {
  const auto *B = dyn_cast_or_null<BinaryOperator>(peelCasts(Size));
  if (!B || Depth > MaxExprDepth)
    return false;
  if (B->getOpcode() == BO_Add)
    for (const Expr *Side : {B->getLHS(), B->getRHS()}) {
      if (std::optional<int64_t> More = constantOf(Side, Ast)) {
        if (sizedType(Side).isNull() && *More + 16 >= static_cast<int64_t>(Align))
          return true;
        continue;
      }
      const Expr *Place = loadedPlace(peelCasts(Side));
      const VarDecl *V = Place ? namedVariable(Place) : nullptr;
      if (V && V->getName().contains_insensitive("align"))
        return true;
    }
  return hasRoomToAlign(B->getLHS(), Align, Ast, Depth + 1) ||
         hasRoomToAlign(B->getRHS(), Align, Ast, Depth + 1);
}

static const Expr *argument(const CallExpr *Call, std::optional<unsigned> I) {
  return I && *I < Call->getNumArgs() ? Call->getArg(*I) : nullptr;
}

/// What the allocator promises for this call; empty when that is not known.
std::optional<Bits> AllocationFinder::promised(const CallExpr *Call, const model::Allocator &A,
                                               QualType Element) {
  const ASTContext &Ast = Context.ast();
  if (const Expr *Align = argument(Call, A.AlignArg)) {
    std::optional<int64_t> Value = constantOf(Align, Ast);
    uint64_t Bytes = Value && *Value > 0 ? static_cast<uint64_t>(*Value) : 0;
    if (Value && Bytes == 0)
      Bytes = A.AlignZeroMeans;
    return Bytes ? std::optional(Bits::fromBytes(Bytes)) : std::nullopt;
  }
  if (!A.Alignment)
    return std::nullopt;
  // The profiles write what a 64-bit C library promises; twice the size of a pointer elsewhere.
  uint64_t Bytes = *A.Alignment;
  if (Bytes == 16)
    Bytes = std::min<uint64_t>(Bytes, Ast.getTargetInfo().getPointerWidth(LangAS::Default) / 4);
  const Expr *Size = argument(Call, A.SizeArg);
  if (isOverAligned(Element) && hasRoomToAlign(Size, Ast.getTypeAlign(Element) / 8, Ast))
    return std::nullopt;
  if (A.FollowsSize) {
    // `n * sizeof(struct row)` is divided by what divides one.
    std::optional<int64_t> Block = constantOf(Size, Ast);
    const auto *Product = dyn_cast_or_null<BinaryOperator>(peelCasts(Size));
    if (!Block && Product && Product->getOpcode() == BO_Mul && !Element.isNull())
      if (std::optional<Bits> Each = Context.sizeOf(Element))
        Block = static_cast<int64_t>(Each->bytes());
    if (Block && *Block > 0)
      Bytes = std::max<uint64_t>(Bytes, static_cast<uint64_t>(*Block & -*Block));
  }
  return Bits::fromBytes(Bytes);
}

AllocationSite AllocationFinder::ofVocabulary(const CallExpr *Call, const model::Allocator &A,
                                              model::Str Name) {
  const ASTContext &Ast = Context.ast();
  auto Arg = [&](std::optional<unsigned> I) { return argument(Call, I); };
  AllocationSite F;
  F.Api = Name;
  F.PerCpu = A.PerCpu;
  F.Result = Arg(A.ResultArg);
  if (const FunctionDecl *Callee = Call->getDirectCallee(); !Words.of(Callee).Library)
    F.Callee = Context.functionKey(Callee);
  const Expr *Size = Arg(A.SizeArg);
  F.Element = sizedType(Size);
  if (F.Element.isNull())
    F.Element = sizedType(Arg(A.CountArg));
  F.Alignment = promised(Call, A, F.Element);
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

/// More than any block of the usual allocators is.
bool AllocationFinder::isOverAligned(QualType T) {
  return !T.isNull() && !T->isIncompleteType() && !T->isDependentType() && !T->isFunctionType() &&
         Context.sizeOf(T) && Context.ast().getTypeAlign(T) > 128;
}

/// `::operator new(n * sizeof(T))`, with or without an alignment.
std::optional<AllocationSite> AllocationFinder::ofOperatorNew(const CallExpr *Call,
                                                              const FunctionDecl *Operator) {
  if (Call->getNumArgs() == 0 || Operator->isReservedGlobalPlacementOperator())
    return std::nullopt;
  AllocationSite F;
  F.Api = Operator->getOverloadedOperator() == OO_New ? "operator new" : "operator new[]";
  F.Element = sizedType(Call->getArg(0));
  F.Alignment = Bits::fromBits(Context.ast().getTargetInfo().getNewAlign());
  if (isOwn(Operator)) {
    F.Callee = Context.functionKey(Operator);
    F.Alignment.reset();
  }
  for (const Expr *Arg : Call->arguments()) {
    const Expr *E = peelCasts(Arg);
    if (!Arg->getType()->isAlignValT())
      continue;
    std::optional<int64_t> Value = constantOf(E, Context.ast());
    F.Alignment = Value && *Value > 0
                      ? std::optional(Bits::fromBytes(static_cast<uint64_t>(*Value)))
                      : std::nullopt;
  }
  return F;
}

std::optional<AllocationSite> AllocationFinder::ofWrapper(const CallExpr *Call,
                                                          const FunctionDecl *Callee) {
  if (Words.of(Callee).Library || !Callee->getReturnType()->isPointerType())
    return std::nullopt;
  for (const Expr *Arg : Call->arguments()) {
    QualType T = sizedType(Arg);
    if (!isOverAligned(T) || hasRoomToAlign(Arg, Context.ast().getTypeAlign(T) / 8, Context.ast()))
      continue;
    AllocationSite F;
    F.Api = Context.intern(plainName(Callee));
    F.Callee = Context.functionKey(Callee);
    F.Element = T;
    return F;
  }
  return std::nullopt;
}

std::optional<AllocationSite> AllocationFinder::ofCall(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return std::nullopt;
  const CalleeWords &W = Words.of(Callee);
  if (W.Alloc)
    return ofVocabulary(Call, *W.Alloc, Context.intern(plainName(Callee)));
  OverloadedOperatorKind Operator = Callee->getOverloadedOperator();
  if (Operator == OO_New || Operator == OO_Array_New)
    return ofOperatorNew(Call, Callee);
  if (Callee->isInStdNamespace() && Callee->getIdentifier())
    return ofMake(Call, Callee);
  return ofWrapper(Call, Callee);
}

std::optional<AllocationSite> AllocationFinder::ofMake(const CallExpr *Call,
                                                       const FunctionDecl *Callee) {
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
    F.Alignment = std::min(*F.Alignment, Bits::fromBits(Context.ast().getTypeAlign(F.Element)));
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
