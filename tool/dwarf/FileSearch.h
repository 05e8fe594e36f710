//===-- FileSearch.h - where debug files are looked for -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A separate debug file is looked for by build-id (DIR/.build-id/ab/cdef.debug) and by the name in
// .gnu_debuglink, whose checksum must fit: beside the file, in its folder .debug, and below each of
// the folders here. A server is asked only if DEBUGINFOD_URLS is set, which is what elfutils does.
//
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_FILESEARCH_H
#define CACHELINT_DWARF_FILESEARCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

typedef struct Elf Elf;

namespace cachelint::dwarf {

class FileSearch {
public:
  /// \p DebugDirs are searched first, then /usr/lib/debug.
  FileSearch() : FileSearch(std::vector<std::string>()) {}
  explicit FileSearch(const std::vector<std::string> &DebugDirs);

  const std::vector<std::string> &debugDirs() const { return Dirs; }

  /// The file with this build-id below one of the folders; empty when there is none.
  std::string byBuildId(llvm::ArrayRef<uint8_t> Id) const;

  /// Where the file \p Link of \p Path's .gnu_debuglink would be, if it is there at all: for the
  /// message when its checksum is wrong.
  std::string fileOfOtherBuild(llvm::StringRef Path, llvm::StringRef Link) const;

  /// First of these that exists: \p Name if absolute, else below each of \p Folders.
  static std::string firstOf(llvm::ArrayRef<std::string> Folders, llvm::StringRef Name);

private:
  std::vector<std::string> Dirs;
};

/// The file name in .gnu_debuglink; empty when there is none.
std::string debugLinkOf(Elf *From);

} // namespace cachelint::dwarf

#endif
