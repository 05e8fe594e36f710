//===-- BodyDependencies.h - what the facts of a header's body hang on -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Inside tool/ast only.
#ifndef CACHELINT_AST_BODYDEPENDENCIES_H
#define CACHELINT_AST_BODYDEPENDENCIES_H

#include "tool/ast/BodyGate.h"

#include "clang/AST/ASTContext.h"

#include <optional>

namespace cachelint::ast {

using FileStates = llvm::SmallVector<FileInState, 0>;

/// The files, beside the header itself and what it includes, that declare what \p Body speaks of,
/// sorted. Nothing when its facts may differ between units that agree on all of these: it names
/// what the unit's own source declares, a record or an array that is completed later, a template's
/// instantiation, or it has an error.
std::optional<FileStates> dependenciesOf(const ParsedBody &Body, clang::ASTContext &Ast,
                                         HeaderState &State);

} // namespace cachelint::ast

#endif
