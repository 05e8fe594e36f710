//===-- FlowExtractor.h - values that are copied between places -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_FLOWEXTRACTOR_H
#define CACHELINT_AST_FLOWEXTRACTOR_H

#include "tool/ast/BodyTools.h"

namespace cachelint::ast {

/// Writes value flows into the facts. Only what may be an index or a pointer is followed: integers,
/// pointers, references and functions.
class FlowExtractor {
public:
  explicit FlowExtractor(BodyTools &Tools) : Tools(Tools) {}

  void assigned(const clang::Expr *Place, const clang::Expr *Value, FunctionScope &S);
  /// An initialiser of a variable, a member, or the object behind a place.
  void initialised(const clang::VarDecl *V, FunctionScope &S);
  void initialised(const clang::FieldDecl *Member, const clang::Expr *Value, FunctionScope &S);
  void returned(const clang::Expr *Value, FunctionScope &S);
  /// Arguments of a call of \p Callee, in the order of its parameters; \p Object may be null.
  void passed(const clang::FunctionDecl *Callee, const clang::Expr *Object, bool ObjectIsPointer,
              llvm::ArrayRef<const clang::Expr *> Args, FunctionScope &S);
  /// One value into one parameter of a function, of type \p Param.
  void passed(const clang::Expr *Value, model::Slot To, clang::QualType Param, FunctionScope &S);
  void captured(const clang::LambdaExpr *L, model::Str LambdaKey, FunctionScope &S);
  /// What is assigned to the locals that facts of this scope name.
  void namedLocals(FunctionScope &S);
  /// A number of its own for each launch, given as a constant each.
  void distinct(model::Slot To, clang::SourceLocation At, FunctionScope &S);

private:
  void value(const clang::Expr *Value, model::Slot To, FunctionScope &S);
  void aggregate(const clang::InitListExpr *List, model::Str ArrayOwner, model::Str ArrayName,
                 FunctionScope &S, unsigned Depth);
  /// \p Place names the array that is initialised, if it is one, as an Element slot would.
  bool aggregateIn(const clang::Expr *Value, model::Slot Place, FunctionScope &S);
  void arrayOfScalars(const clang::InitListExpr *List, model::Str Owner, model::Str Name,
                      FunctionScope &S);
  void add(ValueSources Sources, model::Slot To, bool IsInteger, clang::SourceLocation At,
           FunctionScope &S);

  BodyTools &Tools;
};

} // namespace cachelint::ast

#endif
