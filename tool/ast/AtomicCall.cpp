//===-- AtomicCall.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/AtomicCall.h"

#include "tool/ast/ExprShape.h"

#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace cachelint::ast {

static bool namesAdding(StringRef Name) {
  for (StringRef Word : {"add", "inc", "sub", "dec"})
    if (Name.contains(Word))
      return true;
  return false;
}

/// By the words of the name: atomic_inc, __sync_fetch_and_sub, fetch_add.
static model::Change changeOf(StringRef Name) {
  for (StringRef Word : {"sub", "dec"})
    if (Name.contains_insensitive(Word))
      return model::Change::Down;
  return namesAdding(Name.lower()) ? model::Change::Up : model::Change::Other;
}

static model::Change changeOf(OverloadedOperatorKind Op) {
  if (Op == OO_PlusPlus || Op == OO_PlusEqual)
    return model::Change::Up;
  return Op == OO_MinusMinus || Op == OO_MinusEqual ? model::Change::Down : model::Change::Other;
}

static AtomicCall ofBuiltin(const AtomicExpr *A) {
  AtomicCall Out;
  Out.Pointer = A->getPtr();
  switch (A->getOp()) {
  case AtomicExpr::AO__c11_atomic_load:
  case AtomicExpr::AO__atomic_load:
  case AtomicExpr::AO__atomic_load_n:
    Out.Kind = AtomicCall::Read;
    break;
  case AtomicExpr::AO__c11_atomic_init:
  case AtomicExpr::AO__c11_atomic_store:
  case AtomicExpr::AO__atomic_store:
  case AtomicExpr::AO__atomic_store_n:
    Out.Kind = AtomicCall::Store;
    break;
  case AtomicExpr::AO__c11_atomic_fetch_add:
  case AtomicExpr::AO__c11_atomic_fetch_sub:
  case AtomicExpr::AO__atomic_fetch_add:
  case AtomicExpr::AO__atomic_fetch_sub:
  case AtomicExpr::AO__atomic_add_fetch:
  case AtomicExpr::AO__atomic_sub_fetch:
    Out.Adds = true;
    Out.How = A->getOp() == AtomicExpr::AO__c11_atomic_fetch_sub ||
                      A->getOp() == AtomicExpr::AO__atomic_fetch_sub ||
                      A->getOp() == AtomicExpr::AO__atomic_sub_fetch
                  ? model::Change::Down
                  : model::Change::Up;
    [[fallthrough]];
  default:
    Out.Kind = AtomicCall::Update;
  }
  return Out;
}

/// `__sync_fetch_and_add` and its sized forms.
static AtomicCall ofSync(StringRef Name, const CallExpr *Call) {
  AtomicCall Out;
  if (Call->getNumArgs() == 0) // __sync_synchronize
    return Out;
  Out.Pointer = Call->getArg(0);
  Out.Kind = Name.starts_with("__sync_lock_release") ? AtomicCall::Store : AtomicCall::Update;
  Out.Adds = namesAdding(Name);
  Out.How = changeOf(Name);
  return Out;
}

static AtomicCall ofMember(const MemberCall &Member, LibraryType Kind) {
  AtomicCall Out;
  const Expr *Object = peelCasts(Member.Object);
  // libstdc++ has the members in a base class; that is no part of the place.
  while (const auto *C = dyn_cast_or_null<CastExpr>(Object)) {
    if (C->getCastKind() != CK_DerivedToBase && C->getCastKind() != CK_UncheckedDerivedToBase)
      break;
    Object = peelCasts(C->getSubExpr());
  }
  if (Kind == LibraryType::AtomicRef) {
    const auto *New = dyn_cast_or_null<CXXConstructExpr>(Object);
    if (!New || New->getNumArgs() != 1)
      return Out;
    Object = peelCasts(New->getArg(0));
  }
  (Member.Arrow ? Out.Pointer : Out.Object) = Object;
  const CXXMethodDecl *M = Member.Method;
  if (isa<CXXConversionDecl>(M)) {
    Out.Kind = AtomicCall::Read;
  } else if (M->isOverloadedOperator()) {
    OverloadedOperatorKind Op = M->getOverloadedOperator();
    Out.Kind = Op == OO_Equal ? AtomicCall::Store : AtomicCall::Update;
    Out.Adds = Op == OO_PlusPlus || Op == OO_MinusMinus || Op == OO_PlusEqual;
    Out.How = changeOf(Op);
  } else if (M->getIdentifier()) {
    StringRef Name = M->getName();
    Out.Kind = llvm::StringSwitch<AtomicCall::Operation>(Name)
                   .Cases("load", "test", "wait", AtomicCall::Read)
                   .Cases("store", "clear", AtomicCall::Store)
                   .Cases("is_lock_free", "notify_one", "notify_all", AtomicCall::None)
                   .Default(AtomicCall::Update);
    Out.Adds = Name == "fetch_add" || Name == "fetch_sub";
    Out.How = changeOf(Name);
  }
  return Out;
}

AtomicCall atomicCallOf(const Expr *E, FunctionWords &Words, LibraryTypes &Library) {
  if (const auto *A = dyn_cast<AtomicExpr>(E))
    return ofBuiltin(A);
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return {};
  MemberCall Member = memberCallOf(Call);
  if (Member.Object) {
    LibraryType Kind = Library.of(Member.Method->getParent()).Kind;
    return Kind == LibraryType::Atomic || Kind == LibraryType::AtomicRef ? ofMember(Member, Kind)
                                                                         : AtomicCall();
  }
  StringRef Name = Callee->getIdentifier() ? Callee->getName() : StringRef();
  if (Name.starts_with("__sync_"))
    return ofSync(Name, Call);
  const CalleeWords &W = Words.of(Callee);
  if (!W.AtomicRead && !W.AtomicStore && !W.AtomicUpdate)
    return {};
  AtomicCall Out;
  // atomic_add(i, &v) of Linux has the pointer second.
  for (const Expr *Arg : Call->arguments())
    if (Arg->getType()->isPointerType()) {
      Out.Pointer = Arg;
      break;
    }
  if (!Out.Pointer)
    return {};
  Out.Kind = W.AtomicRead    ? AtomicCall::Read
             : W.AtomicStore ? AtomicCall::Store
                             : AtomicCall::Update;
  Out.Adds = Out.Kind == AtomicCall::Update && namesAdding(Name);
  Out.How = changeOf(Name);
  return Out;
}

} // namespace cachelint::ast
