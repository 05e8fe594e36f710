//===-- ReachedRecords.cpp -----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/ReachedRecords.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

namespace cachelint::ast {

using clang::QualType;

static const clang::RecordDecl *definitionBehind(QualType T) {
  if (const auto *A = T->getAs<clang::AtomicType>())
    T = A->getValueType();
  const auto *R = T->getBaseElementTypeUnsafe()->getAs<clang::RecordType>();
  return R ? R->getDecl()->getDefinition() : nullptr;
}

void ReachedRecords::addInside(QualType T) {
  const clang::RecordDecl *R = T.isNull() ? nullptr : definitionBehind(T);
  if (R && !R->isDependentContext() && Reached.insert(R).second)
    Waiting.push_back(R);
}

void ReachedRecords::reach(QualType T) {
  while (!T.isNull() && !T->isDependentType()) {
    if (const clang::ArrayType *A = T->getAsArrayTypeUnsafe())
      T = A->getElementType();
    else if (QualType Pointee = T->getPointeeType(); !Pointee.isNull())
      T = Pointee;
    else if (const clang::RecordDecl *R = definitionBehind(T))
      return reach(R);
    else
      return;
  }
}

void ReachedRecords::reach(const clang::RecordDecl *R) {
  if (R->isDependentContext() || !Reached.insert(R).second)
    return;
  Waiting.push_back(R);
  while (!Waiting.empty()) {
    R = Waiting.pop_back_val();
    for (const clang::FieldDecl *F : R->fields())
      addInside(F->getType());
    if (const auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(R)) {
      for (const clang::CXXBaseSpecifier &B : Class->bases())
        addInside(B.getType());
      for (const clang::CXXBaseSpecifier &B : Class->vbases())
        addInside(B.getType());
    }
    if (const auto *S = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(R))
      for (const clang::TemplateArgument &A : S->getTemplateArgs().asArray())
        if (A.getKind() == clang::TemplateArgument::Type)
          addInside(A.getAsType());
  }
}

} // namespace cachelint::ast
