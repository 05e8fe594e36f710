//===-- ArrayBounds.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/ArrayBounds.h"

#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cachelint::ast {

model::Str ArrayBounds::textOf(SourceRange Range) {
  CharSourceRange Written = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(Range),
                                                     Context.sources(), Context.lang());
  llvm::StringRef Text = Lexer::getSourceText(Written, Context.sources(), Context.lang());
  bool Named = llvm::any_of(Text, [](char C) { return llvm::isAlpha(C) || C == '_'; });
  // "16u" and "0x40" are numbers too.
  return Named && !Text.empty() && !llvm::isDigit(Text.front()) ? Context.intern(Text)
                                                                : model::Str();
}

ArrayBounds::Texts ArrayBounds::read(const DeclaratorDecl *D) {
  Texts Out;
  const TypeSourceInfo *Info = D->getTypeSourceInfo();
  if (!Info)
    return Out;
  TypeLoc At = Info->getTypeLoc();
  for (;;) {
    At = At.getUnqualifiedLoc().IgnoreParens();
    if (auto Array = At.getAs<ArrayTypeLoc>()) {
      const Expr *Size = Array.getSizeExpr();
      Out.push_back(Size ? textOf(Size->getSourceRange()) : model::Str());
      At = Array.getElementLoc();
    } else if (auto Named = At.getAs<ElaboratedTypeLoc>()) {
      At = Named.getNamedTypeLoc();
    } else if (auto Template = At.getAs<TemplateSpecializationTypeLoc>()) {
      if (Template.getNumArgs() == 2) // std::array<T, N>
        Out.push_back(textOf(Template.getArgLoc(1).getSourceRange()));
      return Out;
    } else {
      return Out;
    }
  }
}

model::Str ArrayBounds::text(const DeclaratorDecl *D, unsigned Dimension) {
  auto [It, New] = Known.try_emplace(D);
  if (New) {
    Texts Read = read(D);
    It = Known.find(D);
    It->second = std::move(Read);
  }
  return Dimension < It->second.size() ? It->second[Dimension] : model::Str();
}

} // namespace cachelint::ast
