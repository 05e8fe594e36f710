//===-- TypeUses.cpp - types of an ExtractContext ------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/ExtractContext.h"
#include "tool/ast/TypeSpelling.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"

namespace cachelint::ast {

using clang::QualType;
using model::Bits;
using model::TypeTrait;

bool ExtractContext::hasLayout(const clang::RecordDecl *R) {
  R = R->getDefinition();
  if (!R || R->isInvalidDecl() || R->isDependentType() || !R->isCompleteDefinition())
    return false;
  auto [It, New] = Layable.try_emplace(R, true); // true meanwhile: a pointer cycle needs no answer
  if (!New)
    return It->second;
  bool Ok = true;
  if (const auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(R))
    for (const clang::CXXBaseSpecifier &B : Class->bases()) {
      const clang::CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
      Ok = Ok && Base && hasLayout(Base);
    }
  for (const clang::FieldDecl *F : R->fields()) {
    // A flexible array's element must be complete, the array itself is not.
    QualType T = Ast.getBaseElementType(F->getType());
    Ok = Ok && !F->isInvalidDecl() && hasSize(T);
  }
  Layable[R] = Ok;
  return Ok;
}

bool ExtractContext::hasSize(QualType T) {
  if (T.isNull() || T->isDependentType() || T->isIncompleteType() || T->isUndeducedType() ||
      T->isFunctionType() || T->isPlaceholderType() || T->isSizelessType())
    return false;
  QualType Element = Ast.getBaseElementType(T);
  if (const auto *A = Element->getAs<clang::AtomicType>())
    return hasSize(A->getValueType());
  if (const auto *R = Element->getAs<clang::RecordType>())
    return hasLayout(R->getDecl());
  if (const auto *E = Element->getAs<clang::EnumType>())
    return E->getDecl()->isComplete() && !E->getDecl()->isInvalidDecl();
  return true;
}

const clang::ASTRecordLayout *ExtractContext::layoutOf(const clang::RecordDecl *R) {
  return hasLayout(R) ? &Ast.getASTRecordLayout(R->getDefinition()) : nullptr;
}

std::optional<Bits> ExtractContext::sizeOf(QualType T) {
  if (!hasSize(T) || T->isVariableArrayType())
    return std::nullopt;
  return Bits::fromBits(Ast.getTypeSize(T));
}

/// Does the vocabulary's list hold this declaration, by its own or its qualified name?
static bool listed(const NameSet &Words, const clang::NamedDecl *D) {
  return !Words.empty() && D->getIdentifier() &&
         (Words.matches(D->getName()) || Words.matches(D->getQualifiedNameAsString()));
}

static bool isStdAtomic(const clang::RecordDecl *R) {
  if (!R->isInStdNamespace() || !R->getIdentifier())
    return false;
  llvm::StringRef Name = R->getName();
  return Name == "atomic" || Name == "atomic_flag" || Name == "__atomic_base" ||
         Name == "__atomic_float";
}

bool ExtractContext::isNamedIn(const NameSet &Words, QualType T) const {
  while (!Words.empty()) {
    const clang::Type *Ty = T.getTypePtr();
    if (const auto *A = llvm::dyn_cast<clang::ArrayType>(Ty)) {
      T = A->getElementType();
      continue;
    }
    if (const auto *Name = llvm::dyn_cast<clang::TypedefType>(Ty))
      if (listed(Words, Name->getDecl()))
        return true;
    if (const auto *Tag = llvm::dyn_cast<clang::TagType>(Ty))
      return listed(Words, Tag->getDecl());
    T = T->getLocallyUnqualifiedSingleStepDesugaredType();
    if (T.getTypePtr() == Ty)
      return false;
  }
  return false;
}

static bool isCharLike(QualType T) {
  const auto *E = T->getAs<clang::EnumType>();
  if (E && E->getDecl()->isInStdNamespace() && E->getDecl()->getName() == "byte")
    return true;
  return T->isCharType() || T->isChar8Type();
}

TypeTrait ExtractContext::traitsOf(QualType T) {
  TypeTrait Traits = TypeTrait::None;
  if (isNamedIn(Sets.LockTypes, T))
    Traits |= TypeTrait::Lock;
  if (isNamedIn(Sets.AtomicTypes, T))
    Traits |= TypeTrait::Atomic;
  QualType Element = Ast.getBaseElementType(T);
  if (Element.isVolatileQualified())
    Traits |= TypeTrait::Volatile;
  if (Element.isConstQualified())
    Traits |= TypeTrait::Const;
  if (const auto *A = Element->getAs<clang::AtomicType>()) {
    Traits |= TypeTrait::Atomic;
    Element = A->getValueType();
  }
  if (const auto *R = Element->getAs<clang::RecordType>()) {
    Traits |= TypeTrait::Record;
    if (isStdAtomic(R->getDecl()))
      Traits |= TypeTrait::Atomic;
  }
  if (Element->isAnyPointerType() || Element->isReferenceType() || Element->isMemberPointerType() ||
      Element->isBlockPointerType())
    Traits |= TypeTrait::Pointer;
  if (Element->isArithmeticType() || Element->isEnumeralType())
    Traits |= TypeTrait::Scalar;
  if (isCharLike(Element))
    Traits |= TypeTrait::CharLike;
  return Traits;
}

model::Str ExtractContext::spellingOf(QualType T) {
  return intern(TypeSpeller(*this, TypeSpeller::Mode::Written).spell(T));
}

model::TypeUse ExtractContext::typeUseOf(QualType T) {
  if (T.isNull())
    return {};
  if (auto It = TypeUses.find(T.getAsOpaquePtr()); It != TypeUses.end())
    return It->second;
  model::TypeUse Use;
  Use.Spelling = spellingOf(T);
  Use.Size = sizeOf(T);
  if (hasSize(Ast.getBaseElementType(T)))
    Use.Align = Bits::fromBits(Ast.getTypeAlign(T));
  QualType Element = T;
  while (const clang::ArrayType *A = Ast.getAsArrayType(Element)) {
    const auto *Constant = llvm::dyn_cast<clang::ConstantArrayType>(A);
    Use.Extents.push_back(Constant ? std::optional(Constant->getZExtSize()) : std::nullopt);
    Element = A->getElementType();
  }
  if (Use.isArray())
    Use.ElementSize = sizeOf(Element);
  if (const auto *A = Element->getAs<clang::AtomicType>())
    Element = A->getValueType();
  if (const auto *R = Element->getAs<clang::RecordType>())
    Use.Record = recordKey(R->getDecl());
  Use.Traits = traitsOf(T);
  TypeUses[T.getAsOpaquePtr()] = Use;
  return Use;
}

} // namespace cachelint::ast
