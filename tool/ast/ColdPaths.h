//===-- ColdPaths.h - branches that run seldom -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_COLDPATHS_H
#define CACHELINT_AST_COLDPATHS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace cachelint::ast {

struct BranchHeat {
  bool ThenCold = false;
  bool ElseCold = false;
};

/// What the program itself says of a branch: __builtin_expect, [[likely]] and [[unlikely]], and
/// branches that leave with an error (`return -1`, `goto err`, a call that does not return, throw).
BranchHeat heatOf(const clang::IfStmt *If, const clang::ASTContext &Ast);

} // namespace cachelint::ast

#endif
