//===-- BodyScan.cpp -------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/BodyScan.h"

#include "tool/ast/ExprShape.h"
#include "tool/ast/LaunchSite.h"

#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace cachelint::ast {

BodyScan::BodyScan(const FunctionDecl *F, FunctionWords &Words, LibraryTypes &Library)
    : Words(Words), Library(Library) {
  if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *Init : Ctor->inits())
      scan(Init->getInit());
  scan(F->getBody());
}

BodyScan::BodyScan(const Expr *Initialiser, FunctionWords &Words, LibraryTypes &Library)
    : Words(Words), Library(Library) {
  scan(Initialiser);
}

const LocalUse *BodyScan::local(const VarDecl *V) const {
  auto It = Locals.find(V->getCanonicalDecl());
  return It == Locals.end() ? nullptr : &It->second;
}

void BodyScan::scan(const Stmt *S) {
  if (!S || isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(S))
    return;
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (scanExpr(E))
      return;
  } else if (scanControl(S)) {
    return;
  }
  scanChildren(S);
}

void BodyScan::scanChildren(const Stmt *S) {
  for (const Stmt *Child : S->children())
    scan(Child);
}

bool BodyScan::scanControl(const Stmt *S) {
  switch (S->getStmtClass()) {
  case Stmt::DeclStmtClass:
    scanDecl(cast<DeclStmt>(S));
    return true;
  case Stmt::ForStmtClass:
    scanFor(cast<ForStmt>(S));
    return true;
  case Stmt::CXXForRangeStmtClass:
    scanRange(cast<CXXForRangeStmt>(S));
    return true;
  case Stmt::WhileStmtClass: {
    const auto *W = cast<WhileStmt>(S);
    if (const DeclStmt *D = W->getConditionVariableDeclStmt())
      scanDecl(D);
    scanWhile(W, W->getCond(), W->getBody());
    return true;
  }
  case Stmt::DoStmtClass:
    scanWhile(S, cast<DoStmt>(S)->getCond(), cast<DoStmt>(S)->getBody());
    return true;
  case Stmt::GCCAsmStmtClass:
    for (const Stmt *Operand : S->children())
      if (const auto *E = dyn_cast_or_null<Expr>(Operand))
        E->isGLValue() ? scanPlace(E) : scan(E);
    return true;
  default:
    if (!isa<OMPExecutableDirective>(S))
      return false;
    scanParallel(S);
    return true;
  }
}

Loop *BodyScan::enter(const Stmt *S) {
  Loops.push_back({S, Current});
  Current = &Loops.back();
  LoopOf[S] = Current;
  return Current;
}

/// `i < 8`: what stands in such a loop is hot only if the loop itself is.
static bool isShort(const Expr *Condition) {
  constexpr uint64_t FewRounds = 16;
  const auto *B = dyn_cast_or_null<BinaryOperator>(Condition);
  if (!B || (B->getOpcode() != BO_LT && B->getOpcode() != BO_LE && B->getOpcode() != BO_NE))
    return false;
  const auto *Bound = dyn_cast_or_null<IntegerLiteral>(peelCasts(B->getRHS()));
  return Bound && Bound->getValue().ule(FewRounds);
}

void BodyScan::scanFor(const ForStmt *S) {
  scan(S->getInit());
  Loop *L = enter(S);
  L->Poll = isOpenEnded(S->getCond(), Words);
  L->Few = isShort(S->getCond());
  if (S->getConditionVariableDeclStmt())
    scanDecl(S->getConditionVariableDeclStmt());
  scan(S->getCond());
  scan(S->getBody());
  Loop *Outer = std::exchange(InLastPart, L);
  scan(S->getInc());
  InLastPart = Outer;
  leave(L);
}

void BodyScan::scanWhile(const Stmt *S, const Expr *Condition, const Stmt *Body) {
  // The body of do { } while (0), which macros are made of, runs once.
  bool Once = isa<DoStmt>(S) && isNullPointer(Condition);
  if (Once)
    return scan(Body);
  Loop *L = enter(S);
  L->Poll = isOpenEnded(Condition, Words);
  scan(Condition);
  scan(Body);
  leave(L);
}

void BodyScan::scanRange(const CXXForRangeStmt *S) {
  scan(S->getInit());
  if (const Expr *Range = S->getRangeInit())
    Range->isGLValue() ? scanPlace(Range) : scan(Range);
  Loop *L = enter(S);
  if (const auto *V = dyn_cast_or_null<VarDecl>(S->getLoopVariable())) {
    LocalUse &Use = Locals[V->getCanonicalDecl()];
    Use.RangeOver = S;
    Use.SteppedIn.push_back(L);
  }
  scan(S->getBody());
  leave(L);
}

/// Variables that a clause gives each thread a copy of.
static void addPrivate(const OMPExecutableDirective *D,
                       llvm::SmallPtrSetImpl<const ValueDecl *> &Private) {
  auto Add = [&](auto Vars) {
    for (const Expr *E : Vars)
      if (const auto *Ref = dyn_cast<DeclRefExpr>(peelCasts(E)))
        Private.insert(Ref->getDecl());
  };
  for (const OMPClause *C : D->clauses()) {
    if (const auto *P = dyn_cast<OMPPrivateClause>(C))
      Add(P->varlists());
    else if (const auto *F = dyn_cast<OMPFirstprivateClause>(C))
      Add(F->varlists());
    else if (const auto *L = dyn_cast<OMPLastprivateClause>(C))
      Add(L->varlists());
    else if (const auto *R = dyn_cast<OMPReductionClause>(C))
      Add(R->varlists());
  }
}

void BodyScan::scanParallel(const Stmt *Directive) {
  const auto *D = cast<OMPExecutableDirective>(Directive);
  if (!D->hasAssociatedStmt())
    return;
  llvm::SmallPtrSet<const ValueDecl *, 8> Private;
  addPrivate(D, Private);
  bool Parallel = isOpenMPParallelDirective(D->getDirectiveKind());
  Regions |= Parallel;
  if (Parallel)
    if (const auto *Captured = dyn_cast<CapturedStmt>(D->getAssociatedStmt()))
      for (const CapturedStmt::Capture &C : Captured->captures())
        if (C.capturesVariable() && !Private.contains(C.getCapturedVar()))
          escape(C.getCapturedVar());
  // Rounds outside of the region say nothing of those inside.
  Loop *Outer =
      isOpenMPParallelDirective(D->getDirectiveKind()) ? std::exchange(Current, nullptr) : Current;
  scan(D->getRawStmt());
  Current = Outer;
}

} // namespace cachelint::ast
