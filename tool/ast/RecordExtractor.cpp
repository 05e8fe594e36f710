//===-- RecordExtractor.cpp ----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/RecordExtractor.h"

#include "tool/ast/Alignment.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Lex/Lexer.h"

namespace cachelint::ast {

using model::Bits;
using model::Field;
using model::FieldKind;
using model::Record;

static Bits toBits(clang::CharUnits C) { return Bits::fromBytes(C.getQuantity()); }

static bool isEmptyClass(clang::QualType T) {
  const clang::CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return R && R->hasDefinition() && R->isEmpty();
}

namespace {

class RecordBuilder {
public:
  RecordBuilder(ExtractContext &Context, const clang::RecordDecl *R)
      : Context(Context), R(R), Layout(*Context.layoutOf(R)) {}

  Record build();

private:
  void addVPtr();
  void addBase(const clang::CXXBaseSpecifier &B, FieldKind Kind);
  void addBases(const clang::CXXRecordDecl *Class);
  void addField(const clang::FieldDecl *F);
  void setPositions();
  clang::SourceLocation endOfField(const clang::FieldDecl *F);
  void cutExtents();

  ExtractContext &Context;
  const clang::RecordDecl *R;
  const clang::ASTRecordLayout &Layout;
  Record Out;
};

} // namespace

void RecordBuilder::addVPtr() {
  Field F;
  F.Kind = FieldKind::VPtr;
  F.Name = "_vptr";
  F.Type = Context.typeUseOf(
      Context.ast().getPointerType(Context.ast().getPointerType(Context.ast().VoidTy)));
  F.Offset = Bits();
  F.Extent = F.Type.Size;
  Out.Fields.push_back(std::move(F));
}

void RecordBuilder::addBase(const clang::CXXBaseSpecifier &B, FieldKind Kind) {
  const clang::CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl()->getDefinition();
  Field F;
  F.Kind = Kind;
  F.Name = Context.recordKey(Base);
  F.Type = Context.typeUseOf(Context.ast().getRecordType(Base));
  F.Offset = toBits(Kind == FieldKind::VirtualBase ? Layout.getVBaseClassOffset(Base)
                                                   : Layout.getBaseClassOffset(Base));
  F.Extent = Base->isEmpty() ? Bits() : F.Type.Size;
  F.Pos = Context.posOf(B.getBaseTypeLoc());
  Out.Fields.push_back(std::move(F));
}

void RecordBuilder::addBases(const clang::CXXRecordDecl *Class) {
  for (const clang::CXXBaseSpecifier &B : Class->bases())
    if (!B.isVirtual())
      addBase(B, FieldKind::Base);
  // All of them, also those of bases: the complete object holds each once.
  for (const clang::CXXBaseSpecifier &B : Class->vbases())
    addBase(B, FieldKind::VirtualBase);
}

/// Just past the semicolon. Nowhere when the declaration declares more than this field, or a macro
/// has its hands in it: such a field cannot be moved by itself.
clang::SourceLocation RecordBuilder::endOfField(const clang::FieldDecl *F) {
  const clang::SourceManager &Sources = Context.sources();
  clang::SourceLocation L = F->getSourceRange().getEnd();
  if (F->getBeginLoc().isMacroID() || F->getLocation().isMacroID())
    return {};
  if (L.isMacroID())
    L = Sources.getExpansionRange(L).getEnd();
  unsigned Parens = 0;
  // Attributes come after the declarator; none is longer than this.
  for (unsigned Count = 0; Count < 64; ++Count) {
    std::optional<clang::Token> T = clang::Lexer::findNextToken(L, Sources, Context.lang());
    if (!T)
      return {};
    if (T->is(clang::tok::semi) && Parens == 0)
      return T->getEndLoc();
    if (T->isOneOf(clang::tok::comma, clang::tok::r_brace, clang::tok::l_brace) && Parens == 0)
      return {};
    if (T->is(clang::tok::l_paren))
      ++Parens;
    else if (T->is(clang::tok::r_paren) && Parens > 0)
      --Parens;
    L = T->getLocation();
  }
  return {};
}

static bool sharesDeclaration(const clang::FieldDecl *F) {
  const auto SameStart = [&](const clang::FieldDecl *Other) {
    return Other != F && Other->getBeginLoc() == F->getBeginLoc();
  };
  return llvm::any_of(F->getParent()->fields(), SameStart);
}

void RecordBuilder::addField(const clang::FieldDecl *D) {
  Field F;
  F.Name = Context.intern(D->getName());
  F.Type = Context.typeUseOf(D->getType());
  F.Offset = Bits::fromBits(Layout.getFieldOffset(D->getFieldIndex()));
  F.DeclaredAlign = declaredAlign(Context, D);
  F.Pos = Context.posOf(D->getLocation());
  if (!sharesDeclaration(D))
    F.End = Context.editPosOf(endOfField(D));
  if (D->isBitField()) {
    F.BitWidth = Bits::fromBits(D->getBitWidthValue(Context.ast()));
    F.Extent = F.BitWidth;
  } else if (F.Type.isFlexibleArray() ||
             (isEmptyClass(D->getType()) && D->hasAttr<clang::NoUniqueAddressAttr>())) {
    F.Extent = Bits();
  } else {
    F.Extent = F.Type.Size;
  }
  Out.Fields.push_back(std::move(F));
}

/// The rule of Record.h: what a base or record member gives to its successors is not its own.
void RecordBuilder::cutExtents() {
  for (Field &F : Out.Fields) {
    bool IsRecord = F.Kind == FieldKind::Base || F.Kind == FieldKind::VirtualBase ||
                    (F.Type.is(model::TypeTrait::Record) && !F.Type.isArray());
    if (!IsRecord || !F.Extent || F.Extent->isZero())
      continue;
    Bits End = std::min(*F.Offset + *F.Extent, *Out.Size);
    for (const Field &Other : Out.Fields)
      if (*Other.Offset > *F.Offset && Other.Extent && !Other.Extent->isZero())
        End = std::min(End, *Other.Offset);
    F.Extent = End - *F.Offset;
  }
}

void RecordBuilder::setPositions() {
  Out.Pos = Context.posOf(R->getLocation());
  Out.AfterTag = Context.editPosAfter(R->getInnerLocStart());
  Out.AfterBrace = Context.editPosAfter(R->getBraceRange().getEnd());
}

Record RecordBuilder::build() {
  Out.Key = Out.Name = Context.recordKey(R);
  Out.Kind = R->isUnion()   ? model::RecordKind::Union
             : R->isClass() ? model::RecordKind::Class
                            : model::RecordKind::Struct;
  Out.Size = toBits(Layout.getSize());
  Out.Align = toBits(Layout.getAlignment());
  Out.DeclaredAlign = declaredAlign(Context, R);
  Out.From = Context.origin();
  if (const auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(R)) {
    if (Layout.hasOwnVFPtr())
      addVPtr();
    addBases(Class);
  }
  for (const clang::FieldDecl *F : R->fields())
    addField(F);
  if (!R->isUnion())
    cutExtents();
  setPositions();
  return std::move(Out);
}

Record extractRecord(ExtractContext &Context, const UnitDecls &Decls, const LineSpelling &Spelling,
                     const clang::RecordDecl *R) {
  Record Out = RecordBuilder(Context, R).build();
  Out.Flags = recordFlags(Context, Decls, R, Out);
  Out.LineAlignSpelling = Spelling.Text;
  Out.LineAlignIsKeyword = Spelling.Keyword;
  return Out;
}

} // namespace cachelint::ast
