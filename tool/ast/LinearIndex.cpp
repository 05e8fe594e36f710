//===-- LinearIndex.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/LinearIndex.h"

#include "tool/ast/ExprShape.h"

using namespace clang;

namespace cachelint::ast {

namespace {

class Linearizer {
public:
  Linearizer(FunctionScope &S, FunctionWords &Words, const ASTContext &Ast)
      : S(S), Words(Words), Ast(Ast) {}

  void add(const Expr *E, int64_t Scale, unsigned Depth);
  LinearIndex Out;

private:
  bool addOperator(const BinaryOperator *B, int64_t Scale, unsigned Depth);
  const Expr *productIn(const Expr *E) const;

  // Beyond this nothing is an index into memory; products of two such cannot overflow.
  static constexpr int64_t MaxScale = int64_t(1) << 31;

  FunctionScope &S;
  FunctionWords &Words;
  const ASTContext &Ast;
};

bool isProduct(const Expr *E) {
  const auto *B = dyn_cast_or_null<BinaryOperator>(peelCasts(E));
  return B && (B->getOpcode() == BO_Mul || B->getOpcode() == BO_Shl);
}

/// The product that a local variable was set to, once and for all.
const Expr *Linearizer::productIn(const Expr *E) const {
  const Expr *Place = loadedPlace(E);
  const VarDecl *V = Place ? namedVariable(Place) : nullptr;
  const LocalUse *Use = V && !isa<ParmVarDecl>(V) && S.Scan ? S.Scan->local(V) : nullptr;
  if (!Use || Use->Escapes || !Use->SteppedIn.empty() || Use->Values.size() != 1)
    return nullptr;
  return isProduct(Use->Values.front()) ? Use->Values.front() : nullptr;
}

bool Linearizer::addOperator(const BinaryOperator *B, int64_t Scale, unsigned Depth) {
  switch (B->getOpcode()) {
  case BO_Add:
  case BO_Sub:
    if (!B->getType()->isIntegerType())
      return false;
    add(B->getLHS(), Scale, Depth + 1);
    add(B->getRHS(), B->getOpcode() == BO_Add ? Scale : -Scale, Depth + 1);
    return true;
  case BO_Shl: {
    std::optional<int64_t> By = constantOf(B->getRHS(), Ast);
    if (!By || *By < 0 || *By > 30 || std::abs(Scale) > MaxScale >> *By)
      return false;
    add(B->getLHS(), Scale * (int64_t(1) << *By), Depth + 1);
    return true;
  }
  case BO_Mul: {
    std::optional<int64_t> Factor = constantOf(B->getRHS(), Ast);
    const Expr *Other = B->getLHS();
    if (!Factor) {
      Factor = constantOf(B->getLHS(), Ast);
      Other = B->getRHS();
    }
    if (!Factor || std::abs(*Factor) > MaxScale || std::abs(Scale * *Factor) > MaxScale)
      return false;
    add(Other, Scale * *Factor, Depth + 1);
    return true;
  }
  default:
    return false;
  }
}

void Linearizer::add(const Expr *E, int64_t Scale, unsigned Depth) {
  E = peelCasts(E);
  if (!E || Scale == 0)
    return;
  if (std::optional<int64_t> C = constantOf(E, Ast); C && std::abs(*C) <= MaxScale) {
    Out.Constant += *C * Scale;
    return;
  }
  if (Depth < MaxExprDepth && Words.threadIdMacro(E).empty()) {
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && addOperator(B, Scale, Depth))
      return;
    if (const Expr *Product = productIn(E))
      return add(Product, Scale, Depth + 1);
  }
  Out.Terms.push_back({static_cast<uint64_t>(std::abs(Scale)), E});
}

} // namespace

LinearIndex linearIndex(const Expr *Index, bool Negative, FunctionScope &S, FunctionWords &Words,
                        const ASTContext &Ast) {
  Linearizer L(S, Words, Ast);
  L.add(Index, Negative ? -1 : 1, 0);
  llvm::stable_sort(L.Out.Terms,
                    [](const LinearTerm &A, const LinearTerm &B) { return A.Scale > B.Scale; });
  return std::move(L.Out);
}

} // namespace cachelint::ast
