//===-- UnitExtractor.cpp ------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/UnitExtractor.h"

namespace cachelint::ast {

void extractFacts(ExtractContext &Context, model::UnitFacts &Facts) {
  Facts.From = Context.origin();
}

} // namespace cachelint::ast
