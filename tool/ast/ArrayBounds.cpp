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

/// "2 * MAX_LANES" has a name; "16u", "0x40" and "2 * 8" are numbers.
static bool hasName(llvm::StringRef Text) {
  auto InWord = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  while (!Text.empty()) {
    llvm::StringRef Word = Text.take_while(InWord);
    if (!Word.empty() && !llvm::isDigit(Word.front()))
      return true;
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return false;
}

/// Where \p L stands in the text \p File, which is a file or the body of a macro: \p L itself or
/// the macro use that it came out of.
static SourceLocation climbTo(const SourceManager &Sources, SourceLocation L, FileID File,
                              bool ToEnd) {
  for (unsigned Depth = 0; Depth < 64; ++Depth) {
    if (Sources.getFileID(L) == File)
      return Sources.getSpellingLoc(L);
    if (!L.isMacroID())
      break;
    CharSourceRange Use = Sources.getImmediateExpansionRange(L);
    L = ToEnd ? Use.getEnd() : Use.getBegin();
  }
  return {};
}

/// The text between the brackets: macros by their names, also where the whole declaration comes
/// out of another macro.
model::Str ArrayBounds::textOf(SourceRange Range, SourceLocation Bracket) {
  const SourceManager &Sources = Context.sources();
  FileID File = Sources.getFileID(Bracket);
  SourceLocation Begin = climbTo(Sources, Range.getBegin(), File, false);
  SourceLocation End = climbTo(Sources, Range.getEnd(), File, true);
  if (Begin.isInvalid() || End.isInvalid())
    return {};
  llvm::StringRef Text =
      Lexer::getSourceText(CharSourceRange::getTokenRange(Begin, End), Sources, Context.lang());
  if (!hasName(Text))
    return {};
  std::string Line; // a bound over several lines becomes one
  for (char C : Text)
    if (!llvm::isSpace(C))
      Line += C;
    else if (!Line.empty() && Line.back() != ' ')
      Line += ' ';
  return Context.intern(Line);
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
      Out.push_back(Size ? textOf(Size->getSourceRange(), Array.getLBracketLoc()) : model::Str());
      At = Array.getElementLoc();
    } else if (auto Named = At.getAs<ElaboratedTypeLoc>()) {
      At = Named.getNamedTypeLoc();
    } else if (auto Template = At.getAs<TemplateSpecializationTypeLoc>()) {
      if (Template.getNumArgs() == 2) // std::array<T, N>
        Out.push_back(textOf(Template.getArgLoc(1).getSourceRange(), Template.getLAngleLoc()));
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
