//===-- HeaderState.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/HeaderState.h"

#include "tool/model/Names.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/IdentifierTable.h"
#include "llvm/Support/xxhash.h"

namespace cachelint::ast {

uint64_t HeaderState::hashOf(const clang::Token &T) {
  // A name that a macro made is said to come from that macro: it counts as another token.
  uint64_t Kind = static_cast<uint64_t>(T.getKind()) << 1 | T.getLocation().isMacroID();
  if (const clang::IdentifierInfo *Name = T.isAnnotation() ? nullptr : T.getIdentifierInfo())
    return llvm::xxh3_64bits(Name->getName()) + Kind;
  if (T.isLiteral() && T.getLiteralData())
    return llvm::xxh3_64bits(llvm::StringRef(T.getLiteralData(), T.getLength())) + Kind;
  return Kind;
}

unsigned HeaderState::indexOfName(llvm::StringRef Name) {
  llvm::SmallString<256> Path(Name);
  Sources.getFileManager().makeAbsolutePath(Path);
  uint64_t Hash = llvm::xxh3_64bits(model::normalizedPath("", Path));
  auto [It, New] = ByPath.try_emplace(Hash, static_cast<unsigned>(Files.size()));
  if (New) {
    Files.emplace_back();
    Files.back().Path = Hash;
  }
  return It->second;
}

void HeaderState::include(unsigned Index) {
  if (!Open.empty() && !llvm::is_contained(Files[Open.back().Index].Includes, Index))
    Files[Open.back().Index].Includes.push_back(Index);
}

void HeaderState::entered(clang::FileID ID, clang::SrcMgr::CharacteristicKind Kind, uint64_t Pack) {
  unsigned Index;
  if (auto Entry = Sources.getFileEntryRefForID(ID)) {
    Index = indexOfName(Entry->getName());
    ByEntry[&Entry->getFileEntry()] = Index;
  } else {
    Index = indexOfName("<built-in>");
  }
  ByFile[ID].Index = Index;
  include(Index);
  uint64_t Start =
      mixHash(mixHash(mixHash(Base, Files[Index].Path), clang::SrcMgr::isSystem(Kind)), Pack);
  Open.push_back({ID, Index, Start, Start});
}

void HeaderState::returnedTo(clang::FileID ID) {
  while (!Open.empty() && Open.back().File != ID) {
    OpenFile Left = Open.pop_back_val();
    File &F = Files[Left.Index];
    if (Left.GaveTokens)
      F.Gave.push_back(Left.Hash);
    else if (F.Passed == 0 && Left.Hash != Left.Start)
      F.Passed = Left.Hash;
    bool Repeats = !Left.GaveTokens && (!F.Gave.empty() || Left.Hash == Left.Start);
    uint64_t Given = Repeats ? givenBy(F) : Left.Hash;
    ByFile[Left.File].Gave = Given;
    if (!Open.empty())
      Open.back().Hash = mixHash(Open.back().Hash, Given);
  }
}

/// What an inclusion stands for that gives nothing, since an earlier one gave it: which header was
/// the first to include assert.h must not show.
uint64_t HeaderState::givenBy(const File &F) const {
  if (F.Gave.empty())
    return F.Passed;
  uint64_t All = F.Gave.front();
  for (uint64_t Gave : llvm::ArrayRef(F.Gave).drop_front())
    All = mixHash(All, Gave);
  return All;
}

void HeaderState::skipped(clang::FileEntryRef Entry) {
  auto It = ByEntry.find(&Entry.getFileEntry());
  if (It == ByEntry.end() || Open.empty())
    return;
  include(It->second);
  Open.back().Hash = mixHash(Open.back().Hash, givenBy(Files[It->second]));
}

/// A #line directive: positions behind it are named after another file.
void HeaderState::renamed(clang::SourceLocation L) {
  clang::PresumedLoc Where = Sources.getPresumedLoc(L);
  if (!Open.empty() && Where.isValid())
    Open.back().Hash = mixHash(mixHash(Open.back().Hash, Where.getLine()),
                               llvm::xxh3_64bits(llvm::StringRef(Where.getFilename())));
}

llvm::SmallVector<FileInState, 0> HeaderState::includers() const {
  llvm::SmallVector<FileInState, 0> Out;
  for (size_t I = 0; I + 1 < Open.size(); ++I)
    Out.push_back({Files[Open[I].Index].Path, Open[I].Hash});
  return Out;
}

bool HeaderState::holds(FileInState F) const {
  for (const OpenFile &O : Open)
    if (Files[O.Index].Path == F.File)
      return O.Hash == F.State;
  auto It = ByPath.find(F.File);
  return It != ByPath.end() && llvm::is_contained(Files[It->second].Gave, F.State);
}

unsigned HeaderState::indexOf(clang::FileID File) const {
  auto It = ByFile.find(File);
  return It == ByFile.end() ? NoFile : It->second.Index;
}

FileInState HeaderState::finalState(clang::FileID File) const {
  auto It = ByFile.find(File);
  return {Files[It->second.Index].Path, It->second.Gave};
}

const llvm::BitVector &HeaderState::closureOf(unsigned Index, size_t Count) {
  llvm::BitVector &Out = Closures[{Index, Count}];
  if (!Out.empty())
    return Out;
  Out.resize(Files.size());
  Out.set(Index);
  llvm::ArrayRef<unsigned> First(Files[Index].Includes);
  First = First.take_front(Count);
  llvm::SmallVector<unsigned, 16> Waiting(First.begin(), First.end());
  while (!Waiting.empty()) {
    unsigned At = Waiting.pop_back_val();
    if (Out.test(At))
      continue;
    Out.set(At);
    Waiting.append(Files[At].Includes.begin(), Files[At].Includes.end());
  }
  return Out;
}

} // namespace cachelint::ast
