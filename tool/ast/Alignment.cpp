//===-- Alignment.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/Alignment.h"

#include "clang/Lex/Lexer.h"

namespace cachelint::ast {

using model::Bits;

std::optional<Bits> alignmentOf(ExtractContext &Context, const clang::AlignedAttr *A) {
  if (A->isAlignmentDependent() || A->isAlignmentErrorDependent())
    return std::nullopt;
  unsigned Value = A->getAlignment(Context.ast());
  return Value == 0 ? std::nullopt : std::optional(Bits::fromBits(Value));
}

std::optional<Bits> declaredAlign(ExtractContext &Context, const clang::Decl *D) {
  std::optional<Bits> Strictest;
  for (const auto *A : D->specific_attrs<clang::AlignedAttr>())
    if (std::optional<Bits> B = alignmentOf(Context, A))
      Strictest = std::max(Strictest.value_or(*B), *B);
  return Strictest;
}

model::Str outermostMacro(ExtractContext &Context, clang::SourceLocation L) {
  const clang::SourceManager &Sources = Context.sources();
  llvm::StringRef Name;
  for (unsigned Depth = 0; L.isMacroID() && Depth < 64; ++Depth) {
    // An argument stands where its author wrote it, whatever macro it was handed to.
    if (Sources.isMacroArgExpansion(L)) {
      L = Sources.getImmediateSpellingLoc(L);
      continue;
    }
    Name = clang::Lexer::getImmediateMacroName(L, Sources, Context.lang());
    L = Sources.getImmediateExpansionRange(L).getBegin();
  }
  return Context.intern(Name);
}

model::Str alignmentSpelling(ExtractContext &Context, const clang::AlignedAttr *A) {
  model::Str Macro = outermostMacro(Context, A->getLocation());
  // <stdalign.h> makes alignas a macro in C.
  if (!Macro.empty() && Macro != "alignas")
    return Macro;
  if (!Macro.empty() || A->isAlignas())
    return A->isC11() && Macro.empty() ? "_Alignas" : "alignas";
  return A->isDeclspec() ? "__declspec(align)" : "__attribute__((aligned))";
}

} // namespace cachelint::ast
