//===-- ThreadExtractor.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/ThreadExtractor.h"

#include "tool/ast/ExprShape.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;
using cachelint::model::Multiplicity;
using cachelint::model::Slot;
using cachelint::model::ThreadRoot;

namespace cachelint::ast {

static void addFunction(const FunctionDecl *F, llvm::SmallVectorImpl<ThreadExtractor::Entry> &Out) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  ThreadExtractor::Entry E;
  E.Function = F;
  E.NeedsObject = Method && Method->isInstance();
  Out.push_back(E);
}

/// The call operator of a lambda or function object; of a generic lambda all its instantiations.
void ThreadExtractor::addObject(QualType Class, llvm::SmallVectorImpl<Entry> &Out) {
  const CXXRecordDecl *R = Class->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition())
    return;
  DeclarationName Call = Tools.Context.ast().DeclarationNames.getCXXOperatorName(OO_Call);
  for (const NamedDecl *D : R->lookup(Call)) {
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D)) {
      for (const FunctionDecl *F : Template->specializations())
        Out.push_back({F, {}, false, {}});
    } else if (const auto *F = dyn_cast<FunctionDecl>(D)) {
      Out.push_back({F, {}, false, {}});
    }
  }
}

void ThreadExtractor::addEntries(const Expr *E, FunctionScope &S, llvm::SmallVectorImpl<Entry> &Out,
                                 unsigned Depth) {
  E = peelCasts(E);
  if (!E || Depth > MaxExprDepth)
    return;
  if (const auto *C = dyn_cast<CastExpr>(E))
    E = peelCasts(C->getSubExpr());
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
    return addEntries(U->getSubExpr(), S, Out, Depth + 1);
  if (const auto *L = dyn_cast<LambdaExpr>(E))
    return addObject(L->getType(), Out);
  if (const auto *T = dyn_cast<AbstractConditionalOperator>(E)) {
    addEntries(T->getTrueExpr(), S, Out, Depth + 1);
    return addEntries(T->getFalseExpr(), S, Out, Depth + 1);
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
      return addFunction(F, Out);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    bool Binds = Callee && Callee->isInStdNamespace() && Callee->getIdentifier() &&
                 Callee->getName() == "bind";
    if (Callee && Call->getNumArgs() != 0 && (Binds || Tools.Words.of(Callee).PassesFirst)) {
      size_t From = Out.size();
      addEntries(Call->getArg(0), S, Out, Depth + 1);
      for (size_t I = From; Binds && I < Out.size(); ++I)
        Out[I].Bound = {Call->getArgs() + 1, Call->getNumArgs() - 1};
      return;
    }
  }
  const CXXRecordDecl *Class = E->getType()->getAsCXXRecordDecl();
  if (Class && !Class->isInStdNamespace())
    return addObject(E->getType(), Out);
  if (const auto *New = dyn_cast<CXXConstructExpr>(E); New && New->getNumArgs() == 1)
    return addEntries(New->getArg(0), S, Out, Depth + 1); // std::function(f)
  for (const ValueSource &Source : Tools.Paths.sources(E, S).List)
    if (!Source.AddressOf && Source.From.K != Slot::Kind::Opaque)
      Out.push_back({nullptr, Source.From, false, {}});
}

llvm::SmallVector<ThreadExtractor::Entry, 2> ThreadExtractor::entriesOf(const Expr *E,
                                                                        FunctionScope &S) {
  llvm::SmallVector<Entry, 2> Out;
  addEntries(E, S, Out, 0);
  return Out;
}

void ThreadExtractor::hand(const Expr *Value, const Entry &To, unsigned Param, const Expr *At,
                           FunctionScope &S) {
  const FunctionDecl *F = To.Function;
  if (Param != Slot::This && Param >= F->getNumParams())
    return;
  Slot Target = {Slot::Kind::Param, Tools.Context.functionKey(F), {}, Param};
  if (std::optional<int64_t> C = constantOf(peelCasts(Value), Tools.Context.ast())) {
    Constants &Known = Given[Target];
    Known.Values.push_back(*C);
    Known.Flow.From = {Slot::Kind::Distinct, {}, {}, 0};
    Known.Flow.To = Target;
    Known.Flow.Function = S.Key;
    Known.Flow.Pos = Tools.Context.posOf(At->getExprLoc());
    return;
  }
  // Threads get copies, and references only of what std::ref wraps.
  const auto *Ref = dyn_cast<CallExpr>(peel(Value));
  const FunctionDecl *Wrapper = Ref ? Ref->getDirectCallee() : nullptr;
  bool Wrapped = Wrapper && Wrapper->isInStdNamespace() && Wrapper->getIdentifier() &&
                 (Wrapper->getName() == "ref" || Wrapper->getName() == "cref");
  if (Wrapped)
    return Flows.passed(Ref->getArg(0), Target, QualType(), S);
  QualType T = Value->getType().getNonReferenceType();
  Flows.passed(Value, Target, T, S);
}

