//===-- FunctionExtractor.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/FunctionExtractor.h"

#include "tool/ast/ExprShape.h"

using namespace clang;
using cachelint::model::Call;
using cachelint::model::Function;
using cachelint::model::Slot;

namespace cachelint::ast {

void FunctionExtractor::addOverrides(const FunctionDecl *F, Function &Out) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (!Method)
    return;
  for (const CXXMethodDecl *Base : Method->overridden_methods())
    Out.Overrides.push_back(Tools.Context.functionKey(Base));
  llvm::sort(Out.Overrides);
}

void FunctionExtractor::defined(const FunctionDecl *F) {
  Function Out;
  Out.Key = Tools.Context.functionKey(F);
  Out.Name = Tools.Context.functionName(F);
  Out.External = F->isExternallyVisible();
  Out.Cold = Tools.Words.of(F).Cold || Tools.Words.hasColdAttribute(F);
  Out.IsMain = F->isMain();
  Out.Defined = F->isDefined();
  Out.Pos = Tools.Context.posOf(F->getLocation());
  if (const Stmt *Body = F->getBody())
    Out.End = Tools.Context.posOf(Body->getEndLoc());
  addOverrides(F, Out);
  Tools.Facts.Functions.push_back(std::move(Out));
}

void FunctionExtractor::describeAll(bool On) {
  DescribeAll = On;
  Declared.clear();
}

/// What this unit only declares is described by it all the same: the name may be all there is.
void FunctionExtractor::declared(const FunctionDecl *F) {
  bool Describe = DescribeAll ? F->isExternallyVisible() : !F->isDefined();
  if (!Describe || !Declared.insert(F->getCanonicalDecl()).second)
    return;
  const FunctionDecl *First = F->getCanonicalDecl();
  Function Out;
  Out.Key = Tools.Context.functionKey(F);
  Out.Name = Tools.Context.functionName(F);
  Out.External = F->isExternallyVisible();
  Out.Cold = Tools.Words.of(F).Cold || Tools.Words.hasColdAttribute(First);
  Out.IsMain = First->isMain();
  Out.Defined = false;
  Out.Pos = Tools.Context.posOf(First->getLocation());
  addOverrides(First, Out);
  Tools.Facts.Functions.push_back(std::move(Out));
}

void FunctionExtractor::region(model::Str Key, const FunctionDecl *In, SourceRange Range) {
  Function Out;
  Out.Key = Key;
  Out.Name = Tools.Context.intern(Tools.Context.functionName(In) + " (parallel region)");
  Out.Pos = Tools.Context.posOf(Range.getBegin());
  Out.End = Tools.Context.posOf(Range.getEnd());
  Tools.Facts.Functions.push_back(std::move(Out));
}

void FunctionExtractor::add(model::Str Callee, Slot Through, bool Assumed, const Expr *At,
                            FunctionScope &S) {
  Call C;
  C.Caller = S.Key;
  C.Callee = Callee;
  C.Through = Through;
  C.Assumed = Assumed;
  C.Locks = locksOf(S);
  C.Often = frequencyOf(S);
  C.Pos = Tools.Context.posOf(At->getExprLoc());
  Tools.Facts.Calls.push_back(std::move(C));
}

void FunctionExtractor::called(const FunctionDecl *Callee, const Expr *At, FunctionScope &S) {
  if (Tools.Words.of(Callee).Library)
    return;
  declared(Callee);
  add(Tools.Context.functionKey(Callee), Slot(), false, At, S);
}

void FunctionExtractor::calledThrough(const Expr *Pointer, const Expr *At, FunctionScope &S) {
  for (const ThreadExtractor::Entry &E : Threads.entriesOf(Pointer, S)) {
    if (E.Function)
      called(E.Function, At, S);
    else if (E.Through.K == Slot::Kind::Function)
      add(E.Through.Owner, Slot(), false, At, S);
    else
      add({}, E.Through, false, At, S);
  }
}

void FunctionExtractor::handedOn(const Expr *Argument, FunctionScope &S) {
  const Expr *E = peelCasts(Argument);
  if (!E)
    return;
  const CXXRecordDecl *Class = E->getType()->getAsCXXRecordDecl();
  bool IsFunction = (E->getType()->isFunctionPointerType() || E->getType()->isFunctionType());
  if (!IsFunction && !(Class && Class->isLambda()))
    return;
  for (const ThreadExtractor::Entry &Entry : Threads.entriesOf(E, S)) {
    if (Entry.Function && !Tools.Words.of(Entry.Function).Library)
      add(Tools.Context.functionKey(Entry.Function), Slot(), true, Argument, S);
    else if (Entry.Through.K == Slot::Kind::Function)
      add(Entry.Through.Owner, Slot(), true, Argument, S);
  }
}

} // namespace cachelint::ast
