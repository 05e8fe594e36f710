//===-- WalkExtractor.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/WalkExtractor.h"

#include "tool/ast/ColdPaths.h"
#include "tool/ast/ExprShape.h"
#include "tool/ast/WalkElements.h"

using namespace clang;
using cachelint::model::Walk;

namespace cachelint::ast {

namespace {

/// Reads one loop and collects what its rounds use of the elements. Branches that leave the loop
/// are not read: they run once, however many elements there are.
class RoundReader {
public:
  RoundReader(BodyTools &Tools, FunctionScope &S, const Loop *L)
      : Tools(Tools), Elements(Tools, S, L) {}

  void readLoop(const Stmt *S);
  std::deque<Walk> take();

private:
  void read(const Stmt *S);
  void readParts(const Stmt *S);
  void readSometimes(const Stmt *S);
  bool readControl(const Stmt *S);
  void readBlock(const CompoundStmt *S);
  void readIf(const IfStmt *If);
  void readInner(const Stmt *S);
  void readDecl(const DeclStmt *S);
  bool readExpr(const Expr *E);
  bool readOperator(const BinaryOperator *B);
  bool readUnary(const UnaryOperator *U);
  void readCall(const CallExpr *Call);
  /// A pointer that is only compared, or asked whether there is one.
  void readCondition(const Expr *E);
  bool touch(const Expr *Place, bool Write);
  void lose(Walk *W) {
    if (W)
      W->Complete = false;
  }
  bool leaves(const Stmt *S) const;

  BodyTools &Tools;
  WalkElements Elements;
  unsigned Sometimes = 0; ///< conditions around the place
  unsigned Inner = 0;     ///< switches and loops around it, which `break` leaves
  unsigned Depth = 0;
  bool Calls = false;
};

} // namespace

bool RoundReader::leaves(const Stmt *S) const {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return !Block->body_empty() && leaves(Block->body_back());
  return S && (isa<ReturnStmt, GotoStmt, CXXThrowExpr>(S) || (isa<BreakStmt>(S) && Inner == 0));
}

static bool continues(const Stmt *S) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return !Block->body_empty() && continues(Block->body_back());
  return S && isa<ContinueStmt>(S);
}

bool RoundReader::touch(const Expr *Place, bool Write) {
  WalkElements::Part P = Elements.partAt(Place);
  if (!P.Of)
    return false;
  for (Walk::Touch &Old : P.Of->Touches)
    if (Old.Offset == P.What.Offset && Old.Size == P.What.Size && Old.Path == P.What.Path) {
      Old.Write |= Write;
      Old.Sometimes &= Sometimes != 0;
      return true;
    }
  P.What.Write = Write;
  P.What.Sometimes = Sometimes != 0;
  P.Of->Touches.push_back(std::move(P.What));
  return true;
}

void RoundReader::readParts(const Stmt *S) {
  for (const Stmt *Child : S->children())
    read(Child);
}

void RoundReader::readSometimes(const Stmt *S) {
  ++Sometimes;
  read(S);
  --Sometimes;
}

void RoundReader::read(const Stmt *S) {
  constexpr unsigned MaxDepth = 256;
  if (!S || Depth > MaxDepth)
    return;
  ++Depth;
  const auto *E = dyn_cast<Expr>(S);
  if (!(E ? readExpr(E) : readControl(S)))
    readParts(S);
  --Depth;
}

void RoundReader::readBlock(const CompoundStmt *S) {
  unsigned Before = Sometimes;
  for (const Stmt *Each : S->body()) {
    read(Each);
    const auto *If = dyn_cast<IfStmt>(Each);
    if (If && continues(If->getThen()))
      ++Sometimes;
  }
  Sometimes = Before;
}

void RoundReader::readIf(const IfStmt *If) {
  read(If->getInit());
  read(If->getConditionVariableDeclStmt());
  readCondition(If->getCond());
  BranchHeat Heat = heatOf(If, Tools.Context.ast());
  if (!Heat.ThenCold && !leaves(If->getThen()))
    readSometimes(If->getThen());
  if (!Heat.ElseCold && !leaves(If->getElse()))
    readSometimes(If->getElse());
}

/// A loop or switch inside of the round.
void RoundReader::readInner(const Stmt *S) {
  ++Inner;
  ++Sometimes;
  readParts(S);
  --Sometimes;
  --Inner;
}

void RoundReader::readDecl(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    const Expr *Init = V ? V->getInit() : nullptr;
    // Another name of the element is no use of it.
    bool Names = Init && (V->getType()->isReferenceType() ? Elements.at(Init) != nullptr
                                                          : Elements.behind(Init) != nullptr);
    if (!Names)
      read(Init);
  }
}

