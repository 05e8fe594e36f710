//===-- AllocationSite.h - expressions that allocate memory -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_ALLOCATIONSITE_H
#define CACHELINT_AST_ALLOCATIONSITE_H

#include "tool/ast/FunctionWords.h"
#include "tool/ast/LibraryTypes.h"

namespace cachelint::ast {

struct AllocationSite {
  model::Str Api;
  model::Str Callee; ///< key, where a function of the program is called for it
  bool PerCpu = false;
  std::optional<model::Bits> Alignment; ///< that is promised; empty when not known
  clang::QualType Element;              ///< null where only the place it goes to tells
  std::optional<uint64_t> Count;
  const clang::Expr *Result = nullptr; ///< points to where the result is stored: posix_memalign
};

/// Recognises allocations: functions of the vocabulary, new, make_unique and make_shared, the
/// element storage of vectors, and functions of the program that are asked for so many bytes of an
/// over-aligned type and give a pointer.
class AllocationFinder {
public:
  AllocationFinder(ExtractContext &Context, FunctionWords &Words, LibraryTypes &Library)
      : Context(Context), Words(Words), Library(Library) {}

  /// What \p E itself is; empty when it allocates nothing.
  std::optional<AllocationSite> site(const clang::Expr *E);
  /// The allocation whose result is the value of \p Value, through casts, conditions and smart
  /// pointers; null when there is none.
  const clang::Expr *allocationIn(const clang::Expr *Value, unsigned Depth = 0);
  /// The storage of a container's elements; empty when it has none of its own.
  std::optional<AllocationSite> storage(const LibraryClass &Of, clang::QualType Container);

private:
  AllocationSite ofNew(const clang::CXXNewExpr *New);
  std::optional<AllocationSite> ofCall(const clang::CallExpr *Call);
  AllocationSite ofVocabulary(const clang::CallExpr *Call, const model::Allocator &A,
                              model::Str Name);
  std::optional<model::Bits> promised(const clang::CallExpr *Call, const model::Allocator &A,
                                      clang::QualType Element);
  std::optional<AllocationSite> ofOperatorNew(const clang::CallExpr *Call,
                                              const clang::FunctionDecl *Operator);
  std::optional<AllocationSite> ofMake(const clang::CallExpr *Call,
                                       const clang::FunctionDecl *Callee);
  std::optional<AllocationSite> ofWrapper(const clang::CallExpr *Call,
                                          const clang::FunctionDecl *Callee);
  bool isOverAligned(clang::QualType T);
  std::optional<model::Bits> newAlignment(clang::QualType T);
  bool isOwn(const clang::FunctionDecl *Operator) const;

  ExtractContext &Context;
  FunctionWords &Words;
  LibraryTypes &Library;
};

} // namespace cachelint::ast

#endif
