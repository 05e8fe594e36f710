//===-- ColdPaths.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/ColdPaths.h"

#include "tool/ast/ExprShape.h"
#include "tool/ast/FunctionScope.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cachelint::ast {

/// 0: expected to be false, 1: expected to be true, empty: nothing is said.
static std::optional<bool> expected(const Expr *Condition, const ASTContext &Ast,
                                    unsigned Depth = 0) {
  const Expr *E = peelCasts(Condition);
  if (!E || Depth > MaxExprDepth)
    return std::nullopt;
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || Call->getNumArgs() < 2 ||
        (Callee->getBuiltinID() != Builtin::BI__builtin_expect &&
         Callee->getBuiltinID() != Builtin::BI__builtin_expect_with_probability))
      return std::nullopt;
    std::optional<int64_t> Value = constantOf(Call->getArg(1), Ast);
    return Value ? std::optional<bool>(*Value != 0) : std::nullopt;
  }
  if (const auto *Not = dyn_cast<UnaryOperator>(E); Not && Not->getOpcode() == UO_LNot) {
    std::optional<bool> Inner = expected(Not->getSubExpr(), Ast, Depth + 1);
    return Inner ? std::optional<bool>(!*Inner) : std::nullopt;
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !B->isLogicalOp())
    return std::nullopt;
  std::optional<bool> L = expected(B->getLHS(), Ast, Depth + 1);
  std::optional<bool> R = expected(B->getRHS(), Ast, Depth + 1);
  bool Decides = B->getOpcode() == BO_LOr; // one such side is enough
  if (L == Decides || R == Decides)
    return Decides;
  return L == R ? L : std::nullopt;
}

/// `i % 1024 == 0`, `!(i & 1023)`: true in so few rounds that what depends on it is no part of the
/// loop's work.
static bool seldomTrue(const Expr *Condition, const ASTContext &Ast) {
  constexpr int64_t Rounds = 64;
  const Expr *E = peelCasts(Condition);
  const Expr *Rest = nullptr;
  if (const auto *Not = dyn_cast_or_null<UnaryOperator>(E); Not && Not->getOpcode() == UO_LNot)
    Rest = peelCasts(Not->getSubExpr());
  else if (const auto *B = dyn_cast_or_null<BinaryOperator>(E); B && B->getOpcode() == BO_EQ)
    Rest = constantOf(B->getRHS(), Ast) ? peelCasts(B->getLHS()) : nullptr;
  const auto *Op = dyn_cast_or_null<BinaryOperator>(Rest);
  std::optional<int64_t> N = Op ? constantOf(Op->getRHS(), Ast) : std::nullopt;
  if (!N)
    return false;
  if (Op->getOpcode() == BO_Rem)
    return *N >= Rounds;
  // A mask of low bits.
  return Op->getOpcode() == BO_And && *N >= Rounds - 1 && (*N & (*N + 1)) == 0;
}

static bool isErrorValue(const Expr *E, const ASTContext &Ast) {
  if (!E)
    return false;
  if (E->getType()->isPointerType())
    return isNullPointer(E);
  std::optional<int64_t> Value = constantOf(E, Ast);
  return Value && *Value < 0 && E->getType()->isSignedIntegerType();
}

static bool leavesWithError(const Stmt *S, const ASTContext &Ast) {
  while (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    S = Block->body_empty() ? nullptr : Block->body_back();
  if (!S)
    return false;
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    return isErrorValue(Return->getRetValue(), Ast);
  if (const auto *Goto = dyn_cast<GotoStmt>(S)) {
    llvm::StringRef Label = Goto->getLabel()->getName();
    return Label.contains_insensitive("err") || Label.contains_insensitive("fail");
  }
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return false;
  E = peel(E);
  if (isa<CXXThrowExpr>(E))
    return true;
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->isNoReturn();
}

BranchHeat heatOf(const IfStmt *If, const ASTContext &Ast) {
  BranchHeat Out;
  std::optional<bool> Expected = expected(If->getCond(), Ast);
  Stmt::Likelihood Said = Stmt::getLikelihood(If->getThen(), If->getElse());
  Out.ThenCold = Expected == false || Said == Stmt::LH_Unlikely ||
                 leavesWithError(If->getThen(), Ast) || seldomTrue(If->getCond(), Ast);
  Out.ElseCold = Expected == true || Said == Stmt::LH_Likely ||
                 (If->getElse() && leavesWithError(If->getElse(), Ast));
  return Out;
}

/// Before the first thread runs, and after the last has ended, there is nobody to share with. A
/// loop that starts threads belongs to the start; one without an end (an accept loop) does not.
static bool isAlone(const FunctionScope &S) {
  if (!S.Scan)
    return true;
  if (S.InRegion)
    return false;
  if (S.Scan->joins() != 0 && S.Joined >= S.Scan->joins())
    return true;
  if (!S.Scan->launches())
    return S.Scan->hasRegions(); // its threads meet at the region's end
  if (!S.Launched)
    return true;
  for (const Loop *L = S.InLoop; L; L = L->Parent)
    if (L->Launches)
      return !L->Poll;
  return false;
}

model::Frequency frequencyOf(const FunctionScope &S) {
  model::Frequency Out;
  Out.Cold = S.Cold || S.ColdDepth != 0 || isAlone(S);
  Out.Blocking = S.InLoop && S.InLoop->Blocking;
  Out.FewRounds = S.InLoop;
  for (const Loop *L = S.InLoop; L; L = L->Parent) {
    ++Out.LoopDepth;
    Out.FewRounds &= L->Few;
    Out.PollLoop |= L->Poll;
  }
  return Out;
}

llvm::SmallVector<model::Slot, 0> locksOf(const FunctionScope &S) {
  llvm::SmallVector<model::Slot, 0> Out(S.Held.begin(), S.Held.end());
  llvm::sort(Out);
  Out.erase(std::unique(Out.begin(), Out.end()), Out.end());
  return Out;
}

} // namespace cachelint::ast
