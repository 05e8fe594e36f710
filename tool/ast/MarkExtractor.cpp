//===-- MarkExtractor.cpp ------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/MarkExtractor.h"

#include "tool/ast/Alignment.h"
#include "tool/ast/ArrayBounds.h"
#include "tool/ast/LibraryTypes.h"
#include "tool/ast/MacroNames.h"

#include "llvm/ADT/StringExtras.h"

namespace cachelint::ast {

using model::AlignmentMark;
using On = model::AlignmentMark::On;

namespace {

/// An array as a mark sees it: a C array or a std::array.
struct ArrayShape {
  bool IsArray = false;
  clang::QualType Element;
  std::optional<uint64_t> Extent;
};

class MarkExtractor {
public:
  MarkExtractor(ExtractContext &Context, const UnitDecls &Decls)
      : Context(Context), Decls(Decls), Names(Context), Bounds(Context) {}

  std::vector<AlignmentMark> run();

private:
  void markRecord(const clang::RecordDecl *R);
  void markMember(const clang::FieldDecl *F);
  void markVariable(const clang::VarDecl *V);
  void markTypedef(const clang::TypedefNameDecl *T);
  /// A declarator that is named like a macro: it was to align the record in front of it.
  void markMisnamed(const clang::DeclaratorDecl *D, clang::QualType T);

  void addAttributes(const clang::Decl *D, const AlignmentMark &Proto);
  void describe(AlignmentMark &M, clang::QualType T, On Plain, On Array, On Pointer);
  bool isThreadBound(llvm::StringRef Bound) const;
  bool ours(const clang::Decl *D) const {
    return D->getLocation().isValid() && !Context.inSystemHeader(D->getLocation());
  }

