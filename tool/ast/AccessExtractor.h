//===-- AccessExtractor.h - reads and writes of memory -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_ACCESSEXTRACTOR_H
#define CACHELINT_AST_ACCESSEXTRACTOR_H

#include "tool/ast/AtomicCall.h"
#include "tool/ast/BodyTools.h"

namespace cachelint::ast {

/// Writes accesses into the facts. What surely only one thread sees is left out: locals by value
/// whose address stays in the function.
class AccessExtractor {
public:
  explicit AccessExtractor(BodyTools &Tools) : Tools(Tools) {}

  /// \p At is the whole expression where its value may be of use.
  void place(const clang::Expr *Place, model::AccessKind Kind, FunctionScope &S,
             model::Change How = model::Change::None, const clang::Expr *At = nullptr);
  /// Elements that a range-based for statement copies.
  void copiedElements(const clang::CXXForRangeStmt *Range, FunctionScope &S);
  /// A member that a constructor sets.
  void initialised(const clang::FieldDecl *Member, clang::SourceLocation At, FunctionScope &S);
  void atomic(const AtomicCall &Call, const clang::Expr *At, FunctionScope &S);
  /// A lock that is taken or released: an object, or a pointer to one. It is held from here on, or
  /// no more.
  void lock(const clang::Expr *Lock, bool Takes, const clang::Expr *At, FunctionScope &S);
  /// memset, memcpy and their kin.
  void block(const clang::CallExpr *Call, const CalleeWords &Words, FunctionScope &S);
  /// Operands of inline assembly.
  void assembly(const clang::AsmStmt *Asm, FunctionScope &S);
  /// A member function of a library class that is no accessor, whose body is not read.
  void libraryObject(const MemberCall &Call, const clang::Expr *At, FunctionScope &S);

private:
  struct Touch {
    model::AccessKind Kind = model::AccessKind::Read;
    clang::QualType Type;
    std::optional<model::Bits> Size;
    bool Atomic = false;
    bool Lock = false;
    bool OtherCpu = false;
    model::Change How = model::Change::None;
    bool ResultUsed = false;
  };
  void add(PathList Paths, Touch T, clang::SourceLocation At, FunctionScope &S);
  void addBlock(const clang::Expr *Pointer, model::AccessKind Kind, const clang::Expr *Size,
                clang::SourceLocation At, FunctionScope &S);

  BodyTools &Tools;
};

} // namespace cachelint::ast

#endif
