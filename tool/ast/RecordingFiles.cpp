//===-- RecordingFiles.cpp -----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/RecordingFiles.h"

#include "llvm/ADT/SmallString.h"

#include <algorithm>

namespace cachelint::ast {

std::string RecordingFiles::absolute(const llvm::Twine &Path) const {
  llvm::SmallString<256> Full;
  Path.toVector(Full);
  if (makeAbsolute(Full))
    return {};
  return std::string(Full);
}

void RecordingFiles::note(const llvm::Twine &Path, std::error_code Found) {
  std::string Full = absolute(Path);
  if (!Full.empty())
    (Found ? Absent : Files).insert(Full);
}

llvm::ErrorOr<llvm::vfs::Status> RecordingFiles::status(const llvm::Twine &Path) {
  auto Status = ProxyFileSystem::status(Path);
  // A directory says nothing by itself: what is looked for in it is asked for by name.
  if (!Status || !Status->isDirectory())
    note(Path, Status.getError());
  return Status;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
RecordingFiles::openFileForRead(const llvm::Twine &Path) {
  auto File = ProxyFileSystem::openFileForRead(Path);
  // A directory can be opened, too, and only then shows what it is.
  bool IsDirectory = false;
  if (File)
    if (auto Status = (*File)->status())
      IsDirectory = Status->isDirectory();
  if (!IsDirectory)
    note(Path, File.getError());
  return File;
}

UnitReads RecordingFiles::reads() const {
  UnitReads Reads;
  for (const auto &[Set, List] :
       {std::pair(&Files, &Reads.Files), std::pair(&Absent, &Reads.Absent)}) {
    for (const auto &Entry : *Set)
      List->push_back(Entry.getKey().str());
    std::sort(List->begin(), List->end());
  }
  return Reads;
}

} // namespace cachelint::ast