  ExtractContext &Context;
  const UnitDecls &Decls;
  MacroNames Names;
  ArrayBounds Bounds;
  std::vector<AlignmentMark> Marks;
};

} // namespace

static ArrayShape shapeOf(ExtractContext &Context, clang::QualType T) {
  if (const clang::ArrayType *A = Context.ast().getAsArrayType(T)) {
    const auto *Constant = llvm::dyn_cast<clang::ConstantArrayType>(A);
    return {true, A->getElementType(),
            Constant ? std::optional(Constant->getZExtSize()) : std::nullopt};
  }
  LibraryClass Library = LibraryTypes().of(T);
  if (Library.Kind != LibraryType::Array)
    return {};
  std::optional<model::Bits> Whole = Context.sizeOf(T), Each = Context.sizeOf(Library.Element);
  ArrayShape Shape{true, Library.Element, std::nullopt};
  if (Whole && Each && !Each->isZero())
    Shape.Extent = *Whole / *Each;
  return Shape;
}

/// Is any name in "RTE_MAX_LCORE + 1" one of the vocabulary's bounds?
bool MarkExtractor::isThreadBound(llvm::StringRef Bound) const {
  auto InName = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  while (!Bound.empty()) {
    llvm::StringRef Word = Bound.take_while(InName);
    if (!Word.empty() && Context.words().ThreadBounds.matches(Word) &&
        !Context.words().NotThreadBounds.matches(Word))
      return true;
    Bound = Bound.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return false;
}

void MarkExtractor::describe(AlignmentMark &M, clang::QualType T, On Plain, On Array, On Pointer) {
  ArrayShape Shape = shapeOf(Context, T);
  clang::QualType Inner = Shape.IsArray ? Shape.Element : T->getPointeeType();
  M.Where = Shape.IsArray ? Array : T->isPointerType() ? Pointer : Plain;
  if (M.Where != Plain) {
    M.Stride = Context.sizeOf(Inner);
    M.Extent = Shape.Extent;
  }
  if (M.Where == Array || M.Where == On::Variable || M.Where == On::PointerVariable)
    M.Record = Context.typeUseOf(M.Where == On::Variable ? T : Inner).Record;
}

void MarkExtractor::addAttributes(const clang::Decl *D, const AlignmentMark &Proto) {
  for (const auto *A : D->specific_attrs<clang::AlignedAttr>()) {
    if (A->isInherited() || A->isImplicit())
      continue; // said once, on an earlier declaration
    AlignmentMark M = Proto;
    M.Align = alignmentOf(Context, A);
    M.Spelling = alignmentSpelling(Context, A);
    M.Pos = Context.posOf(A->getLocation());
    M.DeclPos = Context.posOf(D->getLocation());
    if (M.Align)
      Marks.push_back(std::move(M));
  }
}

void MarkExtractor::markMisnamed(const clang::DeclaratorDecl *D, clang::QualType T) {
  if (!D->getIdentifier() || D->getLocation().isMacroID())
    return;
  bool BehindBrace = definesRecordInPlace(D);
  bool Known = Context.words().AlignMacros.matches(D->getName());
  if (!Known && !(BehindBrace && Names.looksLikeAlignMacro(D->getName())))
    return;
  AlignmentMark M;
  M.Where = On::VariableName;
  M.Subject = M.Spelling = Context.intern(D->getName());
  M.Record = Context.typeUseOf(T).Record;
  if (const auto *V = llvm::dyn_cast<clang::VarDecl>(D))
    M.VariableKey = Context.variableKey(V);
  if (const auto *F = llvm::dyn_cast<clang::FieldDecl>(D))
    M.Owner = Context.recordKey(F->getParent());
  M.Pos = M.DeclPos = Context.posOf(D->getLocation());
  Marks.push_back(std::move(M));
}

void MarkExtractor::markMember(const clang::FieldDecl *F) {
  markMisnamed(F, F->getType());
  if (!F->hasAttrs())
    return;
  AlignmentMark M;
  M.Subject = Context.intern(F->getName());
  M.Owner = M.Record = Context.recordKey(F->getParent());
  describe(M, F->getType(), On::Field, On::ArrayField, On::PointerField);
  M.ThreadBound = isThreadBound(Bounds.text(F, 0));
  addAttributes(F, M);
}

void MarkExtractor::markRecord(const clang::RecordDecl *R) {
  AlignmentMark M;
  M.Where = On::Record;
  M.Record = M.Subject = Context.recordKey(R);
  addAttributes(R, M);
  if (R->getIdentifier() && !R->getLocation().isMacroID() &&
      Names.looksLikeAlignMacro(R->getName())) {
    M.Where = On::TagName;
    M.Subject = M.Spelling = Context.intern(R->getName());
    M.Pos = M.DeclPos = Context.posOf(R->getLocation());
    Marks.push_back(std::move(M));
  }
  for (const clang::FieldDecl *F : R->fields())
    markMember(F);
}

void MarkExtractor::markVariable(const clang::VarDecl *V) {
  markMisnamed(V, V->getType());
  if (!V->hasAttrs())
    return;
  AlignmentMark M;
  M.Subject = Context.variableName(V);
  M.VariableKey = Context.variableKey(V);
  describe(M, V->getType(), On::Variable, On::ArrayVariable, On::PointerVariable);
  M.ThreadBound = isThreadBound(Bounds.text(V, 0));
  for (const clang::VarDecl *D : V->redecls()) // the attribute may stand on any of them
    addAttributes(D, M);
}

void MarkExtractor::markTypedef(const clang::TypedefNameDecl *T) {
  AlignmentMark M;
  M.Where = On::TypedefName;
  M.Subject = Context.intern(T->getName());
  M.Record = Context.typeUseOf(T->getUnderlyingType()).Record;
  M.Stride = Context.sizeOf(T->getUnderlyingType());
  addAttributes(T, M);
}

std::vector<AlignmentMark> MarkExtractor::run() {
  for (const clang::RecordDecl *R : Decls.Records)
    if (ours(R))
      markRecord(R);
  for (const clang::VarDecl *V : Decls.Variables)
    if (ours(V))
      markVariable(V);
  for (const clang::TypedefNameDecl *T : Decls.Typedefs)
    if (ours(T))
      markTypedef(T);
  for (const clang::FunctionDecl *F : Decls.RecordReturning)
    if (ours(F))
      markMisnamed(F, F->getReturnType());
  return std::move(Marks);
}

std::vector<AlignmentMark> extractMarks(ExtractContext &Context, const UnitDecls &Decls) {
  return MarkExtractor(Context, Decls).run();
}

} // namespace cachelint::ast
