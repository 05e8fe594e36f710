//===-- ElfFile.cpp ----------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/ElfFile.h"

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
    return "it is an archive, which has no code of its own: give one of its members";
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

ElfFile::ElfFile(StringRef Path, const FileSearch &Search) : Path(Path.str()), Search(Search) {
  // "+": a file found by its name must have the checksum of .gnu_debuglink. An empty entry is the
  // file's own folder. The build-id is looked for below each absolute one.
  DebugPath = "+";
  for (const std::string &Folder : Search.debugDirs())
    DebugPath += Folder + ":";
  DebugPath += ":.debug";
  DebugPathText = DebugPath.data();
  Callbacks.find_elf = dwfl_build_id_find_elf;
  Callbacks.find_debuginfo = dwfl_standard_find_debuginfo;
  Callbacks.section_address = dwfl_offline_section_address;
  Callbacks.debuginfo_path = &DebugPathText;
}

ElfFile::~ElfFile() {
  if (Session)
    dwfl_end(Session);
  if (Fd >= 0)
    ::close(Fd);
}

llvm::Expected<std::unique_ptr<ElfFile>> ElfFile::open(StringRef Path, const FileSearch &Search,
                                                       ProblemSink &Problems) {
  int Fd = ::open(Path.str().c_str(), O_RDONLY | O_CLOEXEC);
  if (Fd < 0)
    return failure(Path, fmt::format("cannot be opened: {}", std::strerror(errno)));
  return open(Fd, Path, Search, Problems);
}

llvm::Expected<std::unique_ptr<ElfFile>>
ElfFile::open(int Fd, StringRef Path, const FileSearch &Search, ProblemSink &Problems) {
  std::unique_ptr<ElfFile> File(new ElfFile(Path, Search));
  File->Fd = Fd;
  if (llvm::Error E = File->openHeaders(Problems))
    return E;
  return File;
}

llvm::Error ElfFile::openHeaders(ProblemSink &Problems) {
  struct stat Info;
  if (fstat(Fd, &Info) == 0 && S_ISDIR(Info.st_mode))
    return failure(Path, "is a folder");
  unsigned char Magic[SELFMAG] = {};
  if (pread(Fd, Magic, SELFMAG, 0) != SELFMAG || std::memcmp(Magic, ELFMAG, SELFMAG) != 0)
    return failure(Path, "is no ELF file: " + describeStart(Fd));

  elf_version(EV_CURRENT);
  Session = dwfl_begin(&Callbacks);
  if (!Session)
    return failure(Path, dwfl_errmsg(-1));
  dwfl_report_begin(Session);
  int Own = dup(Fd); // the session closes it
  Module = dwfl_report_offline(Session, Path.c_str(), Path.c_str(), Own);
  if (!Module) {
    ::close(Own);
    return failure(Path,
                   fmt::format("its ELF headers cannot be read ({}); is it cut?", dwfl_errmsg(-1)));
  }
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

/// Whether relocations are listed for .debug_info of the file on disk and \p Info is what they
/// start from: nobody has applied them.
bool ElfFile::isUnrelocated(llvm::ArrayRef<uint8_t> Info) const {
  Elf *Fresh = elf_begin(Fd, ELF_C_READ, nullptr);
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
  return HasRelocations && Same;
}

std::string ElfFile::debugPath() const {
  const char *Main = nullptr, *Separate = nullptr;
  dwfl_module_info(Module, nullptr, nullptr, nullptr, nullptr, nullptr, &Main, &Separate);
  return Separate ? Separate : Path;
}

/// Why there is no DWARF, and how to get it.
std::string ElfFile::nothingFound() const {
  std::string Link = debugLinkOf(Main);
  if (Link.empty())
    return "has no DWARF: compile it with -g, install its -dbg or -dbgsym package, or give the "
           "separate debug file in its place";
  if (std::string Other = Search.fileOfOtherBuild(Path, Link); !Other.empty())
    return fmt::format("has no DWARF of its own, and \"{}\" belongs to another build: its checksum "
                       "is not the one in .gnu_debuglink",
                       Other);
  return fmt::format("has no DWARF: its debug file \"{}\" is neither beside it nor below {}; "
                     "install its -dbg or -dbgsym package, or name the folder with --debug-dir",
                     Link, Search.debugDirs().back());
}

llvm::Expected<DebugSections> ElfFile::debugSections(ProblemSink &Problems) {
  DebugSections Sections;
  Sections.LittleEndian = Kind.LittleEndian;
  Dwarf_Addr Bias;
  // libdw finds the separate file, decompresses, and relocates object files.
  Dwarf *Handle = dwarf(Bias);
  std::string Why = Handle ? "" : dwfl_errmsg(-1);
  Elf *From = Handle ? dwarf_getelf(Handle) : Main;
  bool Readable = Reader.collect(From, SectionSet::Program, Path, Sections, Problems);
  if (Sections.Info.Bytes.empty() && Sections.Types.Bytes.empty()) {
    if (!Readable)
      return failure(Path, "its DWARF cannot be read");
    return failure(Path, nothingFound());
  }
  // elfutils leaves out what it does not know, without a word. Then names and types would be those
  // of other entries.
  if (Type == ET_REL && isUnrelocated(Sections.Info.Bytes))
    return failure(Path,
                   "the DWARF of this object file cannot be relocated: the elfutils in use do "
                   "not know its machine; link it first");
  if (!Handle)
    Problems.warn(Path, fmt::format("elfutils cannot open its DWARF ({}); it is read without "
                                    "relocation and without source lines",
                                    Why));
  Supplement = openSupplement(From, debugPath(), Search, Problems);
  if (Supplement)
    Sections.Supplement = &Supplement->Sections;
  return Sections;
}

} // namespace cachelint::dwarf
