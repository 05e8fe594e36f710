//===-- PathQuestion.h - bounds of one question to the path builder -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_PATHQUESTION_H
#define CACHELINT_AST_PATHQUESTION_H

#include "tool/ast/PathBuilder.h"

namespace cachelint::ast {

/// One step into an expression. The outermost one sets how many steps there may be: locals that are
/// assigned from locals several times would make the work exponential otherwise.
class PathQuestion {
public:
  explicit PathQuestion(PathBuilder &B) : B(B) {
    if (B.Depth++ == 0)
      B.Budget = 256;
    Allowed = B.Budget != 0 && B.Depth < MaxExprDepth;
    if (Allowed)
      --B.Budget;
  }
  ~PathQuestion() { --B.Depth; }
  PathQuestion(const PathQuestion &) = delete;
  PathQuestion &operator=(const PathQuestion &) = delete;

  bool allowed() const { return Allowed; }

private:
  PathBuilder &B;
  bool Allowed;
};

} // namespace cachelint::ast

#endif
