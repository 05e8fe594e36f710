//===-- LaunchSite.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/LaunchSite.h"

#include "tool/ast/ExprShape.h"

using namespace clang;

namespace cachelint::ast {

/// Objects of one class in the first argument mean a copy or a move: nothing is started by that.
static bool startsWith(llvm::ArrayRef<const Expr *> Args, const CXXRecordDecl *Class) {
  const CXXRecordDecl *First = Args.front()->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return First && First->getCanonicalDecl() == Class->getCanonicalDecl();
}

static LaunchSite siteOfConstruction(const CXXConstructExpr *New, FunctionWords &Words) {
  const CXXRecordDecl *Class = New->getConstructor()->getParent();
  const model::LaunchApi *Api = Words.launchOf(Class);
  if (!Api || New->getNumArgs() == 0)
    return {};
  llvm::ArrayRef<const Expr *> Args(New->getArgs(), New->getNumArgs());
  return startsWith(Args, Class) ? LaunchSite() : LaunchSite{Api, Args};
}

LaunchSite launchSiteOf(const Expr *E, FunctionWords &Words, LibraryTypes &Library) {
  if (const auto *New = dyn_cast<CXXConstructExpr>(E))
    return siteOfConstruction(New, Words);
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return {};
  if (const model::LaunchApi *Api = Words.of(Callee).Launch)
    return {Api, {Call->getArgs(), Call->getNumArgs()}};
  MemberCall Member = memberCallOf(Call);
  if (!Member.Object || Member.Args.empty() || !Callee->getIdentifier() ||
      Callee->getName() != "emplace_back")
    return {};
  LibraryClass Container = Library.of(objectType(Member));
  if (Container.Kind != LibraryType::Storage)
    return {};
  const CXXRecordDecl *Class = Container.Element->getAsCXXRecordDecl();
  const model::LaunchApi *Api = Words.launchOf(Class);
  if (!Api || startsWith(Member.Args, Class))
    return {};
  return {Api, Member.Args};
}

bool joinsThreads(const CallExpr *Call, FunctionWords &Words) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return false;
  if (Words.of(Callee).Join)
    return true;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  return Method && Method->getIdentifier() && Method->getName() == "join" &&
         Words.launchOf(Method->getParent());
}

} // namespace cachelint::ast
