//===-- HeaderState.h - what a place in a header has seen before it -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Inside tool/ast only. Two units see the same in a header when the same tokens came out of it, and
// out of all that it includes, up to the place: macros are expanded in tokens, and conditionals
// have been decided. A hash of them is kept for each file while the preprocessor works.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_HEADERSTATE_H
#define CACHELINT_AST_HEADERSTATE_H

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <vector>

namespace cachelint::ast {

/// Order matters; no protection against an adversary.
inline uint64_t mixHash(uint64_t State, uint64_t Value) {
  // As facts' content hash: the multiplier is 2^64 / phi.
  State = (State ^ Value) * 0x9e3779b97f4a7c15ull;
  return State ^ (State >> 29);
}

/// A file in a state that it was seen in.
struct FileInState {
  uint64_t File = 0;  ///< hash of its path
  uint64_t State = 0; ///< hash of what came out of it
  bool operator==(const FileInState &) const = default;
  bool operator<(const FileInState &B) const {
    return File != B.File ? File < B.File : State < B.State;
  }
};

class HeaderState {
public:
  /// \p Base stands for what holds for all of the unit: language, target, options.
  HeaderState(clang::SourceManager &Sources, uint64_t Base) : Sources(Sources), Base(Base) {}

  // What the preprocessor reports. Pack is the state of #pragma pack, which a header inherits.
  void entered(clang::FileID File, clang::SrcMgr::CharacteristicKind Kind, uint64_t Pack);
  void returnedTo(clang::FileID File);
  void skipped(clang::FileEntryRef File);
  void renamed(clang::SourceLocation L);
  void token(const clang::Token &T) {
    if (Open.empty())
      return;
    Open.back().Hash = mixHash(Open.back().Hash, hashOf(T));
    Open.back().GaveTokens = true;
  }

  /// The file that is being read; invalid before the first and after the last.
  clang::FileID current() const { return Open.empty() ? clang::FileID() : Open.back().File; }
  /// Of the file that is being read, up to the last token.
  uint64_t currentState() const { return Open.empty() ? 0 : Open.back().Hash; }
  /// How many files it has included.
  size_t currentIncludes() const {
    return Open.empty() ? 0 : Files[Open.back().Index].Includes.size();
  }
  /// The files around the one that is being read, each in its state.
  llvm::SmallVector<FileInState, 0> includers() const;
  /// Is the file being read, and in this state, or did it give just this when it was read?
  bool holds(FileInState F) const;

  // After the unit has been read:
  static constexpr unsigned NoFile = ~0u;
  unsigned indexOf(clang::FileID File) const;
  /// What one inclusion of a file gave: stddef.h is included for another part of it each time.
  FileInState finalState(clang::FileID File) const;
  bool gaveOnce(unsigned Index) const { return Files[Index].Gave.size() == 1; }
  /// The file, the first \p Count files that it includes, and all that these include, by index.
  const llvm::BitVector &closureOf(unsigned Index, size_t Count);

private:
  struct OpenFile {
    clang::FileID File;
    unsigned Index;
    uint64_t Start;
    uint64_t Hash;
    bool GaveTokens = false; ///< of its own
  };
  struct File {
    uint64_t Path = 0;
    llvm::SmallVector<uint64_t, 1> Gave; ///< each time that tokens of its own came out of it
    uint64_t Passed = 0; ///< the first time that only files which it includes gave something
    llvm::SmallVector<unsigned, 4> Includes;
  };
  static uint64_t hashOf(const clang::Token &T);
  uint64_t givenBy(const File &F) const;
  unsigned indexOfName(llvm::StringRef Name);
  void include(unsigned Index);

  clang::SourceManager &Sources;
  uint64_t Base;
  std::vector<File> Files;
  llvm::SmallVector<OpenFile, 16> Open;
  struct Inclusion {
    unsigned Index = NoFile;
    uint64_t Gave = 0; ///< 0: not left yet
  };
  llvm::DenseMap<clang::FileID, Inclusion> ByFile;
  llvm::DenseMap<uint64_t, unsigned> ByPath;
  llvm::DenseMap<const void *, unsigned> ByEntry; ///< by FileEntry
  llvm::DenseMap<std::pair<unsigned, size_t>, llvm::BitVector> Closures;
};

} // namespace cachelint::ast

#endif
