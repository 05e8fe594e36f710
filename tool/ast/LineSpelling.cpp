//===-- LineSpelling.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/LineSpelling.h"

#include "tool/ast/MacroNames.h"

#include "fmt/format.h"
#include "clang/Lex/MacroInfo.h"

namespace cachelint::ast {

static const clang::MacroInfo *macroNamed(ExtractContext &Context, llvm::StringRef Name) {
  clang::Preprocessor &PP = Context.preprocessor();
  auto It = PP.getIdentifierTable().find(Name);
  return It == PP.getIdentifierTable().end() ? nullptr : PP.getMacroInfo(It->second);
}

static std::string useOf(llvm::StringRef Name, const clang::MacroInfo *M, uint64_t LineBytes) {
  if (!M->isFunctionLike())
    return Name.str();
  if (M->getNumParams() == 0 || M->isVariadic())
    return Name.str() + "()";
  return fmt::format("{}({})", Name.str(), LineBytes);
}

LineSpelling findLineSpelling(ExtractContext &Context) {
  uint64_t LineBytes = Context.options().LineSize.bytes();
  bool Cxx = Context.lang().CPlusPlus;
  for (const std::string &Name : Context.vocabulary().AlignMacros) {
    const clang::MacroInfo *M = macroNamed(Context, Name);
    Aligns How = whatMacroDoes(Context, M);
    // alignas cannot stand on a type in C.
    if (How == Aligns::No || (How == Aligns::ByKeyword && !Cxx) ||
        (M->isFunctionLike() && M->getNumParams() > 1))
      continue;
    return {Context.intern(useOf(Name, M, LineBytes)), How == Aligns::ByKeyword};
  }
  if (Cxx)
    return {Context.intern(fmt::format("alignas({})", LineBytes)), true};
  return {Context.intern(fmt::format("__attribute__((aligned({})))", LineBytes)), false};
}

} // namespace cachelint::ast
