//===-- ExtractContext.cpp -----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/ExtractContext.h"

#include "clang/Basic/TargetInfo.h"

namespace cachelint::ast {

using model::Capability;

WordSets::WordSets(const model::Vocabulary &Words)
    : LockTypes(Words.LockTypes), AtomicTypes(Words.AtomicTypes), WireTypes(Words.WireTypes),
      AlignMacros(Words.AlignMacros), GuardMacros(Words.GuardMacros),
      ThreadBounds(Words.ThreadBounds), NotThreadBounds(Words.NotThreadBounds) {}

static Capability capabilities(const ExtractOptions &Options) {
  Capability Can = Capability::Alignment | Capability::SourceRanges | Capability::AtomicTypes |
                   Capability::BitFields | Capability::DeclarationOrder | Capability::Packing |
                   Capability::VirtualBases;
  return Options.Bodies ? Can | Capability::AccessSites : Can;
}

ExtractContext::ExtractContext(clang::ASTContext &Ast, clang::Preprocessor &PP,
                               const model::Vocabulary &Words, StringPool &Pool,
                               ProblemSink &Problems, const ExtractOptions &Options,
                               llvm::StringRef MainFile)
    : Ast(Ast), PP(PP), Words(Words), Sets(Words), Pool(Pool), Problems(Problems),
      Options(Options) {
  From.From = model::FrontEnd::Ast;
  From.Can = capabilities(Options);
  From.Input = Pool.intern(MainFile);
  From.Target = intern(Ast.getTargetInfo().getTriple().str());
}

} // namespace cachelint::ast
