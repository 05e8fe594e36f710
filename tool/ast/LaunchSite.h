//===-- LaunchSite.h - expressions that start a thread of control -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_LAUNCHSITE_H
#define CACHELINT_AST_LAUNCHSITE_H

#include "tool/ast/FunctionWords.h"
#include "tool/ast/LibraryTypes.h"

namespace cachelint::ast {

struct LaunchSite {
  const model::LaunchApi *Api = nullptr; ///< null: no thread is started here
  llvm::ArrayRef<const clang::Expr *> Args;
};

/// A call of a launching function, the construction of a thread object from arguments, or
/// emplace_back() on a container of thread objects.
LaunchSite launchSiteOf(const clang::Expr *E, FunctionWords &Words, LibraryTypes &Library);

/// Waits for threads to end: pthread_join, std::thread::join.
bool joinsThreads(const clang::CallExpr *Call, FunctionWords &Words);

} // namespace cachelint::ast

#endif
