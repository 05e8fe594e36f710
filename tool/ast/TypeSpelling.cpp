//===-- TypeSpelling.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/TypeSpelling.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Type.h"

namespace cachelint::ast {

using clang::QualType;

// No declaration that a person wrote nests deeper; a generated one is cut.
static constexpr unsigned MaxDepth = 64;

static std::string cvPrefix(clang::Qualifiers Q) {
  std::string Out;
  if (Q.hasConst())
    Out += "const ";
  if (Q.hasVolatile())
    Out += "volatile ";
  return Out;
}

static std::string join(std::string Base, const std::string &Declarator) {
  if (!Declarator.empty())
    Base += Declarator.front() == '[' ? Declarator : " " + Declarator;
  return Base;
}

std::string TypeSpeller::pointer(QualType Pointee, llvm::StringRef Sign, clang::Qualifiers Q,
                                 const std::string &Declarator, unsigned Depth) {
  std::string D = Sign.str();
  llvm::StringRef Behind = llvm::StringRef(cvPrefix(Q)).rtrim();
  std::string Cv = cvPrefix(Q);
  if (!Cv.empty())
    D += Declarator.empty() || Declarator.front() == '[' ? Behind.str() : Cv;
  D += Declarator;
  bool Bracket = Pointee->isFunctionType() || Pointee->isArrayType();
  // A typedef of an array or function is a plain name again.
  if (Bracket && M == Mode::Written && Pointee->getAs<clang::TypedefType>())
    Bracket = false;
  return spell(Pointee, Bracket ? "(" + D + ")" : D, Depth);
}

std::string TypeSpeller::array(const clang::ArrayType *A, clang::Qualifiers Q,
                               std::string Declarator, unsigned Depth) {
  if (const auto *C = llvm::dyn_cast<clang::ConstantArrayType>(A))
    Declarator += "[" + std::to_string(C->getZExtSize()) + "]";
  else
    Declarator += "[]";
  QualType Element = A->getElementType();
  return spell(Context.ast().getQualifiedType(Element, Q), Declarator, Depth);
}

/// Without qualifiers on the type itself, wherever in the sugar they stand above the first typedef.
static QualType unqualified(QualType T) {
  while (T.getLocalQualifiers().empty() && !llvm::isa<clang::TypedefType>(T.getTypePtr())) {
    QualType Next = T->getLocallyUnqualifiedSingleStepDesugaredType();
    if (Next.getTypePtr() == T.getTypePtr())
      break;
    T = Next;
  }
  return T.getLocalUnqualifiedType();
}

std::string TypeSpeller::parameters(const clang::FunctionType *F, unsigned Depth) {
  const auto *Proto = llvm::dyn_cast<clang::FunctionProtoType>(F);
  std::string Out;
  if (Proto) {
    for (QualType P : Proto->param_types())
      // const on a parameter itself is no part of the function's type.
      Out += (Out.empty() ? "" : ", ") + spell(unqualified(P), "", Depth);
    if (Proto->isVariadic())
      Out += Out.empty() ? "..." : ", ...";
    if (Out.empty() && !Context.lang().CPlusPlus)
      Out = "void";
  }
  return "(" + Out + ")";
}

std::string TypeSpeller::tag(const clang::TagDecl *D) {
  bool Keyword = M == Mode::Written && !Context.lang().CPlusPlus;
  if (const clang::TypedefNameDecl *Name = D->getTypedefNameForAnonDecl())
    return scopePrefix(Context, Name->getDeclContext()) + Name->getName().str();
  if (D->getName().empty()) {
    const auto *Record = llvm::dyn_cast<clang::RecordDecl>(D);
    if (M == Mode::Canonical && Record)
      return Context.recordKey(Record).str();
    return (D->getKindName() + " {...}").str();
  }
  std::string Name;
  if (const auto *Record = llvm::dyn_cast<clang::RecordDecl>(D))
    Name = Context.recordKey(Record).str();
  else
    Name = scopePrefix(Context, D->getDeclContext()) + D->getName().str();
  return Keyword ? (D->getKindName() + " ").str() + Name : Name;
}

std::string TypeSpeller::named(QualType T, unsigned Depth) {
  const clang::Type *Ty = T.getTypePtr();
  if (const auto *B = llvm::dyn_cast<clang::BuiltinType>(Ty))
    // Not the context's own policy: that says "bool" as soon as <stdbool.h> was included.
    return B->getName(clang::PrintingPolicy(Context.lang())).str();
  if (const auto *Tag = llvm::dyn_cast<clang::TagType>(Ty))
    return tag(Tag->getDecl());
  if (const auto *A = llvm::dyn_cast<clang::AtomicType>(Ty))
    return "_Atomic(" + spell(A->getValueType(), "", Depth) + ")";
  if (const auto *C = llvm::dyn_cast<clang::ComplexType>(Ty))
    return "_Complex " + spell(C->getElementType(), "", Depth);
  if (const auto *V = llvm::dyn_cast<clang::VectorType>(Ty))
    return spell(V->getElementType(), "", Depth) + " __vector(" +
           std::to_string(V->getNumElements()) + ")";
  return T.getUnqualifiedType().getAsString(Context.ast().getPrintingPolicy());
}

std::string TypeSpeller::spell(QualType T, std::string Declarator, unsigned Depth) {
  if (T.isNull() || Depth > MaxDepth)
    return join("...", Declarator);
  ++Depth;
  if (M == Mode::Canonical)
    T = T.getCanonicalType();
  // Sugar is passed over down to the first typedef; qualifiers met on the way are kept.
  clang::Qualifiers Q;
  while (true) {
    clang::SplitQualType Split = T.split();
    Q += Split.Quals;
    if (const auto *Name = llvm::dyn_cast<clang::TypedefType>(Split.Ty)) {
      const clang::TypedefNameDecl *D = Name->getDecl();
      return join(cvPrefix(Q) + scopePrefix(Context, D->getDeclContext()) + D->getName().str(),
                  Declarator);
    }
    QualType Next = Split.Ty->getLocallyUnqualifiedSingleStepDesugaredType();
    T = QualType(Split.Ty, 0);
    if (Next == T)
      break;
    T = Next;
  }
  const clang::Type *Ty = T.getTypePtr();
  if (const auto *P = llvm::dyn_cast<clang::PointerType>(Ty))
    return pointer(P->getPointeeType(), "*", Q, Declarator, Depth);
  if (const auto *R = llvm::dyn_cast<clang::ReferenceType>(Ty))
    return pointer(R->getPointeeType(), llvm::isa<clang::LValueReferenceType>(R) ? "&" : "&&", {},
                   Declarator, Depth);
  if (const auto *Member = llvm::dyn_cast<clang::MemberPointerType>(Ty))
    return pointer(Member->getPointeeType(),
                   spell(QualType(Member->getClass(), 0), "", Depth) + "::*", Q, Declarator, Depth);
  if (const auto *A = llvm::dyn_cast<clang::ArrayType>(Ty))
    return array(A, Q, std::move(Declarator), Depth);
  if (const auto *F = llvm::dyn_cast<clang::FunctionType>(Ty))
    return spell(F->getReturnType(), Declarator + parameters(F, Depth), Depth);
  return join(cvPrefix(Q) + named(T, Depth), Declarator);
}

static std::string argument(ExtractContext &Context, const clang::TemplateArgument &A) {
  switch (A.getKind()) {
  case clang::TemplateArgument::Type:
    return TypeSpeller(Context, TypeSpeller::Mode::Canonical).spell(A.getAsType());
  case clang::TemplateArgument::Integral: {
    QualType T = A.getIntegralType();
    if (T->isBooleanType())
      return A.getAsIntegral().getBoolValue() ? "true" : "false";
    llvm::SmallString<24> Number;
    A.getAsIntegral().toString(Number, 10);
    if (T->isEnumeralType())
      return "(" + TypeSpeller(Context, TypeSpeller::Mode::Canonical).spell(T) + ")" +
             std::string(Number);
    return std::string(Number);
  }
  case clang::TemplateArgument::NullPtr:
    return "nullptr";
  case clang::TemplateArgument::Declaration: {
    const clang::ValueDecl *D = A.getAsDecl();
    std::string Name = scopePrefix(Context, D->getDeclContext()) + D->getNameAsString();
    return A.getParamTypeForDecl()->isReferenceType() ? Name : "&" + Name;
  }
  case clang::TemplateArgument::Template:
    if (const clang::TemplateDecl *D = A.getAsTemplate().getAsTemplateDecl())
      return scopePrefix(Context, D->getDeclContext()) + D->getNameAsString();
    break;
  default:
    break;
  }
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  A.print(Context.ast().getPrintingPolicy(), OS, /*IncludeType=*/false);
  return OS.str();
}

static void appendArguments(ExtractContext &Context,
                            llvm::ArrayRef<clang::TemplateArgument> Arguments, std::string &Out) {
  for (const clang::TemplateArgument &A : Arguments) {
    if (A.getKind() == clang::TemplateArgument::Pack) {
      appendArguments(Context, A.getPackAsArray(), Out);
      continue;
    }
    if (Out.size() > 1)
      Out += ", ";
    Out += argument(Context, A);
  }
}

std::string templateArguments(ExtractContext &Context,
                              llvm::ArrayRef<clang::TemplateArgument> Arguments) {
  std::string Out = "<";
  appendArguments(Context, Arguments, Out);
  return Out + ">";
}

} // namespace cachelint::ast
