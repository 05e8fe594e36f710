//===-- WalkExtractor.h - loops from element to element -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_WALKEXTRACTOR_H
#define CACHELINT_AST_WALKEXTRACTOR_H

#include "tool/ast/BodyTools.h"

namespace cachelint::ast {

/// Writes into the facts which loops walk over records, and what they use of each.
class WalkExtractor {
public:
  explicit WalkExtractor(BodyTools &Tools) : Tools(Tools) {}

  /// \p Statement is a loop, and \p S stands at the beginning of one of its rounds.
  void loop(const clang::Stmt *Statement, FunctionScope &S);

private:
  BodyTools &Tools;
};

} // namespace cachelint::ast

#endif
