//===-- BodyGate.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/BodyGate.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/xxhash.h"

namespace cachelint::ast {

class BodyGate::Callbacks : public clang::PPCallbacks {
public:
  explicit Callbacks(BodyGate &Gate) : Gate(Gate) {}

  void LexedFileChanged(clang::FileID File, LexedFileChangeReason Reason,
                        clang::SrcMgr::CharacteristicKind Kind, clang::FileID,
                        clang::SourceLocation) override {
    if (Reason == LexedFileChangeReason::EnterFile)
      Gate.State.entered(File, Kind, Gate.pack());
    else
      Gate.State.returnedTo(File);
  }
  void FileSkipped(const clang::FileEntryRef &File, const clang::Token &,
                   clang::SrcMgr::CharacteristicKind) override {
    Gate.State.skipped(File);
  }
  void FileChanged(clang::SourceLocation L, FileChangeReason Reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    if (Reason == RenameFile)
      Gate.State.renamed(L);
  }

private:
  BodyGate &Gate;
};

BodyGate::BodyGate(HeaderBodies &Known, clang::Preprocessor &PP, uint64_t Base, bool MaySkip)
    : Known(Known), Sources(PP.getSourceManager()), State(Sources, Base),
      MaySkip(MaySkip && Known.skips()) {
  PP.addPPCallbacks(std::make_unique<Callbacks>(*this));
  PP.setTokenWatcher([this](const clang::Token &T) { token(T); });
}

uint64_t BodyGate::pack() const {
  return Sema ? Sema->AlignPackStack.CurrentValue.getPackNumber() * 2 +
                    Sema->AlignPackStack.CurrentValue.IsPackSet()
              : 0;
}

void BodyGate::token(const clang::Token &T) {
  State.token(T);
  LastIsBrace = T.is(clang::tok::l_brace);
  if (Depth == 0)
    return;
  if (LastIsBrace)
    ++Depth;
  else if (T.is(clang::tok::r_brace) && --Depth == 0)
    endBody();
}

void BodyGate::endBody() {
  bool SameFile = State.current() == Following;
  if (ExpectedEnd != 0)
    Wrong |= !SameFile || State.currentState() != ExpectedEnd;
  else if (SameFile)
    Parsed.back().End = State.currentState();
  ExpectedEnd = 0;
}

/// The place that what a body knows is declared before: for a member that is defined in its class,
/// all of the outermost class.
static clang::SourceLocation placeOf(const clang::FunctionDecl *F) {
  clang::SourceLocation At = F->getLocation();
  for (const clang::DeclContext *C = F->getLexicalParent(); C; C = C->getLexicalParent())
    if (const auto *R = llvm::dyn_cast<clang::RecordDecl>(C))
      At = R->getEndLoc();
  return At;
}

/// Of what an includer may put around all of a header: `namespace x {`, `extern "C" {`.
static uint64_t scopeOf(const clang::FunctionDecl *F) {
  if (!F->getASTContext().getLangOpts().CPlusPlus)
    return 0;
  return llvm::xxh3_64bits(F->getQualifiedNameAsString()) * 2 + F->isExternC();
}

bool BodyGate::shouldSkip(const clang::FunctionDecl *F) {
  // What stands inside of a body belongs to it.
  if (!F || Depth != 0 || F->isTemplated() || F->isDependentContext() || F->isInvalidDecl() ||
      F->isConstexpr() || F->isFunctionTemplateSpecialization())
    return false;
  auto [File, Offset] = Sources.getDecomposedLoc(Sources.getExpansionLoc(F->getLocation()));
  if (File == Sources.getMainFileID() || File != State.current())
    return false;
  // The tokens of a member that is defined in its class have gone by: they are part of the state.
  bool InClass = llvm::isa<clang::RecordDecl>(F->getLexicalDeclContext());
  if (!InClass && !LastIsBrace)
    return false;
  uint64_t Start = mixHash(mixHash(State.currentState(), Offset), scopeOf(F));
  auto InState = [this](const FileInState &Other) { return State.holds(Other); };
  std::optional<HeaderBodies::Body> Body;
  if (MaySkip)
    Body = Known.find(Start, InState);
  if (!InClass) {
    Depth = 1;
    Following = File;
    ExpectedEnd = Body ? Body->End : 0;
  }
  if (Body) {
    Skipped.push_back(Body->Key);
    return true;
  }
  Parsed.push_back({F, File, Start, InClass ? State.currentState() : 0, State.currentIncludes(),
                    placeOf(F), State.includers()});
  return false;
}

} // namespace cachelint::ast
