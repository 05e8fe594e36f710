//===-- RecordFlags.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/Alignment.h"
#include "tool/ast/RecordExtractor.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringExtras.h"

namespace cachelint::ast {

using model::Bits;
using model::Record;
using model::RecordFlag;
using model::TypeTrait;

/// #pragma pack that is in force but asks for no less than what the fields want changes nothing.
static bool pragmaPacks(ExtractContext &Context, const clang::RecordDecl *R) {
  const auto *Limit = R->getAttr<clang::MaxFieldAlignmentAttr>();
  if (!Limit)
    return false;
  return llvm::any_of(R->fields(), [&](const clang::FieldDecl *F) {
    std::optional<Bits> Natural = Context.typeUseOf(F->getType()).Align;
    return Natural && Natural->bits() > Limit->getAlignment();
  });
}

static bool isPacked(ExtractContext &Context, const clang::RecordDecl *R) {
  return R->hasAttr<clang::PackedAttr>() || pragmaPacks(Context, R) ||
         llvm::any_of(R->fields(),
                      [](const clang::FieldDecl *F) { return F->hasAttr<clang::PackedAttr>(); });
}

/// uint32_t, u8, __le16, __u64, int8_t: integers whose width is part of the name.
static bool isFixedWidthName(llvm::StringRef Name) {
  Name.consume_front("__");
  Name.consume_back("_t");
  if (!Name.consume_front("uint") && !Name.consume_front("int") && !Name.consume_front("u") &&
      !Name.consume_front("s"))
    return false;
  return Name == "8" || Name == "16" || Name == "32" || Name == "64";
}

static bool hasFixedWidth(const clang::FieldDecl *F) {
  clang::QualType T = F->getType();
  while (true) {
    if (const auto *A = llvm::dyn_cast<clang::ArrayType>(T.getTypePtr())) {
      T = A->getElementType();
      continue;
    }
    if (const auto *Name = llvm::dyn_cast<clang::TypedefType>(T.getTypePtr()))
      if (isFixedWidthName(Name->getDecl()->getName()))
        return true;
    clang::QualType Next = T->getLocallyUnqualifiedSingleStepDesugaredType();
    if (Next.getTypePtr() == T.getTypePtr())
      return false;
    T = Next;
  }
}

static bool isReservedName(llvm::StringRef Name) {
  std::string Lower = Name.ltrim('_').lower();
  llvm::StringRef L = Lower;
  return L.starts_with("reserved") || L.starts_with("rsvd") || L.starts_with("resv") ||
         L.starts_with("mbz");
}

static bool isWireFormat(ExtractContext &Context, const clang::RecordDecl *R, bool Packed) {
  return llvm::any_of(R->fields(), [&](const clang::FieldDecl *F) {
    if (Context.isNamedIn(Context.words().WireTypes, F->getType()))
      return true;
    return (Packed || isReservedName(F->getName())) && hasFixedWidth(F);
  });
}

static bool isPadName(llvm::StringRef Name) {
  std::string Lower = Name.lower();
  llvm::StringRef L = Lower;
  return L.contains("pad") || L.contains("guard") || L.contains("unused") || L.contains("dummy") ||
         L.contains("filler");
}

/// An array of bytes that is there to fill a line up, or to keep one between two fields.
static bool isLinePad(const model::Field &F, Bits Line) {
  if (!F.Type.isArray() || !F.Type.is(TypeTrait::CharLike) || !F.Extent || F.Extent->isZero())
    return false;
  bool ToLineEnd = ((*F.Offset + *F.Extent) % Line).isZero();
  return (isPadName(F.Name) || F.Name.empty()) && (ToLineEnd || *F.Extent >= Line);
}

/// A field of no size whose only use is the place where it stands.
static bool isMarker(const model::Field &F) {
  return F.Type.isArray() && F.Type.Size && F.Type.Size->isZero() &&
         (F.Name.contains("cacheline") || F.Name.contains("cache_line") || F.DeclaredAlign ||
          F.Type.Align > F.Type.ElementSize);
}

static bool hasLineMarks(ExtractContext &Context, const clang::RecordDecl *R, const Record &Built) {
  Bits Line = Context.options().LineSize;
  // Half a line is what vector code asks for and some projects' smallest line.
  auto LineAligned = [&](std::optional<Bits> A) { return A && *A * 2 >= Line; };
  if (LineAligned(Built.DeclaredAlign))
    return true;
  for (const model::Field &F : Built.Fields)
    if (LineAligned(F.DeclaredAlign) || isLinePad(F, Line) || isMarker(F))
      return true;
  return llvm::any_of(R->fields(), [&](const clang::FieldDecl *F) {
    return Context.words().GuardMacros.matches(outermostMacro(Context, F->getLocation()));
  });
}

RecordFlag recordFlags(ExtractContext &Context, const UnitDecls &Decls, const clang::RecordDecl *R,
                       const Record &Built) {
  RecordFlag Flags = RecordFlag::None;
  auto Set = [&](bool If, RecordFlag F) {
    if (If)
      Flags |= F;
  };
  const auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(R);
  bool Packed = isPacked(Context, R);
  Set(Packed, RecordFlag::Packed);
  Set(hasLineMarks(Context, R, Built), RecordFlag::HasLineMarks);
  Set(Decls.Asserted.contains(R), RecordFlag::OrderAsserted);
  Set(Decls.InitialisedByPosition.contains(R), RecordFlag::PositionalInit);
  Set(isWireFormat(Context, R, Packed), RecordFlag::WireFormat);
  Set(Class && Class->isPolymorphic(), RecordFlag::Polymorphic);
  Set(Context.inSystemHeader(R->getLocation()), RecordFlag::SystemHeader);
  Set(R->hasAttr<clang::RandomizeLayoutAttr>(), RecordFlag::Randomized);
  Set(R->getName().empty() && !R->getTypedefNameForAnonDecl(), RecordFlag::Anonymous);
  return Flags;
}

} // namespace cachelint::ast
