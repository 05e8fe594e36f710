//===-- ElfFile.h - an ELF file and the file with its DWARF -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_ELFFILE_H
#define CACHELINT_DWARF_ELFFILE_H

#include "tool/dwarf/DebugSections.h"
#include "tool/dwarf/FileSearch.h"
#include "tool/dwarf/Machine.h"
#include "tool/dwarf/SectionReader.h"
#include "tool/dwarf/SideFile.h"
#include "tool/support/Problems.h"

#include "llvm/Support/Error.h"

#include <elfutils/libdwfl.h>

#include <memory>
#include <string>

namespace cachelint::dwarf {

/// Owns the handles of elfutils: the file, the file with its DWARF (the same one, or a separate
/// debug file), and the bytes of all sections.
class ElfFile {
public:
  /// Fails for what is no ELF file, or one whose headers lead beyond its end.
  static llvm::Expected<std::unique_ptr<ElfFile>>
  open(llvm::StringRef Path, const FileSearch &Search, ProblemSink &Problems);
  /// The same for a file that is open already, and is closed with the object. \p Path is its name.
  static llvm::Expected<std::unique_ptr<ElfFile>>
  open(int Fd, llvm::StringRef Path, const FileSearch &Search, ProblemSink &Problems);
  ~ElfFile();

  llvm::StringRef path() const { return Path; }
  Elf *elf() const { return Main; }
  uint16_t type() const { return Type; } ///< ET_*
  const Machine &machine() const { return Kind; }

  /// Looks for the DWARF, here or in a separate debug file. Fails, saying how to get it, when there
  /// is none.
  llvm::Expected<DebugSections> debugSections(ProblemSink &Problems);

  /// For questions to libdw. Addresses there are link-time addresses plus the bias. Null when
  /// elfutils finds no DWARF.
  Dwfl_Module *module() const { return Module; }
  Dwarf *dwarf(Dwarf_Addr &Bias);
  /// The file with the DWARF: path() itself, or a separate debug file. Empty when not known.
  std::string debugPath() const;

private:
  ElfFile(llvm::StringRef Path, const FileSearch &Search);
  llvm::Error openHeaders(ProblemSink &Problems);
  llvm::Error checkSections(ProblemSink &Problems) const;
  std::string nothingFound() const;
  std::unique_ptr<SideFile> Supplement;
  bool isUnrelocated(llvm::ArrayRef<uint8_t> Info) const;

  std::string Path;
  FileSearch Search;
  std::string DebugPath; ///< where libdwfl looks for debug files
  char *DebugPathText = nullptr;
  Dwfl_Callbacks Callbacks{};
  int Fd = -1;
  SectionReader Reader;
  Dwfl *Session = nullptr;
  Dwfl_Module *Module = nullptr;
  Elf *Main = nullptr;
  uint16_t Type = 0;
  Machine Kind;
};

} // namespace cachelint::dwarf

#endif
