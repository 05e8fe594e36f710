//===-- ExtractContext.h - what all extractors of a unit share -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Inside tool/ast only: the headers that other folders include know nothing of clang.
#ifndef CACHELINT_AST_EXTRACTCONTEXT_H
#define CACHELINT_AST_EXTRACTCONTEXT_H

#include "tool/ast/Frontend.h"
#include "tool/support/NameSet.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"

namespace cachelint::ast {

/// The vocabulary's words that are looked up for many types and names, made ready for that.
struct WordSets {
  explicit WordSets(const model::Vocabulary &Words);

  NameSet LockTypes, AtomicTypes, WireTypes, AlignMacros, GuardMacros, ThreadBounds,
      NotThreadBounds;
};

/// The declaration of a variable that stands for all of them: its definition, else the last one.
const clang::VarDecl *mainDeclaration(const clang::VarDecl *V);

class ExtractContext {
public:
  ExtractContext(clang::ASTContext &Ast, clang::Preprocessor &PP, const model::Vocabulary &Words,
                 StringPool &Pool, ProblemSink &Problems, const ExtractOptions &Options,
                 llvm::StringRef MainFile);

  clang::ASTContext &ast() const { return Ast; }
  clang::SourceManager &sources() const { return Ast.getSourceManager(); }
  clang::Preprocessor &preprocessor() const { return PP; }
  const clang::LangOptions &lang() const { return Ast.getLangOpts(); }
  const model::Vocabulary &vocabulary() const { return Words; }
  const WordSets &words() const { return Sets; }
  ProblemSink &problems() const { return Problems; }
  const ExtractOptions &options() const { return Options; }
  const model::Origin &origin() const { return From; }
  model::Str intern(const llvm::Twine &Text) const { return Pool.intern(Text); }

  /// Keys and names by the rules of tool/model/Names.h. Any declaration of the entity will do.
  model::Str recordKey(const clang::RecordDecl *R);
  /// Clang's USR, with the file in front for what no other unit can see.
  model::Str functionKey(const clang::FunctionDecl *F);
  /// Qualified, without parameters and without the arguments of a function template.
  model::Str functionName(const clang::FunctionDecl *F);
  /// For locals without static storage: unique in the program by their position.
  model::Str variableKey(const clang::VarDecl *V);
  model::Str variableName(const clang::VarDecl *V);

  model::TypeUse typeUseOf(clang::QualType T);
  model::Str spellingOf(clang::QualType T);
  /// Traits after arrays, typedefs and qualifiers are looked through.
  model::TypeTrait traitsOf(clang::QualType T);
  /// Does any typedef or tag on the way from \p T to its element's type stand in \p Words?
  bool isNamedIn(const NameSet &Words, clang::QualType T) const;
  /// sizeof, also of a bit-field's or a reference's type; empty where there is none.
  std::optional<model::Bits> sizeOf(clang::QualType T);

  /// The layout of a record's definition; null for one that has none: dependent, incomplete, or
  /// broken by an error in the source. Clang itself asserts or crashes on those.
  const clang::ASTRecordLayout *layoutOf(const clang::RecordDecl *R);

  /// Where a person would look for it: for what a macro made, the place of the macro's use.
  model::SourcePos posOf(clang::SourceLocation L);
  /// Only where text can be replaced: invalid inside macros and behind #line.
  model::SourcePos editPosOf(clang::SourceLocation L);
  /// editPosOf() of the character after the token at \p L.
  model::SourcePos editPosAfter(clang::SourceLocation L);
  bool inSystemHeader(clang::SourceLocation L) const;

private:
  model::Str buildRecordKey(const clang::RecordDecl *R);
  model::Str internFile(llvm::StringRef Name);
  bool hasLayout(const clang::RecordDecl *R);
  bool hasSize(clang::QualType T);

  clang::ASTContext &Ast;
  clang::Preprocessor &PP;
  const model::Vocabulary &Words;
  WordSets Sets;
  StringPool &Pool;
  ProblemSink &Problems;
  const ExtractOptions &Options;
  model::Origin From;

  llvm::DenseMap<const clang::RecordDecl *, model::Str> RecordKeys;
  llvm::DenseMap<const clang::RecordDecl *, bool> Layable;
  llvm::DenseMap<const clang::FunctionDecl *, model::Str> FunctionKeys;
  llvm::DenseMap<const clang::VarDecl *, model::Str> VariableKeys;
  llvm::DenseMap<const void *, model::TypeUse> TypeUses; ///< by QualType, as opaque pointer
  llvm::DenseMap<const char *, model::Str> Files; ///< by the name's address in clang's tables
};

} // namespace cachelint::ast

#endif
