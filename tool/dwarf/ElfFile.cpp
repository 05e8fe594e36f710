//===-- ElfFile.cpp ----------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/ElfFile.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"

#include "fmt/format.h"

#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace cachelint::dwarf {

using llvm::StringRef;

static llvm::Error failure(StringRef Path, const std::string &Message) {
  return llvm::createStringError("%s: %s", Path.str().c_str(), Message.c_str());
}

/// What a file that is no ELF file begins with, for the message.
static std::string describeStart(int Fd) {
  unsigned char Start[8] = {};
  ssize_t Size = pread(Fd, Start, sizeof(Start), 0);
  if (Size <= 0)
    return "it is empty";
  StringRef Text(reinterpret_cast<char *>(Start), static_cast<size_t>(Size));
  if (Text.starts_with("!<arch>"))
    return "it is an archive: give one of its members";
  if (Text.starts_with("MZ"))
    return "it is a PE file";
  if (Text.starts_with("\xcf\xfa\xed\xfe") || Text.starts_with("\xca\xfe\xba\xbe"))
    return "it is a Mach-O file";
  if (Text.starts_with("PERFILE2"))
    return "it is a perf recording";
  if (Text.starts_with("#!"))
    return "it is a script";
  return fmt::format("it begins with bytes {:02x} {:02x} {:02x} {:02x}", Start[0], Start[1],
                     Start[2], Start[3]);
}

static const Dwfl_Callbacks &callbacks() {
  static const Dwfl_Callbacks Callbacks = [] {
    Dwfl_Callbacks C{};
    C.find_elf = dwfl_build_id_find_elf;
    C.find_debuginfo = dwfl_standard_find_debuginfo;
    C.section_address = dwfl_offline_section_address;
    return C;
  }();
  return Callbacks;
}

ElfFile::~ElfFile() {
  if (Session)
    dwfl_end(Session);
}

llvm::Expected<std::unique_ptr<ElfFile>> ElfFile::open(StringRef Path, ProblemSink &Problems) {
  std::unique_ptr<ElfFile> File(new ElfFile);
  File->Path = Path.str();
  if (llvm::Error E = File->openHeaders(Problems))
    return E;
  return File;
}

llvm::Error ElfFile::openHeaders(ProblemSink &Problems) {
  int Fd = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Fd < 0)
    return failure(Path, fmt::format("cannot be opened: {}", std::strerror(errno)));
  auto Close = llvm::make_scope_exit([&] {
    if (Fd >= 0)
      ::close(Fd);
  });
  struct stat Info;
  if (fstat(Fd, &Info) == 0 && S_ISDIR(Info.st_mode))
    return failure(Path, "is a folder");
  unsigned char Magic[SELFMAG] = {};
  if (pread(Fd, Magic, SELFMAG, 0) != SELFMAG || std::memcmp(Magic, ELFMAG, SELFMAG) != 0)
    return failure(Path, "is no ELF file: " + describeStart(Fd));

  elf_version(EV_CURRENT);
  Session = dwfl_begin(&callbacks());
  if (!Session)
    return failure(Path, dwfl_errmsg(-1));
  dwfl_report_begin(Session);
  Module = dwfl_report_offline(Session, Path.c_str(), Path.c_str(), Fd);
  if (!Module)
    return failure(Path,
                   fmt::format("its ELF headers cannot be read ({}); is it cut?", dwfl_errmsg(-1)));
  Fd = -1; // the session closes it now
  dwfl_report_end(Session, nullptr, nullptr);
  GElf_Addr Bias;
  Main = dwfl_module_getelf(Module, &Bias);
  GElf_Ehdr Header;
  if (!Main || !gelf_getehdr(Main, &Header))
    return failure(Path, fmt::format("its ELF header cannot be read ({})", elf_errmsg(-1)));
  Type = Header.e_type;
  Kind = machineOf(Header.e_machine, Header.e_ident[EI_CLASS] == ELFCLASS64,
                   Header.e_ident[EI_DATA] == ELFDATA2LSB);
  if (Kind.Triple.empty())
    Problems.warn(Path, fmt::format("machine {} of the ELF header is not known: alignments of "
                                    "scalars, and packing, are not inferred",
                                    Header.e_machine));
  return checkSections(Problems);
}

