//===-- Positions.cpp - source positions of an ExtractContext ------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/ExtractContext.h"

#include "tool/model/Names.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace cachelint::ast {

using clang::SourceLocation;

model::Str ExtractContext::internFile(llvm::StringRef Name) {
  auto [It, New] = Files.try_emplace(Name.data());
  if (New) {
    llvm::SmallString<256> Path(Name);
    sources().getFileManager().makeAbsolutePath(Path);
    It->second = intern(model::normalizedPath("", Path));
  }
  return It->second;
}

model::SourcePos ExtractContext::posOf(SourceLocation L) {
  if (L.isInvalid())
    return {};
  clang::PresumedLoc Where = sources().getPresumedLoc(sources().getExpansionLoc(L));
  llvm::StringRef Name = Where.isValid() ? Where.getFilename() : "";
  if (Name.empty() || Name.front() == '<') // "<built-in>", "<command line>"
    return {};
  return {internFile(Name), Where.getLine(), Where.getColumn()};
}

model::SourcePos ExtractContext::editPosOf(SourceLocation L) {
  if (L.isInvalid() || L.isMacroID())
    return {};
  auto [File, Offset] = sources().getDecomposedLoc(L);
  if (!sources().getFileEntryRefForID(File))
    return {};
  model::SourcePos Shown = posOf(L);
  // Behind a #line directive the text stands in another file than the one that is named.
  clang::PresumedLoc Real = sources().getPresumedLoc(L, /*UseLineDirectives=*/false);
  if (Real.isInvalid() || Real.getLine() != Shown.Line ||
      internFile(Real.getFilename()) != Shown.File)
    return {};
  return Shown;
}

model::SourcePos ExtractContext::editPosAfter(SourceLocation L) {
  if (L.isInvalid() || L.isMacroID())
    return {};
  return editPosOf(clang::Lexer::getLocForEndOfToken(L, 0, sources(), lang()));
}

bool ExtractContext::inSystemHeader(SourceLocation L) const {
  return L.isValid() && sources().isInSystemHeader(sources().getExpansionLoc(L));
}

} // namespace cachelint::ast
