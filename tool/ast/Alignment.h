//===-- Alignment.h - alignment attributes of declarations -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_ALIGNMENT_H
#define CACHELINT_AST_ALIGNMENT_H

#include "tool/ast/ExtractContext.h"

#include "clang/AST/Attr.h"

namespace cachelint::ast {

/// What the attribute asks for; empty for an alignment that hangs on a template parameter or that
/// clang has refused.
std::optional<model::Bits> alignmentOf(ExtractContext &Context, const clang::AlignedAttr *A);

/// The strictest of the declaration's alignment attributes.
std::optional<model::Bits> declaredAlign(ExtractContext &Context, const clang::Decl *D);

/// Name of the outermost macro that \p L comes from; empty outside macros.
model::Str outermostMacro(ExtractContext &Context, clang::SourceLocation L);

/// How the source asks for it: the macro's name, "alignas", "_Alignas", "__attribute__((aligned))".
model::Str alignmentSpelling(ExtractContext &Context, const clang::AlignedAttr *A);

} // namespace cachelint::ast

#endif
