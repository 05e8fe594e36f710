//===-- SectionReader.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/SectionReader.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

#include "fmt/format.h"

namespace cachelint::dwarf {

using llvm::StringRef;

static DebugSection *sectionNamed(DebugSections &S, SectionSet Which, StringRef Name) {
  bool IsIndex = Name == ".debug_cu_index" || Name == ".debug_tu_index";
  if (!IsIndex && Name.consume_back(".dwo") != (Which == SectionSet::Split))
    return nullptr;
  return llvm::StringSwitch<DebugSection *>(Name)
      .Cases(".debug_info", ".zdebug_info", &S.Info)
      .Cases(".debug_types", ".zdebug_types", &S.Types)
      .Cases(".debug_abbrev", ".zdebug_abbrev", &S.Abbrev)
      .Cases(".debug_str", ".zdebug_str", &S.Str)
      .Cases(".debug_line_str", ".zdebug_line_str", &S.LineStr)
      .Cases(".debug_str_offsets", ".zdebug_str_offsets", &S.StrOffsets)
      .Cases(".debug_addr", ".zdebug_addr", &S.Addr)
      .Cases(".debug_line", ".zdebug_line", &S.Line)
      .Case(".debug_cu_index", &S.UnitIndex)
      .Case(".debug_tu_index", &S.TypeIndex)
      .Default(nullptr);
}

std::string decompress(StringRef Name, const GElf_Shdr &Header, Elf_Scn *Section) {
  if (Name.starts_with(".zdebug")) {
    elf_compress_gnu(Section, 0, 0);
    return {};
  }
  if (!(Header.sh_flags & SHF_COMPRESSED))
    return {};
  GElf_Chdr How;
  if (!gelf_getchdr(Section, &How))
    return fmt::format("compressed section cannot be read ({})", elf_errmsg(-1));
  if (elf_compress(Section, 0, 0) >= 0)
    return {};
  constexpr unsigned Zstd = 2; // ELFCOMPRESS_ZSTD, which older headers lack
  if (How.ch_type == Zstd)
    return "section is compressed with zstd, which the elfutils in use cannot read; "
           "decompress it with `objcopy --decompress-debug-sections`";
  return fmt::format("section cannot be decompressed ({})", elf_errmsg(-1));
}

void SectionReader::join(DebugSection &Slot, const Parts &All) {
  size_t Count = 0;
  std::vector<uint8_t> Whole;
  for (auto &[Of, Bytes] : All) {
    if (Of != &Slot)
      continue;
    if (Count++ == 0)
      Slot.Bytes = Bytes;
    else if (Count == 2)
      Whole.assign(Slot.Bytes.begin(), Slot.Bytes.end());
    if (Count >= 2)
      Whole.insert(Whole.end(), Bytes.begin(), Bytes.end());
  }
  if (Count >= 2)
    Slot.Bytes = Joined.emplace_back(std::move(Whole));
}

bool SectionReader::collect(Elf *From, SectionSet Which, StringRef Path, DebugSections &Into,
                            ProblemSink &Problems) {
  bool Ok = true;
  // An object file has one section for each type unit, of which the linker would keep one of each
  // name: .debug_info and .debug_types come in parts then, the part outside of groups first.
  llvm::SmallVector<std::pair<DebugSection *, llvm::ArrayRef<uint8_t>>, 16> First, Grouped;
  forEachSection(From, [&](StringRef Name, const GElf_Shdr &Header, Elf_Scn *Section) {
    DebugSection *Slot = sectionNamed(Into, Which, Name);
    if (!Slot || Header.sh_type == SHT_NOBITS)
      return;
    std::string Why = decompress(Name, Header, Section);
    Elf_Data *Data = Why.empty() ? elf_getdata(Section, nullptr) : nullptr;
    if (Why.empty() && !Data)
      Why = fmt::format("section cannot be read ({})", elf_errmsg(-1));
    if (!Why.empty()) {
      Problems.add({ProblemLevel::Failure, Path.str(), Name.str(), {}, {}, Why});
      Ok = false;
      return;
    }
    llvm::ArrayRef<uint8_t> Bytes(static_cast<const uint8_t *>(Data->d_buf),
                                  Data->d_buf ? Data->d_size : 0);
    bool InParts = Slot == &Into.Info || Slot == &Into.Types;
    if (InParts)
      (Header.sh_flags & SHF_GROUP ? Grouped : First).push_back({Slot, Bytes});
    else if (Slot->Bytes.empty() && !(Header.sh_flags & SHF_GROUP))
      Slot->Bytes = Bytes;
  });
  First.append(Grouped.begin(), Grouped.end());
  join(Into.Info, First);
  join(Into.Types, First);
  if (Which == SectionSet::Split) { // for messages: only units are named in them
    Into.Info.Name = ".debug_info.dwo";
    Into.Types.Name = ".debug_types.dwo";
  }
  return Ok;
}

} // namespace cachelint::dwarf
