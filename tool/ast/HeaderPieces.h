//===-- HeaderPieces.h - the shared facts of a unit, while they are read -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Inside tool/ast only.
#ifndef CACHELINT_AST_HEADERPIECES_H
#define CACHELINT_AST_HEADERPIECES_H

#include "tool/ast/BodyDependencies.h"
#include "tool/ast/ReachedRecords.h"
#include "tool/ast/UnitDecls.h"
#include "tool/model/Program.h"

#include <deque>

namespace cachelint::ast {

/// The facts of one header function's body, apart from those of its unit.
struct HeaderPiece {
  const ParsedBody *Body = nullptr;
  FileStates Others;
  model::SharedFacts Facts;
  UnitDecls Decls; ///< what the body declares, asserts and initialises
  ReachedRecords Reached;
  bool Shared = true; ///< off when its facts hang on the rest of the unit after all
};

class HeaderPieces {
public:
  /// The bodies that \p Gate saw and that units can share; none when \p Usable is off.
  HeaderPieces(ExtractContext &Context, BodyGate &Gate, bool Usable);

  HeaderPiece *of(const clang::FunctionDecl *F) const { return ByFunction.lookup(F); }
  HeaderPiece *ofBody(const clang::Stmt *Body) const { return ByBody.lookup(Body); }
  std::deque<HeaderPiece> &all() { return Pieces; }

  /// Moves the facts into \p Unit: those that are shared under their keys, the others to its own.
  /// The result names what the unit gives, for others to skip once its facts are safe.
  std::vector<GivenBody> moveTo(model::UnitFacts &Unit);

private:
  model::Str keyOf(const ParsedBody &Body, const FileStates &Others) const;

  ExtractContext &Context;
  BodyGate &Gate;
  std::deque<HeaderPiece> Pieces;
  llvm::DenseMap<const clang::FunctionDecl *, HeaderPiece *> ByFunction;
  llvm::DenseMap<const clang::Stmt *, HeaderPiece *> ByBody;
};

} // namespace cachelint::ast

#endif
