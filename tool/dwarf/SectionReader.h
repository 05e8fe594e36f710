//===-- SectionReader.h - the DWARF sections of an ELF handle -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_SECTIONREADER_H
#define CACHELINT_DWARF_SECTIONREADER_H

#include "tool/dwarf/DebugSections.h"
#include "tool/support/Problems.h"

#include <gelf.h>

#include <deque>
#include <string>
#include <vector>

namespace cachelint::dwarf {

/// Which of the sections that a file may hold: those of a program, or those of its split units.
enum class SectionSet { Program, Split };

/// Collects sections and owns what was put together from parts.
class SectionReader {
public:
  /// False when a section that is there cannot be read. Names the file \p Path in problems.
  bool collect(Elf *From, SectionSet Which, llvm::StringRef Path, DebugSections &Into,
               ProblemSink &Problems);

private:
  using Parts = llvm::SmallVectorImpl<std::pair<DebugSection *, llvm::ArrayRef<uint8_t>>>;
  void join(DebugSection &Slot, const Parts &All);

  std::deque<std::vector<uint8_t>> Joined;
};

/// Decompresses a section in memory, where that has not been done already. Gives the reason when it
/// does not work.
std::string decompress(llvm::StringRef Name, const GElf_Shdr &Header, Elf_Scn *Section);

/// Calls \p Take with each section header's name, header and handle.
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
