//===-- WalkElements.h - the element that a round of a loop is at -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_WALKELEMENTS_H
#define CACHELINT_AST_WALKELEMENTS_H

#include "tool/ast/BodyTools.h"

#include <deque>

namespace cachelint::ast {

/// Tells which expressions inside of one loop are elements of what the loop walks over: by its
/// counter, by a pointer that steps, or by a pointer that follows a link of its element.
class WalkElements {
public:
  WalkElements(BodyTools &Tools, FunctionScope &S, const Loop *L) : Tools(Tools), S(S), L(L) {}

  /// The walk of which the lvalue \p Place is the element itself; null when it is none.
  model::Walk *at(const clang::Expr *Place, unsigned Depth = 0);
  /// The walk to whose element \p Pointer points.
  model::Walk *behind(const clang::Expr *Pointer, unsigned Depth = 0);
  /// The variable steps from element to element.
  bool steps(const clang::VarDecl *V) const;

  /// A field, or a part of one, inside of an element.
  struct Part {
    model::Walk *Of = nullptr;
    model::Walk::Touch What;
  };
  /// Of is null when \p Place is not inside of an element, or is one as a whole.
  Part partAt(const clang::Expr *Place);

  std::deque<model::Walk> &walks() { return Walks; }

private:
  model::Walk *byIndex(const clang::Expr *Base, const clang::Expr *Index, clang::QualType Element);
  model::Walk *ofPointer(const clang::VarDecl *V, unsigned Depth);
  bool followsLink(const clang::VarDecl *V, const LocalUse &Use) const;
  bool linksFrom(const clang::Stmt *Value, const clang::VarDecl *V, unsigned Depth = 0) const;
  const clang::Expr *bucketOf(const clang::Stmt *Value, unsigned Depth = 0) const;
  bool isCounter(const clang::Expr *Index) const;
  model::Walk *walk(model::Walk::Along How, llvm::StringRef Name, clang::QualType Element,
                    const clang::Expr *Array);
  std::optional<uint64_t> extentOf(const clang::Expr *Array) const;

  BodyTools &Tools;
  FunctionScope &S;
  const Loop *L;
  std::deque<model::Walk> Walks;
};

} // namespace cachelint::ast

#endif
