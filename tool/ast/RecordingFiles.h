//===-- RecordingFiles.h - a file system that notes what is asked of it -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_RECORDINGFILES_H
#define CACHELINT_AST_RECORDINGFILES_H

#include "tool/ast/Frontend.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace cachelint::ast {

/// Hands all on to another file system. Files that were found, and names that were not, are what
/// the reading of a unit depends on: a header that turns up earlier in the search path counts, too.
class RecordingFiles : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &Path) override;

  /// Sorted; absolute, with their dots.
  UnitReads reads() const;

private:
  std::string absolute(const llvm::Twine &Path) const;
  void note(const llvm::Twine &Path, std::error_code Found);

  llvm::StringSet<> Files, Absent;
};

} // namespace cachelint::ast

#endif
