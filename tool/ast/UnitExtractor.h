//===-- UnitExtractor.h - what a unit declares -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_UNITEXTRACTOR_H
#define CACHELINT_AST_UNITEXTRACTOR_H

#include "tool/ast/ExtractContext.h"

namespace cachelint::ast {

class HeaderPieces;

/// Records, variables and alignment marks of a unit, once clang has parsed it to its end. Nothing
/// may ask for a record's layout before: trailing attributes (packed, aligned) are attached after
/// the closing brace, and a layout that was computed too early stays wrong for the rest of the
/// parse. What stands in a body that is in \p Pieces goes there; \p Pieces may be null.
void extractDeclarations(ExtractContext &Context, model::UnitFacts &Facts, HeaderPieces *Pieces);

} // namespace cachelint::ast

#endif