/// Sections that reach beyond the end of the file mean that it was cut while being copied.
llvm::Error ElfFile::checkSections(ProblemSink &Problems) const {
  size_t FileSize = 0;
  GElf_Ehdr Header;
  if (!elf_rawfile(Main, &FileSize) || !gelf_getehdr(Main, &Header))
    return failure(Path, elf_errmsg(-1));
  size_t Count = 0;
  if (Header.e_shoff != 0 &&
      (elf_getshdrnum(Main, &Count) != 0 || Header.e_shoff >= FileSize ||
       Count > (FileSize - Header.e_shoff) / std::max<uint64_t>(Header.e_shentsize, 1)))
    return failure(Path, fmt::format("is cut: its section headers are at 0x{:x}, and it has "
                                     "0x{:x} bytes",
                                     Header.e_shoff, FileSize));
  forEachSection(Main, [&](StringRef Name, const GElf_Shdr &Section, Elf_Scn *) {
    bool HasBytes = Section.sh_type != SHT_NOBITS && Section.sh_type != SHT_NULL;
    if (HasBytes &&
        (Section.sh_offset > FileSize || Section.sh_size > FileSize - Section.sh_offset))
      Problems.add({ProblemLevel::Warning,
                    Path,
                    Name.str(),
                    {},
                    {},
                    fmt::format("section of 0x{:x} bytes at 0x{:x} reaches beyond the end of the "
                                "file (0x{:x}): the file is cut",
                                Section.sh_size, Section.sh_offset, FileSize)});
  });
  return llvm::Error::success();
}

Dwarf *ElfFile::dwarf(Dwarf_Addr &Bias) { return dwfl_module_getdwarf(Module, &Bias); }

static DebugSection *sectionNamed(DebugSections &S, StringRef Name) {
  return llvm::StringSwitch<DebugSection *>(Name)
      .Cases(".debug_info", ".zdebug_info", &S.Info)
      .Cases(".debug_types", ".zdebug_types", &S.Types)
      .Cases(".debug_abbrev", ".zdebug_abbrev", &S.Abbrev)
      .Cases(".debug_str", ".zdebug_str", &S.Str)
      .Cases(".debug_line_str", ".zdebug_line_str", &S.LineStr)
      .Cases(".debug_str_offsets", ".zdebug_str_offsets", &S.StrOffsets)
      .Cases(".debug_addr", ".zdebug_addr", &S.Addr)
      .Cases(".debug_line", ".zdebug_line", &S.Line)
      .Default(nullptr);
}

