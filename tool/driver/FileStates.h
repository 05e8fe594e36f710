//===-- FileStates.h - what files hold, each looked at once a run -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_FILESTATES_H
#define CACHELINT_DRIVER_FILESTATES_H

#include "tool/facts/FactsFile.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>

namespace cachelint::driver {

/// Safe to use from many threads. Names are those of one StringPool, and known by their address.
class FileStates {
public:
  /// Of the file's bytes; empty when it cannot be read.
  std::optional<facts::EntryId> contentOf(const facts::PathRef &File);
  bool exists(const facts::PathRef &Path);

private:
  using Key = std::pair<const char *, const char *>;
  std::mutex Lock;
  llvm::DenseMap<Key, std::optional<facts::EntryId>> Contents;
  llvm::DenseMap<const char *, std::unique_ptr<llvm::StringSet<>>> Folders;
};

/// The name in full.
std::string pathOf(const facts::PathRef &File);
facts::PathRef splitPath(llvm::StringRef Path, StringPool &Pool);

} // namespace cachelint::driver

#endif
