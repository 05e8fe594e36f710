//===-- SideFile.h - a second file that a program's DWARF is in -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_SIDEFILE_H
#define CACHELINT_DWARF_SIDEFILE_H

#include "tool/dwarf/FileSearch.h"
#include "tool/dwarf/SectionReader.h"

#include "llvm/Support/Error.h"

#include <memory>

namespace cachelint::dwarf {

/// A .dwo file, a package of them, or the supplement that dwz makes. None of them is ever
/// relocated, so that libelf alone opens them.
class SideFile {
public:
  /// Fails for what is no ELF file, and when the sections cannot be read; the message names the
  /// file.
  static llvm::Expected<std::unique_ptr<SideFile>> open(llvm::StringRef Path, SectionSet Which,
                                                        ProblemSink &Problems);
  ~SideFile();

  llvm::StringRef path() const { return Path; }
  Elf *elf() const { return Handle; }

  DebugSections Sections;

private:
  SideFile() = default;

  std::string Path;
  int Fd = -1;
  Elf *Handle = nullptr;
  SectionReader Reader;
};

/// Opens the supplement that \p From (the file at \p Path with the program's DWARF) refers to:
/// .gnu_debugaltlink, or .debug_sup of DWARF 5. Null when it refers to none; a problem and null
/// when it is not there or of another build.
std::unique_ptr<SideFile> openSupplement(Elf *From, llvm::StringRef Path, const FileSearch &Search,
                                         ProblemSink &Problems);

} // namespace cachelint::dwarf

#endif
