//===-- VariableExtractor.cpp --------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/VariableExtractor.h"

#include "tool/ast/Alignment.h"
#include "tool/ast/ArrayBounds.h"

#include "clang/AST/Attr.h"
#include "clang/AST/TypeLoc.h"

namespace cachelint::ast {

static model::StorageKind storageOf(const clang::VarDecl *V) {
  if (V->getTLSKind() != clang::VarDecl::TLS_None)
    return model::StorageKind::ThreadLocal;
  if (V->isStaticLocal())
    return model::StorageKind::LocalStatic;
  if (!V->hasGlobalStorage())
    return model::StorageKind::Automatic;
  const auto *Section = V->getAttr<clang::SectionAttr>();
  // The kernel's DEFINE_PER_CPU puts variables into .data..percpu and its kin.
  if (Section && Section->getName().contains("percpu"))
    return model::StorageKind::PerCpu;
  return V->isExternallyVisible() ? model::StorageKind::Global : model::StorageKind::FileStatic;
}

/// All bytes are zero, so that the object needs none in the file.
static bool isZero(const clang::APValue &V) {
  switch (V.getKind()) {
  case clang::APValue::Int:
    return V.getInt().isZero();
  case clang::APValue::Float:
    return V.getFloat().isPosZero();
  case clang::APValue::LValue:
    return V.isNullPointer();
  case clang::APValue::Array: {
    bool Zero = !V.hasArrayFiller() || isZero(V.getArrayFiller());
    for (unsigned I = 0; Zero && I != V.getArrayInitializedElts(); ++I)
      Zero = isZero(V.getArrayInitializedElt(I));
    return Zero;
  }
  case clang::APValue::Struct: {
    bool Zero = true;
    for (unsigned I = 0; Zero && I != V.getStructNumBases(); ++I)
      Zero = isZero(V.getStructBase(I));
    for (unsigned I = 0; Zero && I != V.getStructNumFields(); ++I)
      Zero = isZero(V.getStructField(I));
    return Zero;
  }
  case clang::APValue::Union:
    return !V.getUnionField() || isZero(V.getUnionValue());
  case clang::APValue::Indeterminate:
  case clang::APValue::None:
    return true;
  default:
    return false;
  }
}

static model::InitialValue initialValueOf(const ExtractContext &Context, const clang::VarDecl *V) {
  using model::InitialValue;
  if (!V->hasGlobalStorage() ||
      V->isThisDeclarationADefinition() == clang::VarDecl::DeclarationOnly)
    return InitialValue::Unknown;
  const clang::Expr *Init = V->getInit();
  if (Init && (Init->isValueDependent() || Init->containsErrors()))
    return InitialValue::Unknown;
  const clang::APValue *Value = Init ? V->evaluateValue() : nullptr;
  // What is not constant is written when the program starts, also where the type is const.
  if (Init && !Value)
    return InitialValue::Zero;
  if (Context.ast().getBaseElementType(V->getType()).isConstQualified())
    return InitialValue::Constant;
  return Value && !isZero(*Value) ? InitialValue::Value : InitialValue::Zero;
}

/// Just past the specifier of the declaration: behind "T" or "}", before declarators.
static clang::SourceLocation typeEnd(const clang::VarDecl *V) {
  const clang::TypeSourceInfo *Info = V->getTypeSourceInfo();
  if (!Info)
    return {};
  clang::TypeLoc Loc = Info->getTypeLoc();
  while (true) {
    if (auto Q = Loc.getAs<clang::QualifiedTypeLoc>())
      Loc = Q.getUnqualifiedLoc();
    else if (auto A = Loc.getAs<clang::ArrayTypeLoc>())
      Loc = A.getElementLoc();
    else if (auto P = Loc.getAs<clang::PointerTypeLoc>())
      Loc = P.getPointeeLoc();
    else if (auto P = Loc.getAs<clang::ParenTypeLoc>())
      Loc = P.getInnerLoc();
    else if (auto F = Loc.getAs<clang::FunctionTypeLoc>())
      Loc = F.getReturnLoc();
    else if (auto R = Loc.getAs<clang::ReferenceTypeLoc>())
      Loc = R.getPointeeLoc();
    else
      break;
  }
  // A record that is defined right here ends with its brace, its type location with the tag.
  if (auto E = Loc.getAs<clang::ElaboratedTypeLoc>())
    if (auto Tag = E.getNamedTypeLoc().getAs<clang::TagTypeLoc>(); Tag && Tag.isDefinition())
      return Tag.getDecl()->getBraceRange().getEnd();
  return Loc.getEndLoc();
}

bool isWorthListing(ExtractContext &Context, const clang::VarDecl *V) {
  if (V->hasGlobalStorage())
    return true;
  clang::QualType T = V->getType();
  return !Context.inSystemHeader(V->getLocation()) &&
         (T->isArrayType() || T->isRecordType() || V->hasAttr<clang::AlignedAttr>());
}

model::Variable extractVariable(ExtractContext &Context, const clang::VarDecl *V) {
  model::Variable Out;
  Out.Key = Context.variableKey(V);
  Out.Name = Context.variableName(V);
  if (V->isLocalVarDecl())
    if (const auto *F = llvm::dyn_cast_or_null<clang::FunctionDecl>(V->getParentFunctionOrMethod()))
      Out.Function = Context.functionKey(F);
  Out.Type = Context.typeUseOf(V->getType());
  Out.Storage = storageOf(V);
  Out.DeclaredAlign = declaredAlign(Context, V);
  Out.Defined = V->isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly;
  Out.Initial = initialValueOf(Context, V);
  if (const auto *Section = V->getAttr<clang::SectionAttr>())
    Out.Section = Context.intern(Section->getName());
  if (const auto *Label = V->getAttr<clang::AsmLabelAttr>())
    Out.LinkageName = Context.intern(Label->getLabel());
  Out.BoundText = ArrayBounds(Context).text(V, 0);
  Out.From = Context.origin();
  Out.Pos = Context.posOf(V->getLocation());
  if (!V->getLocation().isMacroID())
    Out.TypeEnd = Context.editPosAfter(typeEnd(V));
  return Out;
}

} // namespace cachelint::ast
