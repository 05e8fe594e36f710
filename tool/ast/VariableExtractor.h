//===-- VariableExtractor.h - variables from the AST -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_VARIABLEEXTRACTOR_H
#define CACHELINT_AST_VARIABLEEXTRACTOR_H

#include "tool/ast/ExtractContext.h"

namespace cachelint::ast {

/// All with static storage. Of the others those that threads could share a part of: records, arrays
/// and what has an alignment, outside system headers.
bool isWorthListing(ExtractContext &Context, const clang::VarDecl *V);

model::Variable extractVariable(ExtractContext &Context, const clang::VarDecl *V);

} // namespace cachelint::ast

#endif
