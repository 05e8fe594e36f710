//===-- AtomicCall.h - calls that are atomic operations -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_ATOMICCALL_H
#define CACHELINT_AST_ATOMICCALL_H

#include "tool/ast/FunctionWords.h"
#include "tool/ast/LibraryTypes.h"
#include "tool/model/Access.h"

namespace cachelint::ast {

struct AtomicCall {
  enum Operation : uint8_t { None, Read, Store, Update };
  Operation Kind = None;
  /// What is operated on: one of the two is set, unless Kind is None.
  const clang::Expr *Pointer = nullptr;
  const clang::Expr *Object = nullptr;
  bool Adds = false;                        ///< gives the old or new value of what it counts
  model::Change How = model::Change::Other; ///< of an Update
};

/// C11 and GNU builtins, __sync builtins, functions of the vocabulary, std::atomic's members and
/// operators, std::atomic_*.
AtomicCall atomicCallOf(const clang::Expr *E, FunctionWords &Words, LibraryTypes &Library);

} // namespace cachelint::ast

#endif
