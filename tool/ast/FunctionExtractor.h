//===-- FunctionExtractor.h - functions and the calls between them -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_FUNCTIONEXTRACTOR_H
#define CACHELINT_AST_FUNCTIONEXTRACTOR_H

#include "tool/ast/ThreadExtractor.h"

#include "llvm/ADT/DenseSet.h"

namespace cachelint::ast {

/// Writes functions and calls into the facts. Functions of libraries are none of the program's.
class FunctionExtractor {
public:
  FunctionExtractor(BodyTools &Tools, ThreadExtractor &Threads) : Tools(Tools), Threads(Threads) {}

  void defined(const clang::FunctionDecl *F);
  /// While on, callees are described by their first declarations even where the unit has a better
  /// one: what is said of a header's function must not hang on the rest of the unit.
  void describeAll(bool On);
  /// A parallel region, as if it were a function that its function calls from many threads.
  void region(model::Str Key, const clang::FunctionDecl *In, clang::SourceRange Range);
  void called(const clang::FunctionDecl *Callee, const clang::Expr *At, FunctionScope &S);
  void calledThrough(const clang::Expr *Pointer, const clang::Expr *At, FunctionScope &S);
  /// A function or lambda that is handed to another as an argument.
  void handedOn(const clang::Expr *Argument, FunctionScope &S);

private:
  void declared(const clang::FunctionDecl *F);
  void addOverrides(const clang::FunctionDecl *F, model::Function &Out);
  void add(model::Str Callee, model::Slot Through, bool Assumed, const clang::Expr *At,
           FunctionScope &S);

  BodyTools &Tools;
  ThreadExtractor &Threads;
  bool DescribeAll = false;
  llvm::DenseSet<const clang::FunctionDecl *> Declared;
};

} // namespace cachelint::ast

#endif
