//===-- BodyGate.h - which bodies of a unit clang has to parse -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Inside tool/ast only. While clang parses, the gate follows each function body of a header from
// its brace to the closing one: it lets clang skip what the run knows, and makes sure afterwards
// that the tokens were those of the known body.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_BODYGATE_H
#define CACHELINT_AST_BODYGATE_H

#include "tool/ast/HeaderBodies.h"
#include "tool/ast/HeaderState.h"

#include "clang/AST/Decl.h"

namespace clang {
class Preprocessor;
class Sema;
} // namespace clang

namespace cachelint::ast {

/// A body in a header that was parsed.
struct ParsedBody {
  const clang::FunctionDecl *Function = nullptr;
  clang::FileID File;
  uint64_t Start = 0;       ///< state of the header, with the function's place
  uint64_t End = 0;         ///< state behind the closing brace; 0: not a body that can be shared
  size_t Includes = 0;      ///< files that the header had included
  clang::SourceLocation At; ///< what is declared before this is known to the body
  llvm::SmallVector<FileInState, 0> Around; ///< the files that were being read around it
};

/// A body whose facts other units need not give again.
struct GivenBody {
  uint64_t Start = 0;
  llvm::SmallVector<FileInState, 0> Others;
  HeaderBodies::Body Body;
};

class BodyGate {
public:
  /// \p MaySkip is off for a unit that is read again, after a known body turned out to be another.
  BodyGate(HeaderBodies &Known, clang::Preprocessor &PP, uint64_t Base, bool MaySkip);

  void setSema(clang::Sema *S) { Sema = S; }
  /// Clang's question, at the beginning of each body.
  bool shouldSkip(const clang::FunctionDecl *F);

  // After the unit has been read:
  /// A body was skipped that is not the one that the run knows: the unit must be read again.
  bool wasWrong() const { return Wrong; }
  const std::vector<ParsedBody> &parsed() const { return Parsed; }
  /// Keys of what was skipped, in no order.
  const std::vector<model::Str> &skipped() const { return Skipped; }
  HeaderState &state() { return State; }

private:
  class Callbacks;
  void token(const clang::Token &T);
  void endBody();
  uint64_t pack() const;

  HeaderBodies &Known;
  clang::SourceManager &Sources;
  HeaderState State;
  clang::Sema *Sema = nullptr;
  bool MaySkip;
  bool Wrong = false;
  bool LastIsBrace = false;
  unsigned Depth = 0;       ///< braces open in the body that is followed; 0: none is
  clang::FileID Following;  ///< the file of that body
  uint64_t ExpectedEnd = 0; ///< of a body that is being skipped
  std::vector<ParsedBody> Parsed;
  std::vector<model::Str> Skipped;
};

} // namespace cachelint::ast

#endif