bool RoundReader::readControl(const Stmt *S) {
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass:
    readBlock(cast<CompoundStmt>(S));
    return true;
  case Stmt::IfStmtClass:
    readIf(cast<IfStmt>(S));
    return true;
  case Stmt::DoStmtClass:
    if (isNullPointer(cast<DoStmt>(S)->getCond())) // a macro's do { } while (0)
      return false;
    readInner(S);
    return true;
  case Stmt::ForStmtClass:
  case Stmt::WhileStmtClass:
  case Stmt::CXXForRangeStmtClass:
  case Stmt::SwitchStmtClass:
    readInner(S);
    return true;
  case Stmt::DeclStmtClass:
    readDecl(cast<DeclStmt>(S));
    return true;
  case Stmt::ReturnStmtClass:
    return true;
  default:
    return false;
  }
}

void RoundReader::readCondition(const Expr *E) {
  const Expr *Value = peelCasts(E);
  const Expr *Place = Value ? loadedPlace(Value) : nullptr;
  const VarDecl *V = Place ? namedVariable(Place) : nullptr;
  if (!V || !V->getType()->isPointerType())
    read(E);
}

bool RoundReader::readOperator(const BinaryOperator *B) {
  if (B->isLogicalOp()) {
    readCondition(B->getLHS());
    ++Sometimes;
    readCondition(B->getRHS());
    --Sometimes;
    return true;
  }
  if (B->isComparisonOp()) {
    readCondition(B->getLHS());
    readCondition(B->getRHS());
    return true;
  }
  if (!B->isAssignmentOp())
    return false;
  const VarDecl *V = namedVariable(B->getLHS());
  if (!V && !touch(B->getLHS(), true)) {
    lose(Elements.at(B->getLHS())); // all of it
    readParts(B->getLHS());
  }
  if (V && V->getType()->isPointerType() && Elements.behind(B->getRHS()))
    return true; // a name of the element; that it is kept behind the loop costs the rounds nothing
  read(B->getRHS());
  return true;
}

bool RoundReader::readUnary(const UnaryOperator *U) {
  if (U->getOpcode() == UO_LNot) {
    readCondition(U->getSubExpr());
    return true;
  }
  if (U->isIncrementDecrementOp()) {
    if (!namedVariable(U->getSubExpr()) && !touch(U->getSubExpr(), true))
      read(U->getSubExpr());
    return true;
  }
  if (U->getOpcode() != UO_AddrOf)
    return false;
  if (touch(U->getSubExpr(), false))
    return true;
  lose(Elements.at(U->getSubExpr()));
  return false;
}

void RoundReader::readCall(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  const CalleeWords *W = Callee ? &Tools.Words.of(Callee) : nullptr;
  bool Expects = Callee && Callee->getBuiltinID() == Builtin::BI__builtin_expect;
  bool Known = W && (Callee->getBuiltinID() != 0 || W->AtomicRead || W->AtomicStore ||
                     W->AtomicUpdate || W->ThreadId || (W->Library && memberCallOf(Call).Object));
  Calls |= !Known;
  if (!Callee)
    read(Call->getCallee());
  for (const Expr *Arg : Call->arguments())
    Expects ? readCondition(Arg) : read(Arg);
}

bool RoundReader::readExpr(const Expr *E) {
  switch (E->getStmtClass()) {
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::OffsetOfExprClass:
    return true;
  case Stmt::LambdaExprClass:
    Calls = true;
    return true;
  case Stmt::MemberExprClass:
  case Stmt::ArraySubscriptExprClass:
    return touch(E, false);
  case Stmt::ConditionalOperatorClass: {
    const auto *C = cast<ConditionalOperator>(E);
    readCondition(C->getCond());
    readSometimes(C->getTrueExpr());
    readSometimes(C->getFalseExpr());
    return true;
  }
  case Stmt::DeclRefExprClass:
    lose(Elements.at(E));
    return true;
  default:
    break;
  }
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() != CK_LValueToRValue)
      return false;
    if (touch(C->getSubExpr(), false))
      return true;
    lose(Elements.at(C->getSubExpr()));
    if (C->getType()->isPointerType())
      lose(Elements.behind(C)); // the pointer goes somewhere
    return namedVariable(C->getSubExpr()) != nullptr;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return readOperator(B);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return readUnary(U);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    readCall(Call);
    return true;
  }
  if (isa<CXXConstructExpr>(E))
    Calls = true;
  return false;
}

void RoundReader::readLoop(const Stmt *S) {
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    if (For->getCond())
      readCondition(For->getCond());
    read(For->getBody());
    read(For->getInc());
  } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
    readCondition(While->getCond());
    read(While->getBody());
  } else if (const auto *Do = dyn_cast<DoStmt>(S)) {
    read(Do->getBody());
    readCondition(Do->getCond());
  } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
    read(Range->getBody());
  }
}

std::deque<Walk> RoundReader::take() {
  for (Walk &W : Elements.walks())
    W.Calls = Calls;
  return std::move(Elements.walks());
}

void WalkExtractor::loop(const Stmt *Statement, FunctionScope &S) {
  const Loop *L = S.Scan->loop(Statement);
  if (!L)
    return;
  RoundReader Reader(Tools, S, L);
  Reader.readLoop(Statement);
  for (Walk &W : Reader.take())
    if (!W.Touches.empty())
      Tools.Facts.Walks.push_back(std::move(W));
}

} // namespace cachelint::ast
