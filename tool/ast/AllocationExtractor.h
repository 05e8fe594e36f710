//===-- AllocationExtractor.h - memory that is allocated -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_ALLOCATIONEXTRACTOR_H
#define CACHELINT_AST_ALLOCATIONEXTRACTOR_H

#include "tool/ast/BodyTools.h"

namespace cachelint::ast {

/// Writes allocations into the facts: functions of the vocabulary, new, make_unique and
/// make_shared, and the element storage of vectors.
class AllocationExtractor {
public:
  explicit AllocationExtractor(BodyTools &Tools) : Tools(Tools) {}

  /// \p Value is about to be stored in a place, a variable, a member, a parameter: where an
  /// allocation is in it, its result goes there.
  void stored(const clang::Expr *Value, const clang::Expr *Place, FunctionScope &S);
  void stored(const clang::Expr *Value, model::Slot To, llvm::StringRef Name, FunctionScope &S);
  void stored(const clang::Expr *Value, const clang::VarDecl *V, FunctionScope &S);
  void stored(const clang::Expr *Value, const clang::FieldDecl *Member, FunctionScope &S);

  /// Any expression that may be an allocation, after stored() was called for it.
  void visited(const clang::Expr *E, FunctionScope &S);

private:
  struct Found {
    model::Str Api;
    std::optional<model::Bits> Alignment;
    clang::QualType Element;
    std::optional<uint64_t> Count;
    const clang::Expr *Result = nullptr; ///< points to where the result is stored: posix_memalign
  };
  std::optional<Found> allocationOf(const clang::Expr *E);
  Found ofNew(const clang::CXXNewExpr *New);
  std::optional<Found> ofCall(const clang::CallExpr *Call);
  Found ofVocabulary(const clang::CallExpr *Call, const model::Allocator &A, model::Str Name);
  std::optional<Found> ofContainer(const LibraryClass &Of, clang::QualType Container);
  std::optional<model::Bits> newAlignment(clang::QualType T);
  const clang::Expr *allocationIn(const clang::Expr *Value, unsigned Depth = 0);
  void add(const clang::Expr *E, const Found &F, PathList To, clang::QualType Pointee,
           FunctionScope &S);
  void addStored(const clang::Expr *Value, PathList To, clang::QualType Pointer, FunctionScope &S);

  BodyTools &Tools;
  llvm::SmallPtrSet<const clang::Expr *, 16> Done;
};

} // namespace cachelint::ast

#endif
