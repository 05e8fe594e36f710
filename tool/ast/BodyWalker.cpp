//===-- BodyWalker.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/BodyWalker.h"

#include "tool/ast/ColdPaths.h"
#include "tool/ast/ExprShape.h"
#include "tool/ast/HeaderPieces.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using cachelint::model::AccessKind;

namespace cachelint::ast {

void BodyWalker::function(const FunctionDecl *F) {
  FunctionScope S;
  S.Function = F;
  S.Key = Tools.Context.functionKey(F);
  Functions.defined(F);
  S.Cold = Tools.Facts.Functions.back().Cold;
  Regions = 0;
  body(F, S);
}

template <typename T> static void moveTail(std::vector<T> &From, size_t Begin, std::vector<T> &To) {
  To.assign(std::make_move_iterator(From.begin() + static_cast<std::ptrdiff_t>(Begin)),
            std::make_move_iterator(From.end()));
  From.resize(Begin);
}

void BodyWalker::function(const FunctionDecl *F, HeaderPiece &Piece) {
  model::FactLists &All = Tools.Facts;
  size_t Known = All.Functions.size(), Accessed = All.Accesses.size(), Flown = All.Flows.size(),
         Called = All.Calls.size(), Launched = All.Roots.size(), Made = All.Allocations.size(),
         Walked = All.Walks.size();
  Functions.describeAll(true);
  function(F);
  Functions.describeAll(false);
  // How many threads run a function is seen from all places of the unit that start it.
  Piece.Shared = All.Roots.size() == Launched;
  if (!Piece.Shared)
    return;
  moveTail(All.Functions, Known, Piece.Facts.Functions);
  moveTail(All.Accesses, Accessed, Piece.Facts.Accesses);
  moveTail(All.Flows, Flown, Piece.Facts.Flows);
  moveTail(All.Calls, Called, Piece.Facts.Calls);
  moveTail(All.Allocations, Made, Piece.Facts.Allocations);
  moveTail(All.Walks, Walked, Piece.Facts.Walks);
}

void BodyWalker::body(const FunctionDecl *F, FunctionScope &S) {
  BodyScan Scan(F, Tools.Words, Tools.Library);
  S.Scan = &Scan;
  FunctionScope *Outer = std::exchange(Scope, &S);
  if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(F))
    walkInitialisers(Ctor);
  walk(F->getBody());
  Flows.namedLocals(S);
  Scope = Outer;
}

void BodyWalker::globalVariable(const VarDecl *V) {
  const Expr *Init = V->getInit();
  if (!Init || Init->isValueDependent())
    return;
  BodyScan Scan(Init, Tools.Words, Tools.Library);
  FunctionScope S;
  S.Scan = &Scan;
  S.Cold = true; // before main()
  Scope = &S;
  Flows.initialised(V, S);
  Allocations.stored(Init, V, S);
  // Plain tables hold nothing else; an object's constructor may start a thread or allocate.
  if (V->getType()->getAsCXXRecordDecl() || V->getType()->isPointerType())
    walk(Init);
  Scope = nullptr;
}

void BodyWalker::walkInitialisers(const CXXConstructorDecl *Ctor) {
  for (const CXXCtorInitializer *Init : Ctor->inits()) {
    const Expr *Value = Init->getInit();
    const FieldDecl *Member = Init->getAnyMember();
    if (Member) {
      Accesses.initialised(Member, Init->getSourceLocation(), *Scope);
      Flows.initialised(Member, Value, *Scope);
      Allocations.stored(Value, Member, *Scope);
    }
    walk(Value);
  }
}

void BodyWalker::walkChildren(const Stmt *S) {
  for (const Stmt *Child : S->children())
    walk(Child);
}

void BodyWalker::walk(const Stmt *S) {
  // Deeper than any written program; clang itself stops at 256 brackets.
  constexpr unsigned MaxDepth = 1024;
  if (!S || Depth > MaxDepth)
    return;
  ++Depth;
  const auto *E = dyn_cast<Expr>(S);
  if (!(E ? walkExpr(E) : walkStmt(S)))
    walkChildren(S);
  --Depth;
}

bool BodyWalker::walkStmt(const Stmt *S) {
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    walkBlock(S);
    return true;
  case Stmt::IfStmtClass:
    walkIf(cast<IfStmt>(S));
    return true;
  case Stmt::ForStmtClass:
  case Stmt::WhileStmtClass:
  case Stmt::DoStmtClass:
    walkLoop(S);
    return true;
  case Stmt::CXXForRangeStmtClass:
    walkRange(cast<CXXForRangeStmt>(S));
    return true;
  case Stmt::DeclStmtClass:
    walkDecl(cast<DeclStmt>(S));
    return true;
  case Stmt::ReturnStmtClass:
    if (const Expr *Value = cast<ReturnStmt>(S)->getRetValue()) {
      Flows.returned(Value, *Scope);
      if (Scope->Function)
        Allocations.stored(
            Value, {model::Slot::Kind::Return, Tools.Context.functionKey(Scope->Function), {}, 0},
            "", *Scope);
      walk(Value);
    }
    return true;
  case Stmt::CXXCatchStmtClass:
    walkCold(cast<CXXCatchStmt>(S)->getHandlerBlock(), true);
    return true;
  case Stmt::GCCAsmStmtClass:
    Accesses.assembly(cast<AsmStmt>(S), *Scope);
    return false;
  default:
    if (const auto *D = dyn_cast<OMPExecutableDirective>(S)) {
      walkDirective(D);
      return true;
    }
    return false;
  }
}

void BodyWalker::walkCold(const Stmt *S, bool Cold) {
  Scope->ColdDepth += Cold;
  walk(S);
  Scope->ColdDepth -= Cold;
}

