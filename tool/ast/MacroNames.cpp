//===-- MacroNames.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/MacroNames.h"

#include "clang/AST/TypeLoc.h"
#include "clang/Lex/MacroInfo.h"
#include "llvm/ADT/StringExtras.h"

namespace cachelint::ast {

static Aligns whatBodyDoes(ExtractContext &Context, const clang::MacroInfo *M, unsigned Depth) {
  if (!M || Depth > 8)
    return Aligns::No;
  for (const clang::Token &T : M->tokens()) {
    const clang::IdentifierInfo *Name = T.getIdentifierInfo();
    if (!Name)
      continue;
    if (Name->isStr("alignas") || Name->isStr("_Alignas"))
      return Aligns::ByKeyword;
    if (Name->isStr("aligned") || Name->isStr("__aligned__"))
      return Aligns::ByAttribute;
    const clang::MacroInfo *Inner = Context.preprocessor().getMacroInfo(Name);
    Aligns A = Inner == M ? Aligns::No : whatBodyDoes(Context, Inner, Depth + 1);
    if (A != Aligns::No)
      return A;
  }
  return Aligns::No;
}

Aligns whatMacroDoes(ExtractContext &Context, const clang::MacroInfo *M) {
  return whatBodyDoes(Context, M, 0);
}

/// "__foo_Aligned" or "FOO_ALIGNED": how macros are named, and hardly anything else.
static bool hasMacroShape(llvm::StringRef Name) {
  return Name.size() >= 6 && (Name.starts_with("__") || llvm::none_of(Name, llvm::isLower));
}

bool MacroNames::looksLikeAlignMacro(llvm::StringRef Name) {
  if (Context.words().AlignMacros.matches(Name))
    return true;
  if (!hasMacroShape(Name))
    return false;
  std::string Lower = Name.lower();
  llvm::StringRef L = Lower;
  L.consume_back("_in_smp");
  return L.ends_with("aligned") || L.ends_with("align") || isMisspelt(Name);
}

bool MacroNames::isMisspelt(llvm::StringRef Name) {
  // Words of every use differ by more than two letters; "__unaligned" and "__aligned" do not, so
  // short names must be right to the letter.
  constexpr size_t Shortest = 10;
  constexpr unsigned Farthest = 2;
  if (Name.size() < Shortest)
    return false;
  if (!Known) {
    Known.emplace(Context.vocabulary().AlignMacros);
    for (const auto &[Id, State] : Context.preprocessor().macros())
      if (whatMacroDoes(Context, Context.preprocessor().getMacroInfo(Id)) != Aligns::No)
        Known->push_back(Id->getName().str());
  }
  return llvm::any_of(*Known, [&](const std::string &K) {
    return K.size() >= Shortest && Name.edit_distance(K, true, Farthest) <= Farthest;
  });
}

bool definesRecordInPlace(const clang::DeclaratorDecl *D) {
  const clang::TypeSourceInfo *Info = D->getTypeSourceInfo();
  if (!Info)
    return false;
  clang::TypeLoc Loc = Info->getTypeLoc().getUnqualifiedLoc();
  if (auto F = Loc.getAs<clang::FunctionTypeLoc>())
    Loc = F.getReturnLoc().getUnqualifiedLoc();
  if (auto E = Loc.getAs<clang::ElaboratedTypeLoc>())
    Loc = E.getNamedTypeLoc();
  auto Tag = Loc.getAs<clang::TagTypeLoc>();
  return Tag && Tag.isDefinition();
}

} // namespace cachelint::ast
