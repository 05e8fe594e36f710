//===-- AllocationExtractor.h - memory that is allocated -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_ALLOCATIONEXTRACTOR_H
#define CACHELINT_AST_ALLOCATIONEXTRACTOR_H

#include "tool/ast/AllocationSite.h"
#include "tool/ast/BodyTools.h"

namespace cachelint::ast {

/// Writes allocations into the facts, with where their results are stored.
class AllocationExtractor {
public:
  explicit AllocationExtractor(BodyTools &Tools)
      : Tools(Tools), Finder(Tools.Context, Tools.Words, Tools.Library) {}

  /// \p Value is about to be stored in a place, a variable, a member, a parameter: where an
  /// allocation is in it, its result goes there.
  void stored(const clang::Expr *Value, const clang::Expr *Place, FunctionScope &S);
  void stored(const clang::Expr *Value, model::Slot To, llvm::StringRef Name, FunctionScope &S);
  void stored(const clang::Expr *Value, const clang::VarDecl *V, FunctionScope &S);
  void stored(const clang::Expr *Value, const clang::FieldDecl *Member, FunctionScope &S);

  /// Any expression that may be an allocation, after stored() was called for it.
  void visited(const clang::Expr *E, FunctionScope &S);

private:
  void add(const clang::Expr *E, const AllocationSite &F, PathList To, clang::QualType Pointee,
           FunctionScope &S);
  void addStored(const clang::Expr *Value, PathList To, clang::QualType Pointer, FunctionScope &S);

  BodyTools &Tools;
  AllocationFinder Finder;
  llvm::SmallPtrSet<const clang::Expr *, 16> Done;
};

} // namespace cachelint::ast

#endif
