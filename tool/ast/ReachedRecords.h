//===-- ReachedRecords.h - records that the program's own code holds -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_REACHEDRECORDS_H
#define CACHELINT_AST_REACHEDRECORDS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"

namespace cachelint::ast {

/// Collects the records that a type holds: it and its members and bases by value, what it points to
/// itself, and its template arguments.
///
/// A unit that includes a few headers of a large library has tens of thousands of records in system
/// headers, of which its own code uses a handful.
class ReachedRecords {
public:
  /// \p T is the type of something in the program's own code: behind its pointers as well.
  void reach(clang::QualType T);
  void reach(const clang::RecordDecl *R);

  bool contains(const clang::RecordDecl *R) const { return Reached.contains(R); }
  bool empty() const { return Reached.empty(); }

private:
  void addInside(clang::QualType T);

  llvm::DenseSet<const clang::RecordDecl *> Reached;
  llvm::SmallVector<const clang::RecordDecl *, 16> Waiting;
};

} // namespace cachelint::ast

#endif
