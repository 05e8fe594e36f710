//===-- OtherCpu.h - per-CPU objects of other CPUs -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_OTHERCPU_H
#define CACHELINT_AST_OTHERCPU_H

#include "tool/ast/BodyTools.h"

namespace cachelint::ast {

/// The place or pointer \p E leads into a per-CPU object by a word of the vocabulary that may give
/// that of any CPU, and the CPU asked for is not seen to be the own one.
bool reachesOtherCpu(const clang::Expr *E, FunctionScope &S, BodyTools &Tools);

} // namespace cachelint::ast

#endif
