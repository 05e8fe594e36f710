//===-- BodyWalker.h - reads the facts of one function body -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_BODYWALKER_H
#define CACHELINT_AST_BODYWALKER_H

#include "tool/ast/AccessExtractor.h"
#include "tool/ast/AllocationExtractor.h"
#include "tool/ast/FunctionExtractor.h"
#include "tool/ast/WalkExtractor.h"

namespace clang {
class OMPExecutableDirective;
}

namespace cachelint::ast {

struct HeaderPiece;
class HeaderPieces;

/// Goes through statements and expressions once, in order, keeps track of where it is (loops, cold
/// branches, lambdas, parallel regions), and calls the extractors.
class BodyWalker {
public:
  BodyWalker(ExtractContext &Context, model::UnitFacts &Facts)
      : Tools(Context, Facts), Accesses(Tools), Flows(Tools), Threads(Tools, Flows),
        Functions(Tools, Threads), Allocations(Tools), Walks(Tools) {}

  void function(const clang::FunctionDecl *F);
  /// A header's function: its facts go to \p Piece, unless they hang on other functions.
  void function(const clang::FunctionDecl *F, HeaderPiece &Piece);
  /// A variable outside of functions.
  void globalVariable(const clang::VarDecl *V);
  void finish() { Threads.finish(); }

private:
  // BodyWalker.cpp: statements
  void body(const clang::FunctionDecl *F, FunctionScope &S);
  void walk(const clang::Stmt *S);
  void walkChildren(const clang::Stmt *S);
  bool walkStmt(const clang::Stmt *S);
  void walkIf(const clang::IfStmt *If);
  void walkLoop(const clang::Stmt *S);
  void walkRange(const clang::CXXForRangeStmt *Range);
  void walkDecl(const clang::DeclStmt *S);
  void walkBlock(const clang::Stmt *S);
  void walkUnused(const clang::Stmt *S);
  void walkBranch(const clang::Stmt *S, bool Cold);
  void walkCold(const clang::Stmt *S, bool Cold);
  void walkInitialisers(const clang::CXXConstructorDecl *Ctor);
  void walkDirective(const clang::OMPExecutableDirective *D);
  void walkRegion(const clang::OMPExecutableDirective *D);
  void walkLambda(const clang::LambdaExpr *L);
  void lambdaBody(const clang::LambdaExpr *L, const clang::FunctionDecl *Operator);

  // ExprWalker.cpp: expressions
  bool walkExpr(const clang::Expr *E);
  void walkAssignment(const clang::BinaryOperator *B);
  void walkCall(const clang::CallExpr *Call);
  bool walkKnownCall(const clang::CallExpr *Call, const clang::FunctionDecl *Callee);
  void walkMemberCall(const clang::CallExpr *Call, const MemberCall &Member);
  bool walkClassAssignment(const clang::CallExpr *Call, const MemberCall &Member);
  void walkConstruction(const clang::CXXConstructExpr *New);
  void passArguments(const clang::FunctionDecl *Callee, const clang::Expr *Object,
                     bool ObjectIsPointer, llvm::ArrayRef<const clang::Expr *> Args);

  BodyTools Tools;
  AccessExtractor Accesses;
  FlowExtractor Flows;
  ThreadExtractor Threads;
  FunctionExtractor Functions;
  AllocationExtractor Allocations;
  WalkExtractor Walks;
  FunctionScope *Scope = nullptr;
  unsigned Regions = 0; ///< parallel regions of the function that is read
  unsigned Depth = 0;
};

/// Accesses, flows, calls, threads and allocations of all function bodies of a unit that are the
/// program's own: not in system headers, no templates but their instantiations. Facts of a body
/// that is in \p Pieces go there; \p Pieces may be null.
void extractBodies(ExtractContext &Context, model::UnitFacts &Facts, HeaderPieces *Pieces);

} // namespace cachelint::ast

#endif