/// A statement whose value, if it has one, nobody takes.
void BodyWalker::walkUnused(const Stmt *S) {
  if (const auto *E = dyn_cast_or_null<Expr>(S))
    Scope->Unused = peelCasts(E);
  walk(S);
}

/// What a guard holds it gives back at the end of its block.
void BodyWalker::walkBlock(const Stmt *S) {
  llvm::SmallVector<model::Slot, 2> Guarded;
  for (const Stmt *Child : S->children()) {
    llvm::SmallVector<model::Slot, 2> Before = Scope->Held;
    walkUnused(Child);
    if (isa<DeclStmt>(Child) && Scope->Held.size() > Before.size())
      Guarded.append(Scope->Held.begin() + Before.size(), Scope->Held.end());
  }
  for (const model::Slot &Lock : Guarded)
    if (auto *It = llvm::find(Scope->Held, Lock); It != Scope->Held.end())
      Scope->Held.erase(It);
}

static bool leaves(const Stmt *S) {
  while (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    S = Block->body_empty() ? nullptr : Block->body_back();
  return S && isa<ReturnStmt, GotoStmt, BreakStmt, ContinueStmt>(S);
}

/// A branch that leaves says nothing of the locks behind it.
void BodyWalker::walkBranch(const Stmt *S, bool Cold) {
  llvm::SmallVector<model::Slot, 2> Before = Scope->Held;
  Scope->ColdDepth += Cold;
  walkUnused(S);
  Scope->ColdDepth -= Cold;
  if (leaves(S))
    Scope->Held = std::move(Before);
}

void BodyWalker::walkIf(const IfStmt *If) {
  walk(If->getInit());
  walk(If->getConditionVariableDeclStmt());
  walk(If->getCond());
  BranchHeat Heat = heatOf(If, Tools.Context.ast());
  walkBranch(If->getThen(), Heat.ThenCold);
  walkBranch(If->getElse(), Heat.ElseCold);
}

void BodyWalker::walkLoop(const Stmt *S) {
  const auto *For = dyn_cast<ForStmt>(S);
  if (For)
    walk(For->getInit());
  const Loop *Outer = Scope->InLoop;
  if (const Loop *L = Scope->Scan->loop(S)) { // do { } while (0) is none
    Scope->InLoop = L;
    Walks.loop(S, *Scope);
  }
  if (For) {
    walk(For->getConditionVariableDeclStmt());
    walk(For->getCond());
    walkUnused(For->getBody());
    walkUnused(For->getInc());
  } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
    walk(While->getConditionVariableDeclStmt());
    walk(While->getCond());
    walkUnused(While->getBody());
  } else {
    walkChildren(S);
  }
  Scope->InLoop = Outer;
}

void BodyWalker::walkRange(const CXXForRangeStmt *Range) {
  walk(Range->getInit());
  walk(Range->getRangeInit());
  const Loop *Outer = std::exchange(Scope->InLoop, Scope->Scan->loop(Range));
  Accesses.copiedElements(Range, *Scope);
  Walks.loop(Range, *Scope);
  walkUnused(Range->getBody());
  Scope->InLoop = Outer;
}

void BodyWalker::walkDecl(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || !V->getInit())
      continue;
    Flows.initialised(V, *Scope);
    Allocations.stored(V->getInit(), V, *Scope);
    walk(V->getInit());
  }
}

void BodyWalker::walkDirective(const OMPExecutableDirective *D) {
  if (!D->hasAssociatedStmt())
    return;
  if (isOpenMPParallelDirective(D->getDirectiveKind()) && Scope->Function)
    walkRegion(D);
  else
    walk(D->getRawStmt());
}

void BodyWalker::walkRegion(const OMPExecutableDirective *D) {
  FunctionScope &Outer = *Scope;
  FunctionScope Region;
  Region.Function = Outer.Function;
  Region.Key = Tools.Context.intern(Tools.Context.functionKey(Outer.Function) + "#omp" +
                                    llvm::Twine(++Regions));
  Region.Scan = Outer.Scan;
  Region.Parent = Outer.Parent;
  Region.Copied = Outer.Copied;
  Region.Cold = Outer.Cold || Outer.ColdDepth != 0;
  Region.InRegion = true;
  Region.Launched = true;
  Functions.region(Region.Key, Outer.Function, D->getSourceRange());
  Threads.region(Region.Key, D->getBeginLoc(), Outer);
  Scope = &Region;
  walk(D->getRawStmt());
  Scope = &Outer;
  Outer.NamedLocals.insert(Region.NamedLocals.begin(), Region.NamedLocals.end());
}

void BodyWalker::lambdaBody(const LambdaExpr *L, const FunctionDecl *Operator) {
  if (!Operator->hasBody() || Operator->isDependentContext())
    return;
  FunctionScope S;
  S.Function = Operator;
  S.Key = Tools.Context.functionKey(Operator);
  S.Parent = Scope;
  S.Cold = Scope->Cold;
  for (const LambdaCapture &C : L->captures())
    if (C.capturesVariable() && C.getCaptureKind() == LCK_ByCopy)
      S.Copied.insert(C.getCapturedVar());
  Flows.captured(L, S.Key, *Scope);
  Functions.defined(Operator);
  unsigned Outer = std::exchange(Regions, 0);
  body(Operator, S);
  Regions = Outer;
}

void BodyWalker::walkLambda(const LambdaExpr *L) {
  for (const Expr *Init : L->capture_inits())
    walk(Init);
  if (!L->isGenericLambda())
    return lambdaBody(L, L->getCallOperator());
  if (const FunctionTemplateDecl *Template = L->getLambdaClass()->getDependentLambdaCallOperator())
    for (const FunctionDecl *F : Template->specializations())
      lambdaBody(L, F);
}

} // namespace cachelint::ast
