//===-- Archive.h - the members of a static archive -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The format is that of ar(5) with the long names of GNU ("//") and BSD ("#1/"), and thin archives,
// which name files instead of holding them.
//
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_ARCHIVE_H
#define CACHELINT_DWARF_ARCHIVE_H

#include "tool/support/Problems.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace cachelint::dwarf {

class Archive {
public:
  struct Member {
    std::string Name;      ///< "archive(member)"
    llvm::StringRef Bytes; ///< empty in a thin archive
    std::string File;      ///< in a thin archive: where the member is
  };

  /// Whether the file begins as an archive does.
  static bool isArchive(llvm::StringRef Path);

  /// A header that makes no sense ends the list and is a problem. Members that are no ELF files
  /// (tables of symbols, LLVM bitcode) are left out.
  static llvm::Expected<Archive> open(llvm::StringRef Path, ProblemSink &Problems);

  const std::vector<Member> &members() const { return Members; }

  /// A descriptor with the member's bytes.
  llvm::Expected<int> openMember(const Member &M) const;

private:
  void list(llvm::StringRef Path, ProblemSink &Problems);

  std::unique_ptr<llvm::MemoryBuffer> File;
  std::vector<Member> Members;
};

} // namespace cachelint::dwarf

#endif
