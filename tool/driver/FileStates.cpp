//===-- FileStates.cpp - ------------------------------------------------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/FileStates.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace cachelint::driver {

using facts::EntryId;
using facts::PathRef;

std::string pathOf(const PathRef &File) {
  llvm::SmallString<256> Path(File.Dir);
  llvm::sys::path::append(Path, File.Leaf);
  return std::string(Path);
}

PathRef splitPath(llvm::StringRef Path, StringPool &Pool) {
  return {Pool.intern(llvm::sys::path::parent_path(Path)),
          Pool.intern(llvm::sys::path::filename(Path))};
}

std::optional<EntryId> FileStates::contentOf(const PathRef &File) {
  Key K(File.Dir.data(), File.Leaf.data());
  {
    std::lock_guard<std::mutex> Guard(Lock);
    if (auto It = Contents.find(K); It != Contents.end())
      return It->second;
  }
  std::optional<EntryId> Id;
  auto Buffer = llvm::MemoryBuffer::getFile(pathOf(File), /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (Buffer)
    Id = facts::idOf((*Buffer)->getBuffer());
  std::lock_guard<std::mutex> Guard(Lock);
  return Contents.try_emplace(K, Id).first->second;
}

bool FileStates::exists(const PathRef &Path) {
  std::lock_guard<std::mutex> Guard(Lock);
  std::unique_ptr<llvm::StringSet<>> &Names = Folders[Path.Dir.data()];
  if (!Names) {
    // One look at the folder answers for all the headers that are not in it.
    Names = std::make_unique<llvm::StringSet<>>();
    std::error_code EC;
    for (llvm::sys::fs::directory_iterator It(Path.Dir, EC), End; !EC && It != End;
         It.increment(EC))
      Names->insert(llvm::sys::path::filename(It->path()));
  }
  return Names->contains(Path.Leaf);
}

} // namespace cachelint::driver