/// Decompresses a section in memory, where libdw has not done so already. Gives the reason when
/// that does not work.
static std::string decompress(StringRef Name, const GElf_Shdr &Header, Elf_Scn *Section) {
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

bool ElfFile::collect(Elf *From, DebugSections &Into, ProblemSink &Problems) {
  bool Ok = true;
  // An object file has one section for each type unit, of which the linker would keep one of each
  // name: .debug_info and .debug_types come in parts then, the part outside of groups first.
  llvm::SmallVector<std::pair<DebugSection *, llvm::ArrayRef<uint8_t>>, 0> Parts;
  forEachSection(From, [&](StringRef Name, const GElf_Shdr &Header, Elf_Scn *Section) {
    DebugSection *Slot = sectionNamed(Into, Name);
    if (!Slot || Header.sh_type == SHT_NOBITS)
      return;
    std::string Why = decompress(Name, Header, Section);
    Elf_Data *Data = Why.empty() ? elf_getdata(Section, nullptr) : nullptr;
    if (Why.empty() && !Data)
      Why = fmt::format("section cannot be read ({})", elf_errmsg(-1));
    if (!Why.empty()) {
      Problems.add({ProblemLevel::Failure, Path, Name.str(), {}, {}, Why});
      Ok = false;
      return;
    }
    llvm::ArrayRef<uint8_t> Bytes(static_cast<const uint8_t *>(Data->d_buf),
                                  Data->d_buf ? Data->d_size : 0);
    if (Header.sh_flags & SHF_GROUP)
      Parts.push_back({Slot, Bytes});
    else if (Slot->Bytes.empty())
      Slot->Bytes = Bytes;
  });
  for (DebugSection *Slot : {&Into.Info, &Into.Types}) {
    size_t Size = Slot->Bytes.size();
    for (auto &[Of, Bytes] : Parts)
      Size += Of == Slot ? Bytes.size() : 0;
    if (Size == Slot->Bytes.size())
      continue;
    std::vector<uint8_t> &Whole = Joined.emplace_back();
    Whole.reserve(Size);
    Whole.assign(Slot->Bytes.begin(), Slot->Bytes.end());
    for (auto &[Of, Bytes] : Parts)
      if (Of == Slot)
        Whole.insert(Whole.end(), Bytes.begin(), Bytes.end());
    Slot->Bytes = Whole;
  }
  return Ok;
}

/// Whether relocations are listed for .debug_info of the file on disk and \p Info is what they
/// start from: nobody has applied them.
static bool isUnrelocated(const std::string &Path, llvm::ArrayRef<uint8_t> Info) {
  int Fd = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  Elf *Fresh = Fd < 0 ? nullptr : elf_begin(Fd, ELF_C_READ, nullptr);
  bool HasRelocations = false, Same = false;
  if (Fresh)
    forEachSection(Fresh, [&](StringRef Name, const GElf_Shdr &Header, Elf_Scn *Section) {
      HasRelocations |= Name == ".rela.debug_info" || Name == ".rel.debug_info";
      if (Name != ".debug_info" || !decompress(Name, Header, Section).empty())
        return;
      Elf_Data *Data = elf_getdata(Section, nullptr);
      // Type units may follow the section's own bytes.
      Same |= Data && Data->d_size != 0 && Data->d_size <= Info.size() &&
              std::memcmp(Data->d_buf, Info.data(), Data->d_size) == 0;
    });
  elf_end(Fresh);
  if (Fd >= 0)
    ::close(Fd);
  return HasRelocations && Same;
}

llvm::Expected<DebugSections> ElfFile::debugSections(ProblemSink &Problems) {
  DebugSections Sections;
  Sections.LittleEndian = Kind.LittleEndian;
  Dwarf_Addr Bias;
  // libdw finds the separate file, decompresses, and relocates object files.
  Dwarf *Handle = dwarf(Bias);
  std::string Why = Handle ? "" : dwfl_errmsg(-1);
  bool Readable = collect(Handle ? dwarf_getelf(Handle) : Main, Sections, Problems);
  if (Sections.Info.Bytes.empty() && Sections.Types.Bytes.empty()) {
    if (!Readable)
      return failure(Path, "its DWARF cannot be read");
    return failure(Path,
                   "has no DWARF: compile it with -g, install its -dbg or -dbgsym package, or "
                   "give the separate debug file in its place");
  }
  // elfutils leaves out what it does not know, without a word. Then names and types would be those
  // of other entries.
  if (Type == ET_REL && isUnrelocated(Path, Sections.Info.Bytes))
    return failure(Path,
                   "the DWARF of this object file cannot be relocated: the elfutils in use do "
                   "not know its machine; link it first");
  if (!Handle)
    Problems.warn(Path, fmt::format("elfutils cannot open its DWARF ({}); it is read without "
                                    "relocation and without source lines",
                                    Why));
  return Sections;
}

} // namespace cachelint::dwarf
