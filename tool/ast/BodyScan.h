//===-- BodyScan.h - loops of a function and what its locals hold -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_BODYSCAN_H
#define CACHELINT_AST_BODYSCAN_H

#include "tool/ast/FunctionWords.h"
#include "tool/ast/LibraryTypes.h"

#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <deque>

namespace cachelint::ast {

struct Loop {
  const clang::Stmt *S = nullptr;
  const Loop *Parent = nullptr;
  bool Poll = false;     ///< runs until something outside of it says stop
  bool Few = false;      ///< its condition bounds it by a small number
  bool Blocking = false; ///< waits in each round
  bool Launches = false; ///< starts threads, in it or in a loop in it
};

/// What happens to a variable or parameter in its function.
struct LocalUse {
  /// All values that are assigned as a whole, in order; null pointers are left out.
  llvm::SmallVector<const clang::Expr *, 2> Values;
  llvm::SmallVector<const Loop *, 2> ValueLoops; ///< parallel: innermost loop around the assignment
  const clang::CXXForRangeStmt *RangeOver = nullptr; ///< the loop variable of this
  /// Innermost loops that count with it: it is changed by ++, +=, or in a for loop's last part.
  llvm::SmallVector<const Loop *, 1> SteppedIn;
  /// Others may reach it: its address is taken, or a lambda or parallel region shares it.
  bool Escapes = false;
};

/// One walk over a function body before facts are read from it: later assignments and enclosing
/// loops are then known at each place. Bodies of lambdas are not entered.
class BodyScan {
public:
  BodyScan(const clang::FunctionDecl *F, FunctionWords &Words, LibraryTypes &Library);
  /// Of an initialiser outside of functions.
  BodyScan(const clang::Expr *Initialiser, FunctionWords &Words, LibraryTypes &Library);

  /// Null for variables that are only declared.
  const LocalUse *local(const clang::VarDecl *V) const;
  const Loop *loop(const clang::Stmt *S) const { return LoopOf.lookup(S); }
  bool launches() const { return Launches; }
  unsigned joins() const { return Joins; }
  bool hasRegions() const { return Regions; } ///< parallel ones, of OpenMP

private:
  void scan(const clang::Stmt *S);
  void scanChildren(const clang::Stmt *S);
  bool scanControl(const clang::Stmt *S);
  bool scanExpr(const clang::Expr *E);
  void scanPlace(const clang::Expr *Place);
  void scanStore(const clang::Expr *Place, const clang::Expr *Value);
  void scanStep(const clang::Expr *Place);
  void scanDecl(const clang::DeclStmt *S);
  void scanCall(const clang::CallExpr *Call);
  void scanArguments(const clang::FunctionDecl *Callee, llvm::ArrayRef<const clang::Expr *> Args);
  void noteLaunch();
  void scanLambda(const clang::LambdaExpr *L);
  void scanParallel(const clang::Stmt *Directive);
  void scanFor(const clang::ForStmt *S);
  void scanRange(const clang::CXXForRangeStmt *S);
  void scanWhile(const clang::Stmt *S, const clang::Expr *Condition, const clang::Stmt *Body);
  Loop *enter(const clang::Stmt *S);
  void leave(Loop *L) { Current = const_cast<Loop *>(L->Parent); }
  void addValue(const clang::VarDecl *V, const clang::Expr *Value);
  void escape(const clang::VarDecl *V);

  FunctionWords &Words;
  LibraryTypes &Library;
  std::deque<Loop> Loops;
  llvm::DenseMap<const clang::Stmt *, const Loop *> LoopOf;
  llvm::DenseMap<const clang::VarDecl *, LocalUse> Locals;
  Loop *Current = nullptr;
  Loop *InLastPart = nullptr; ///< the for loop whose last part is being read
  unsigned Depth = 0;
  unsigned Joins = 0;
  bool Launches = false;
  bool Regions = false;
};

/// True when the loop goes on until other code ends it: for (;;), while (!stop).
bool isOpenEnded(const clang::Expr *Condition, FunctionWords &Words);

} // namespace cachelint::ast

#endif
