//===-- ImageReader.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/ImageReader.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"

#include "fmt/format.h"

#include <gelf.h>

#include <algorithm>

namespace cachelint::dwarf {

using model::Binary;
using model::BinaryKind;
using model::Symbol;
using model::SymbolBinding;
using model::SymbolKind;

static BinaryKind kindOf(uint16_t ElfType) {
  switch (ElfType) {
  case ET_DYN:
    return BinaryKind::PositionIndependent;
  case ET_REL:
    return BinaryKind::Relocatable;
  case ET_CORE:
    return BinaryKind::Core;
  }
  return BinaryKind::Fixed;
}

static void readSections(const ElfFile &File, StringPool &Pool, Binary &Out) {
  forEachSection(File.elf(), [&](llvm::StringRef Name, const GElf_Shdr &H, Elf_Scn *) {
    if (!(H.sh_flags & SHF_ALLOC))
      return;
    model::SectionRange S;
    S.Name = Pool.intern(Name);
    S.Address = H.sh_addr;
    S.Size = H.sh_size;
    S.Align = std::max<uint64_t>(H.sh_addralign, 1);
    S.Writable = H.sh_flags & SHF_WRITE;
    S.Executable = H.sh_flags & SHF_EXECINSTR;
    S.ThreadLocal = H.sh_flags & SHF_TLS;
    Out.Sections.push_back(S);
    // Present in each vmlinux, and in modules beside their code.
    Out.KernelImage |= Name == "__ksymtab_strings" || Name == ".modinfo" || Name == "__ksymtab";
  });
}

static void readSegments(const ElfFile &File, Binary &Out) {
  size_t Count = 0;
  if (elf_getphdrnum(File.elf(), &Count) != 0)
    return;
  for (size_t I = 0; I != Count; ++I) {
    GElf_Phdr H;
    if (!gelf_getphdr(File.elf(), static_cast<int>(I), &H))
      return;
    if (H.p_type == PT_LOAD)
      Out.Segments.push_back({H.p_vaddr, H.p_memsz, H.p_offset, H.p_filesz,
                              std::max<uint64_t>(H.p_align, 1), (H.p_flags & PF_W) != 0,
                              (H.p_flags & PF_X) != 0});
  }
}

static SymbolKind symbolKind(unsigned Type) {
  switch (Type) {
  case STT_FUNC:
  case STT_GNU_IFUNC:
    return SymbolKind::Function;
  case STT_OBJECT:
  case STT_COMMON:
    return SymbolKind::Object;
  case STT_TLS:
    return SymbolKind::ThreadLocal;
  }
  return SymbolKind::Other;
}

static SymbolBinding bindingOf(unsigned Binding) {
  return Binding == STB_LOCAL  ? SymbolBinding::Local
         : Binding == STB_WEAK ? SymbolBinding::Weak
                               : SymbolBinding::Global;
}

/// Section names by index, for symbols.
static std::vector<model::Str> sectionNames(Elf *From, StringPool &Pool) {
  std::vector<model::Str> Names;
  forEachSection(From, [&](llvm::StringRef Name, const GElf_Shdr &, Elf_Scn *Section) {
    Names.resize(std::max(Names.size(), elf_ndxscn(Section) + 1));
    Names[elf_ndxscn(Section)] = Pool.intern(Name);
  });
  return Names;
}

namespace {

struct SymbolTable {
  Elf *From;
  const std::vector<model::Str> &Sections;
  bool Relocatable;
};

} // namespace

static void readSymbol(const SymbolTable &T, const GElf_Shdr &Header, const GElf_Sym &S,
                       StringPool &Pool, Binary &Out) {
  unsigned Type = GELF_ST_TYPE(S.st_info);
  // Undefined ones have no place; sections and files are no things of the program.
  if (S.st_shndx == SHN_UNDEF || Type == STT_SECTION || Type == STT_FILE)
    return;
  const char *Text = elf_strptr(T.From, Header.sh_link, S.st_name);
  llvm::StringRef Name = Text ? Text : "";
  // "$x" and "$d" of Arm and RISC-V mark code and data, and are nobody's name.
  if (Name.empty() || (Name[0] == '$' && Type == STT_NOTYPE))
    return;
  Symbol Sym;
  Sym.Name = Pool.intern(Name.take_until([](char C) { return C == '@'; }));
  Sym.Address = S.st_value;
  Sym.Size = S.st_size;
  Sym.Kind = symbolKind(Type);
  Sym.Binding = bindingOf(GELF_ST_BIND(S.st_info));
  if (S.st_shndx < SHN_LORESERVE && S.st_shndx < T.Sections.size())
    Sym.Section = T.Sections[S.st_shndx];
  Out.Symbols.push_back(Sym);
}

/// Symbols of one table, if there is one of this type. Returns how many entries it has.
static size_t readSymbolTable(Elf *From, uint32_t Type, const ElfFile &File, StringPool &Pool,
                              ProblemSink &Problems, Binary &Out) {
  std::vector<model::Str> Sections = sectionNames(From, Pool);
  SymbolTable T{From, Sections, Out.Kind == BinaryKind::Relocatable};
  size_t Total = 0;
  forEachSection(From, [&](llvm::StringRef Name, const GElf_Shdr &Header, Elf_Scn *Section) {
    if (Header.sh_type != Type || Header.sh_entsize == 0)
      return;
    Elf_Data *Data = elf_getdata(Section, nullptr);
    if (!Data) {
      Problems.add({ProblemLevel::Warning,
                    File.path().str(),
                    Name.str(),
                    {},
                    {},
                    fmt::format("symbol table cannot be read ({})", elf_errmsg(-1))});
      return;
    }
    size_t Count = Data->d_size / Header.sh_entsize;
    Total += Count;
    for (size_t I = 1; I < Count; ++I) {
      GElf_Sym S;
      if (gelf_getsym(Data, static_cast<int>(I), &S))
        readSymbol(T, Header, S, Pool, Out);
    }
  });
  return Total;
}

static std::string buildIdOf(const ElfFile &File) {
  const unsigned char *Bits = nullptr;
  GElf_Addr Address;
  int Size = dwfl_module_build_id(File.module(), &Bits, &Address);
  return Size > 0 ? llvm::toHex({Bits, static_cast<size_t>(Size)}, /*LowerCase=*/true) : "";
}

Binary readImageOf(ElfFile &File, StringPool &Pool, ProblemSink &Problems) {
  Binary Out;
  Out.Path = Pool.intern(File.path());
  Out.Target = File.machine().Triple;
  Out.Kind = kindOf(File.type());
  Out.LittleEndian = File.machine().LittleEndian;
  Out.PointerBytes = File.machine().PointerBytes;
  Out.BuildId = buildIdOf(File);
  readSections(File, Pool, Out);
  readSegments(File, Out);
  if (readSymbolTable(File.elf(), SHT_SYMTAB, File, Pool, Problems, Out) == 0) {
    // A stripped file keeps its symbols in the separate debug file, and the dynamic ones.
    Dwarf_Addr Bias;
    Dwarf *Debug = File.dwarf(Bias);
    Elf *Separate = Debug ? dwarf_getelf(Debug) : nullptr;
    if (!Separate || Separate == File.elf() ||
        readSymbolTable(Separate, SHT_SYMTAB, File, Pool, Problems, Out) == 0)
      readSymbolTable(File.elf(), SHT_DYNSYM, File, Pool, Problems, Out);
  }
  model::sortBinary(Out);
  return Out;
}

llvm::Expected<Binary> readImage(llvm::StringRef Path, StringPool &Pool, ProblemSink &Problems,
                                 const FileSearch &Search) {
  llvm::Expected<std::unique_ptr<ElfFile>> File = ElfFile::open(Path, Search, Problems);
  if (!File)
    return File.takeError();
  return readImageOf(**File, Pool, Problems);
}

} // namespace cachelint::dwarf
