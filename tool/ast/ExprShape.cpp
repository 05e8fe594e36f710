//===-- ExprShape.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/ExprShape.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cachelint::ast {

/// One layer off, or null when \p E is no wrapper.
static const Expr *unwrap(const Expr *E) {
  switch (E->getStmtClass()) {
  case Stmt::ParenExprClass:
    return cast<ParenExpr>(E)->getSubExpr();
  case Stmt::ConstantExprClass:
  case Stmt::ExprWithCleanupsClass:
    return cast<FullExpr>(E)->getSubExpr();
  case Stmt::MaterializeTemporaryExprClass:
    return cast<MaterializeTemporaryExpr>(E)->getSubExpr();
  case Stmt::CXXBindTemporaryExprClass:
    return cast<CXXBindTemporaryExpr>(E)->getSubExpr();
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement();
  case Stmt::GenericSelectionExprClass: {
    const auto *G = cast<GenericSelectionExpr>(E);
    return G->isResultDependent() ? nullptr : G->getResultExpr();
  }
  case Stmt::ChooseExprClass: {
    const auto *C = cast<ChooseExpr>(E);
    return C->isConditionDependent() ? nullptr : C->getChosenSubExpr();
  }
  case Stmt::CXXDefaultArgExprClass:
    return cast<CXXDefaultArgExpr>(E)->getExpr();
  case Stmt::CXXDefaultInitExprClass:
    return cast<CXXDefaultInitExpr>(E)->getExpr();
  case Stmt::OpaqueValueExprClass:
    return cast<OpaqueValueExpr>(E)->getSourceExpr();
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return cast<CXXRewrittenBinaryOperator>(E)->getSemanticForm();
  case Stmt::UnaryOperatorClass: {
    const auto *U = cast<UnaryOperator>(E);
    return U->getOpcode() == UO_Extension ? U->getSubExpr() : nullptr;
  }
  default:
    return nullptr;
  }
}

const Expr *peel(const Expr *E) {
  while (E) {
    const Expr *Inner = unwrap(E);
    if (!Inner)
      break;
    E = Inner;
  }
  return E;
}

const Expr *peelCasts(const Expr *E) {
  for (E = peel(E); E;) {
    const auto *C = dyn_cast<CastExpr>(E);
    if (!C)
      return E;
    switch (C->getCastKind()) {
    case CK_LValueToRValue:
    case CK_ArrayToPointerDecay:
    case CK_FunctionToPointerDecay:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
      return E;
    default:
      E = peel(C->getSubExpr());
    }
  }
  return E;
}

const Expr *loadedPlace(const Expr *E) {
  const auto *C = dyn_cast_or_null<CastExpr>(peelCasts(E));
  return C && C->getCastKind() == CK_LValueToRValue ? C->getSubExpr() : nullptr;
}

const VarDecl *namedVariable(const Expr *Place) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(peelCasts(Place));
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

std::optional<int64_t> constantOf(const Expr *E, const ASTContext &Ast) {
  E = peel(E);
  if (!E || E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  std::optional<llvm::APSInt> Value = E->getIntegerConstantExpr(Ast);
  if (!Value || !Value->isRepresentableByInt64())
    return std::nullopt;
  return Value->getExtValue();
}

bool isNullPointer(const Expr *E) {
  for (E = peel(E); E; E = peel(cast<CastExpr>(E)->getSubExpr())) {
    if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E))
      return true;
    if (const auto *Zero = dyn_cast<IntegerLiteral>(E))
      return Zero->getValue().isZero();
    if (!isa<CastExpr>(E))
      return false;
  }
  return false;
}

const Expr *resultOf(const StmtExpr *E) {
  const CompoundStmt *Body = E->getSubStmt();
  return Body->body_empty() ? nullptr : dyn_cast<Expr>(Body->body_back());
}

llvm::SmallString<64> plainName(const NamedDecl *D) {
  llvm::SmallVector<const NamedDecl *, 8> Scopes;
  for (const DeclContext *C = D->getDeclContext(); C && !C->isTranslationUnit();
       C = C->getParent()) {
    const auto *Scope = dyn_cast<NamedDecl>(C);
    if (!Scope || !Scope->getDeclName())
      continue;
    const auto *Namespace = dyn_cast<NamespaceDecl>(Scope);
    if (!Namespace || !Namespace->isInline())
      Scopes.push_back(Scope);
  }
  llvm::SmallString<64> Out;
  for (const NamedDecl *Scope : llvm::reverse(Scopes)) {
    if (const IdentifierInfo *Id = Scope->getIdentifier())
      Out += Id->getName();
    else
      Out += Scope->getNameAsString();
    Out += "::";
  }
  if (const IdentifierInfo *Id = D->getIdentifier())
    Out += Id->getName();
  else
    Out += D->getNameAsString();
  return Out;
}

} // namespace cachelint::ast