void ThreadExtractor::handAll(const LaunchSite &Site, const Entry &To, const Expr *At,
                              FunctionScope &S) {
  llvm::SmallVector<const Expr *, 4> Args(To.Bound.begin(), To.Bound.end());
  if (Site.Api->ForwardsArgs) {
    auto Rest = Site.Args.drop_front(*Site.Api->FunctionArg + 1);
    Args.append(Rest.begin(), Rest.end());
  }
  unsigned Param = 0;
  if (To.NeedsObject)
    Param = Slot::This;
  // std::jthread puts a stop token before its arguments where the function takes one.
  else if (To.Function->getNumParams() > Args.size() && To.Function->getNumParams() != 0)
    if (const CXXRecordDecl *First =
            To.Function->getParamDecl(0)->getType().getNonReferenceType()->getAsCXXRecordDecl();
        First && First->isInStdNamespace() && First->getName() == "stop_token")
      Param = 1;
  for (const Expr *Arg : Args) {
    hand(Arg, To, Param, At, S);
    Param = Param == Slot::This ? 0 : Param + 1;
  }
  if (!Site.Api->ForwardsArgs && Site.Api->DataArg && *Site.Api->DataArg < Site.Args.size())
    hand(Site.Args[*Site.Api->DataArg], To, Site.Api->DataParam, At, S);
}

void ThreadExtractor::launched(LaunchSite Site, const Expr *At, FunctionScope &S) {
  const model::LaunchApi &Api = *Site.Api;
  S.Launched = true;
  // std::async may be told the policy first.
  if (Api.ForwardsArgs && !Site.Args.empty() && Site.Args.front()->getType()->isEnumeralType())
    Site.Args = Site.Args.drop_front();
  if (!Api.FunctionArg || *Api.FunctionArg >= Site.Args.size())
    return;
  bool Before = std::exchange(S.Handing, true);
  for (const Entry &E : entriesOf(Site.Args[*Api.FunctionArg], S)) {
    ThreadRoot Root;
    Root.Api = Tools.Context.intern(Api.Name);
    Root.Launcher = S.Key;
    Root.Instances = Api.Many || S.InLoop ? Multiplicity::Many : Multiplicity::One;
    Root.Repeats = Api.Repeats;
    Root.Pos = Tools.Context.posOf(At->getExprLoc());
    Root.DataParam = Api.DataParam;
    if (E.Function) {
      Root.Function = Tools.Context.functionKey(E.Function);
      handAll(Site, E, At, S);
    } else {
      Root.Through = E.Through;
      std::optional<unsigned> Data = Api.DataArg;
      if (Api.ForwardsArgs && *Api.FunctionArg + 1 < Site.Args.size())
        Data = *Api.FunctionArg + 1;
      if (Data && *Data < Site.Args.size())
        if (ValueSources Sources = Tools.Paths.sources(Site.Args[*Data], S);
            !Sources.List.empty() && !Sources.List.front().AddressOf)
          Root.Data = Sources.List.front().From;
      if (Root.Through.K == Slot::Kind::Function) { // a pointer to it in a local
        Root.Function = Root.Through.Owner;
        Root.Through = Slot();
        if (Data && *Data < Site.Args.size())
          Flows.passed(Site.Args[*Data], {Slot::Kind::Param, Root.Function, {}, Api.DataParam},
                       Site.Args[*Data]->getType(), S);
      }
    }
    Tools.Facts.Roots.push_back(std::move(Root));
  }
  S.Handing = Before;
}

void ThreadExtractor::region(model::Str RegionKey, SourceLocation At, FunctionScope &S) {
  ThreadRoot Root;
  Root.Function = RegionKey;
  Root.Api = "omp parallel";
  Root.Launcher = S.Key;
  Root.Instances = Multiplicity::Many;
  Root.Pos = Tools.Context.posOf(At);
  Tools.Facts.Roots.push_back(std::move(Root));
}

void ThreadExtractor::finish() {
  std::map<model::Str, unsigned> Launches;
  for (const ThreadRoot &Root : Tools.Facts.Roots)
    if (!Root.Function.empty())
      ++Launches[Root.Function];
  for (ThreadRoot &Root : Tools.Facts.Roots)
    if (!Root.Function.empty() && Launches[Root.Function] > 1)
      Root.Instances = Multiplicity::Many;
  for (auto &[Target, Known] : Given) {
    llvm::sort(Known.Values);
    bool AllDiffer =
        std::adjacent_find(Known.Values.begin(), Known.Values.end()) == Known.Values.end();
    if (Known.Values.size() > 1 && AllDiffer)
      Tools.Facts.Flows.push_back(Known.Flow);
  }
}

} // namespace cachelint::ast
