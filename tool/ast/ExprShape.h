//===-- ExprShape.h - looks through what surrounds an expression -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_EXPRSHAPE_H
#define CACHELINT_AST_EXPRSHAPE_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallString.h"

#include <optional>

namespace clang {
class ASTContext;
class FunctionDecl;
class NamedDecl;
} // namespace clang

namespace cachelint::ast {

/// Without parentheses and the wrappers (full expressions, temporaries, default arguments,
/// _Generic, substituted template arguments) that neither change a value nor load it. Null stays
/// null.
const clang::Expr *peel(const clang::Expr *E);

/// peel(), and through casts that keep the value or the place: not loads, not decays, not steps to
/// a base class.
const clang::Expr *peelCasts(const clang::Expr *E);

/// The place that \p E loads from, or null if it is no load.
const clang::Expr *loadedPlace(const clang::Expr *E);

/// The variable that \p Place names, looking through peelCasts(); null for anything else.
const clang::VarDecl *namedVariable(const clang::Expr *Place);

/// An integer constant expression's value; empty if it is none.
std::optional<int64_t> constantOf(const clang::Expr *E, const clang::ASTContext &Ast);

bool isNullPointer(const clang::Expr *E);

/// The last expression of a GNU statement expression; null if the last statement is none.
const clang::Expr *resultOf(const clang::StmtExpr *E);

/// Qualified name without inline and unnamed namespaces, template arguments and parameters:
/// "std::vector::push_back".
llvm::SmallString<64> plainName(const clang::NamedDecl *D);

/// Below which nothing more is followed: keeps the stack small on machine-made expressions.
constexpr unsigned MaxExprDepth = 64;

} // namespace cachelint::ast

#endif
