//===-- ElfFile.h - an ELF file and the file with its DWARF -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_ELFFILE_H
#define CACHELINT_DWARF_ELFFILE_H

#include "tool/dwarf/DebugSections.h"
#include "tool/dwarf/Machine.h"
#include "tool/support/Problems.h"

#include "llvm/Support/Error.h"

#include <elfutils/libdwfl.h>

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace cachelint::dwarf {

/// Owns the handles of elfutils: the file, the file with its DWARF (the same one, or a separate
/// debug file), and the bytes of all sections.
class ElfFile {
public:
  /// Fails for what is no ELF file, or one whose headers lead beyond its end.
  static llvm::Expected<std::unique_ptr<ElfFile>> open(llvm::StringRef Path, ProblemSink &Problems);
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

private:
  ElfFile() = default;
  llvm::Error openHeaders(ProblemSink &Problems);
  llvm::Error checkSections(ProblemSink &Problems) const;
  /// False when a section that is there cannot be read.
  bool collect(Elf *From, DebugSections &Into, ProblemSink &Problems);

  std::string Path;
  std::deque<std::vector<uint8_t>> Joined; ///< sections put together from parts
  Dwfl *Session = nullptr;
  Dwfl_Module *Module = nullptr;
  Elf *Main = nullptr;
  uint16_t Type = 0;
  Machine Kind;
};

/// Calls \p Take with each section header's index, name, header and handle.
template <typename Fn> void forEachSection(Elf *From, Fn Take) {
  size_t NameTable = 0;
  if (elf_getshdrstrndx(From, &NameTable) != 0)
    return;
  for (Elf_Scn *Section = elf_nextscn(From, nullptr); Section;
       Section = elf_nextscn(From, Section)) {
    GElf_Shdr Header;
    if (!gelf_getshdr(Section, &Header))
      continue;
    const char *Name = elf_strptr(From, NameTable, Header.sh_name);
    Take(llvm::StringRef(Name ? Name : ""), Header, Section);
  }
}

} // namespace cachelint::dwarf

#endif
