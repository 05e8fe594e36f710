//===-- MarkExtractor.h - alignments, and what was meant as one -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_MARKEXTRACTOR_H
#define CACHELINT_AST_MARKEXTRACTOR_H

#include "tool/ast/UnitDecls.h"

#include <vector>

namespace cachelint::ast {

/// Every alignment attribute of the unit outside system headers, by what it was put on, and every
/// variable, function, member and tag that is one only because an alignment macro is not defined.
std::vector<model::AlignmentMark> extractMarks(ExtractContext &Context, const UnitDecls &Decls);

} // namespace cachelint::ast

#endif
