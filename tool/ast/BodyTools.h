//===-- BodyTools.h - what the extractors of function bodies share -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_BODYTOOLS_H
#define CACHELINT_AST_BODYTOOLS_H

#include "tool/ast/PathBuilder.h"
#include "tool/model/Program.h"

namespace cachelint::ast {

struct BodyTools {
  BodyTools(ExtractContext &Context, model::UnitFacts &Facts)
      : Context(Context), Facts(Facts), Words(Context), Paths(Context, Words, Library) {}

  ExtractContext &Context;
  model::UnitFacts &Facts;
  FunctionWords Words;
  LibraryTypes Library;
  PathBuilder Paths;
};

} // namespace cachelint::ast

#endif
