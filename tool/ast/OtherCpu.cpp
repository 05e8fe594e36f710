//===-- OtherCpu.cpp -------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/OtherCpu.h"

#include "tool/ast/ExprShape.h"

using namespace clang;

namespace cachelint::ast {

namespace {

/// From a place back to the expression that gave the pointer into the object.
class Tracer {
public:
  Tracer(FunctionScope &S, BodyTools &Tools) : S(S), Tools(Tools) {}

  bool trace(const Expr *E, unsigned Depth = 0);

private:
  bool ofVariable(const VarDecl *V, unsigned Depth);
  /// An integer in the call or macro that is the number of the CPU it runs on.
  bool asksForOwn(const Stmt *E, unsigned Depth = 0);

  FunctionScope &S;
  BodyTools &Tools;
};

} // namespace

bool Tracer::asksForOwn(const Stmt *E, unsigned Depth) {
  if (!E || Depth > 8)
    return false;
  const auto *Value = dyn_cast<Expr>(E);
  if (Value && Value->getType()->isIntegralOrEnumerationType() && !Value->isGLValue()) {
    ValueSources V = Tools.Paths.sources(Value, S);
    if (llvm::any_of(V.List, [](const ValueSource &Source) {
          return Source.From.K == model::Slot::Kind::ThreadId;
        }))
      return true;
  }
  return llvm::any_of(E->children(),
                      [&](const Stmt *Child) { return asksForOwn(Child, Depth + 1); });
}

bool Tracer::ofVariable(const VarDecl *V, unsigned Depth) {
  const LocalUse *Use = S.Scan ? S.Scan->local(V) : nullptr;
  return Use &&
         llvm::any_of(Use->Values, [&](const Expr *Value) { return trace(Value, Depth + 1); });
}

bool Tracer::trace(const Expr *From, unsigned Depth) {
  const Expr *E = peelCasts(From);
  if (!E || Depth > 8)
    return false;
  if (Tools.Words.isOtherCpuMacro(E))
    return !asksForOwn(E);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    return Callee && Tools.Words.of(Callee).OtherCpu && !asksForOwn(Call);
  }
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return trace(M->getBase(), Depth + 1);
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return trace(A->getBase(), Depth + 1);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() != UO_LNot && trace(U->getSubExpr(), Depth + 1);
  if (const auto *C = dyn_cast<CastExpr>(E))
    return trace(C->getSubExpr(), Depth + 1);
  if (const VarDecl *V = namedVariable(E))
    return V->isLocalVarDecl() && ofVariable(V, Depth);
  return false;
}

bool reachesOtherCpu(const Expr *E, FunctionScope &S, BodyTools &Tools) {
  return Tools.Words.knowsOtherCpus() && E && Tracer(S, Tools).trace(E);
}

} // namespace cachelint::ast
