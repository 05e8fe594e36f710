//===-- LibraryTypes.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/LibraryTypes.h"

#include "tool/ast/ExprShape.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace cachelint::ast {

static LibraryType kindByName(StringRef Name) {
  return llvm::StringSwitch<LibraryType>(Name)
      .Case("array", LibraryType::Array)
      .Cases("vector", "deque", "span", "valarray", LibraryType::Storage)
      .Cases("unique_ptr", "shared_ptr", LibraryType::SmartPointer)
      .Cases("__normal_iterator", "__wrap_iter", "_Deque_iterator", "__deque_iterator",
             LibraryType::Iterator)
      .Case("reference_wrapper", LibraryType::Reference)
      .Cases("atomic", "atomic_flag", "__atomic_base", "__atomic_float", LibraryType::Atomic)
      .Case("atomic_ref", LibraryType::AtomicRef)
      .Cases("mutex", "recursive_mutex", "timed_mutex", "recursive_timed_mutex", LibraryType::Mutex)
      .Cases("shared_mutex", "shared_timed_mutex", LibraryType::Mutex)
      .Cases("lock_guard", "unique_lock", "scoped_lock", "shared_lock", LibraryType::Guard)
      .Default(LibraryType::None);
}

static bool inStd(const CXXRecordDecl *R) {
  for (const DeclContext *C = R->getDeclContext(); C; C = C->getParent()) {
    const auto *N = dyn_cast<NamespaceDecl>(C);
    if (!N)
      return false;
    if (N->isInline())
      continue;
    // libstdc++ keeps its iterators in a namespace of its own.
    return N->getDeclContext()->isTranslationUnit() &&
           (N->getName() == "std" || N->getName() == "__gnu_cxx");
  }
  return false;
}

LibraryClass LibraryTypes::classify(const CXXRecordDecl *R) const {
  if (!R->getIdentifier() || !inStd(R))
    return {};
  LibraryClass Out;
  Out.Kind = kindByName(R->getName());
  const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(R);
  if (!Spec || Spec->getTemplateArgs().size() == 0 ||
      Spec->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return Out;
  Out.Element = Spec->getTemplateArgs()[0].getAsType();
  if (Out.Kind == LibraryType::Iterator && R->getName() != "_Deque_iterator")
    Out.Element = Out.Element->getPointeeType(); // __normal_iterator<T *, vector<T>>
  if (Out.Kind == LibraryType::SmartPointer && Out.Element->isArrayType()) {
    Out.Kind = LibraryType::Storage;
    Out.Element = Out.Element->getAsArrayTypeUnsafe()->getElementType();
  }
  Out.Owns = R->getName() == "vector" || R->getName() == "deque";
  // Its operator[] gives a proxy for a bit.
  if (Out.Kind == LibraryType::Storage && R->getName() == "vector" && Out.Element->isBooleanType())
    return {};
  return Out;
}

LibraryClass LibraryTypes::of(const CXXRecordDecl *R) {
  if (!R)
    return {};
  auto [It, New] = Known.try_emplace(R->getCanonicalDecl());
  if (New)
    It->second = classify(R);
  return It->second;
}

LibraryClass LibraryTypes::of(QualType T) {
  return of(T.isNull() ? nullptr : T.getNonReferenceType()->getAsCXXRecordDecl());
}

LibraryMember LibraryTypes::member(const FunctionDecl *Method, const LibraryClass &Of) {
  bool PointerLike = Of.Kind == LibraryType::SmartPointer || Of.Kind == LibraryType::Iterator ||
                     Of.Kind == LibraryType::Reference;
  bool Holds = Of.Kind == LibraryType::Array || Of.Kind == LibraryType::Storage;
  switch (Method->getOverloadedOperator()) {
  case OO_Subscript:
    return Holds || PointerLike ? LibraryMember::Element : LibraryMember::None;
  case OO_Star:
    return PointerLike ? LibraryMember::Target : LibraryMember::None;
  case OO_Arrow:
    return PointerLike ? LibraryMember::Address : LibraryMember::None;
  default:
    break;
  }
  if (!Method->getIdentifier())
    return LibraryMember::None;
  StringRef Name = Method->getName();
  if (Of.Kind == LibraryType::Reference)
    return Name == "get" ? LibraryMember::Target : LibraryMember::None;
  if (PointerLike)
    return Name == "get" || Name == "release" || Name == "base" ? LibraryMember::Address
                                                                : LibraryMember::None;
  if (!Holds)
    return LibraryMember::None;
  return llvm::StringSwitch<LibraryMember>(Name)
      .Case("at", LibraryMember::Element)
      .Case("front", LibraryMember::First)
      .Case("back", LibraryMember::Last)
      .Cases("begin", "cbegin", "data", "get", LibraryMember::Begin)
      .Cases("resize", "reserve", "push_back", "emplace_back", "assign", LibraryMember::Grow)
      .Default(LibraryMember::None);
}

bool LibraryTypes::isAccessor(StringRef Name, OverloadedOperatorKind Operator) {
  if (Operator == OO_Subscript || Operator == OO_Star || Operator == OO_Arrow ||
      Operator == OO_Call)
    return true;
  return llvm::StringSwitch<bool>(Name)
      .Cases("at", "front", "back", "data", "get", "find", "value", true)
      .Cases("begin", "end", "rbegin", "rend", "lower_bound", "upper_bound", "equal_range", true)
      .Default(false);
}

MemberCall memberCallOf(const CallExpr *Call) {
  MemberCall Out;
  llvm::ArrayRef<const Expr *> Args(Call->getArgs(), Call->getNumArgs());
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(Call)) {
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Op->getDirectCallee());
    if (!Method || Method->isStatic() || Args.empty())
      return Out;
    return {Args.front(), false, Method, Args.drop_front()};
  }
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  if (!Member || !Member->getMethodDecl())
    return Out;
  const auto *Callee = dyn_cast<MemberExpr>(peel(Member->getCallee()));
  if (!Callee)
    return Out; // through a pointer to a member function
  return {Callee->getBase(), Callee->isArrow(), Member->getMethodDecl(), Args};
}

QualType objectType(const MemberCall &Call) {
  if (!Call.Object)
    return {};
  QualType T = Call.Object->getType();
  return Call.Arrow ? T->getPointeeType() : T;
}

} // namespace cachelint::ast
