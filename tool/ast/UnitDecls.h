//===-- UnitDecls.h - the declarations of a unit, in order -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_UNITDECLS_H
#define CACHELINT_AST_UNITDECLS_H

#include "tool/ast/ExtractContext.h"

#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace cachelint::ast {

class HeaderPieces;

/// What one walk over a unit finds for the extractors of records, variables and marks.
struct UnitDecls {
  /// Complete definitions with a layout; of templates the instantiations, not the patterns. Of
  /// system headers those that the program's own declarations hold.
  std::vector<const clang::RecordDecl *> Records;
  /// One declaration each of globals, statics and locals; parameters are left out.
  std::vector<const clang::VarDecl *> Variables;
  std::vector<const clang::TypedefNameDecl *> Typedefs; ///< those with attributes
  /// Functions that are declared with a record's definition in front of their name.
  std::vector<const clang::FunctionDecl *> RecordReturning;
  /// Definitions whose size or offsets a static assertion speaks of.
  llvm::DenseSet<const clang::RecordDecl *> Asserted;
  /// Definitions that a braced list without designators initialises.
  llvm::DenseSet<const clang::RecordDecl *> InitialisedByPosition;
};

/// What is found in a body that is in \p Pieces (which may be null) goes there. Such a piece lists
/// the records that others might not: those of system headers that it uses, and those that it says
/// something of.
UnitDecls collectDecls(ExtractContext &Context, HeaderPieces *Pieces);

} // namespace cachelint::ast

#endif
