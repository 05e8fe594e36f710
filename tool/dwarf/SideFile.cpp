//===-- SideFile.cpp ---------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/SideFile.h"

#include "tool/dwarf/ByteCursor.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include "fmt/format.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace cachelint::dwarf {

using llvm::StringRef;

SideFile::~SideFile() {
  if (Handle)
    elf_end(Handle);
  if (Fd >= 0)
    ::close(Fd);
}

llvm::Expected<std::unique_ptr<SideFile>> SideFile::open(StringRef Path, SectionSet Which,
                                                         ProblemSink &Problems) {
  std::unique_ptr<SideFile> File(new SideFile);
  File->Path = Path.str();
  auto Fail = [&](const std::string &Why) {
    return llvm::createStringError("%s: %s", File->Path.c_str(), Why.c_str());
  };
  File->Fd = ::open(File->Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (File->Fd < 0)
    return Fail(fmt::format("cannot be opened: {}", std::strerror(errno)));
  elf_version(EV_CURRENT);
  // Mapped privately: decompressing changes the copy in memory.
  File->Handle = elf_begin(File->Fd, ELF_C_READ_MMAP_PRIVATE, nullptr);
  GElf_Ehdr Header;
  if (!File->Handle || elf_kind(File->Handle) != ELF_K_ELF || !gelf_getehdr(File->Handle, &Header))
    return Fail("is no ELF file");
  File->Sections.LittleEndian = Header.e_ident[EI_DATA] == ELFDATA2LSB;
  if (!File->Reader.collect(File->Handle, Which, Path, File->Sections, Problems))
    return Fail("its DWARF cannot be read");
  if (File->Sections.Info.Bytes.empty() && File->Sections.Types.Bytes.empty())
    return Fail(Which == SectionSet::Split ? "has no split DWARF" : "has no DWARF");
  return File;
}

namespace {

struct Link {
  StringRef Name;
  llvm::ArrayRef<uint8_t> Id; ///< build-id, or checksum
};

} // namespace

/// .gnu_debugaltlink: a name and a build-id. .debug_sup (DWARF 5, 7.3.6): version, whether this is
/// the supplement, a name, a checksum.
static std::optional<Link> linkOf(Elf *From, bool OfSupplement, bool LittleEndian) {
  std::optional<Link> Found;
  forEachSection(From, [&](StringRef Name, const GElf_Shdr &Header, Elf_Scn *Section) {
    bool IsSup = Name == ".debug_sup";
    if ((!IsSup && (Name != ".gnu_debugaltlink" || OfSupplement)) || Header.sh_type == SHT_NOBITS)
      return;
    Elf_Data *Data = elf_getdata(Section, nullptr);
    if (!Data || !Data->d_buf)
      return;
    ByteCursor In({static_cast<const uint8_t *>(Data->d_buf), Data->d_size}, LittleEndian);
    if (IsSup && (In.u16() != 5 || (In.u8() != 0) != OfSupplement))
      return;
    const char *Text = In.text();
    llvm::ArrayRef<uint8_t> Id = In.bytes(IsSup ? In.uleb() : In.left());
    if (Text && !In.failed())
      Found = Link{Text, Id};
  });
  return Found;
}

static bool belongs(const SideFile &File, llvm::ArrayRef<uint8_t> Id) {
  if (std::optional<Link> Own = linkOf(File.elf(), true, File.Sections.LittleEndian))
    return Own->Id == Id;
  const void *Bits = nullptr;
  ssize_t Size = dwelf_elf_gnu_build_id(File.elf(), &Bits);
  return Size > 0 &&
         llvm::ArrayRef(static_cast<const uint8_t *>(Bits), static_cast<size_t>(Size)) == Id;
}

std::unique_ptr<SideFile> openSupplement(Elf *From, StringRef Path, const FileSearch &Search,
                                         ProblemSink &Problems) {
  GElf_Ehdr Header;
  bool Little = gelf_getehdr(From, &Header) && Header.e_ident[EI_DATA] == ELFDATA2LSB;
  std::optional<Link> L = linkOf(From, false, Little);
  if (!L)
    return nullptr;
  // The name is relative to where the file really is: debug files are often reached through links.
  llvm::SmallString<256> Real;
  if (llvm::sys::fs::real_path(Path, Real))
    Real = Path;
  std::string Folder = llvm::sys::path::parent_path(Real).str();
  std::string Found = FileSearch::firstOf({Folder.empty() ? "." : Folder}, L->Name);
  if (Found.empty())
    Found = Search.byBuildId(L->Id);
  if (Found.empty()) {
    Problems.fail(Path, fmt::format("what dwz moved to \"{}\" is missing, since that file is not "
                                    "there: types and names in it are not known",
                                    L->Name.str()));
    return nullptr;
  }
  llvm::Expected<std::unique_ptr<SideFile>> File =
      SideFile::open(Found, SectionSet::Program, Problems);
  if (!File) {
    Problems.fail(Path, llvm::toString(File.takeError()));
    return nullptr;
  }
  if (!belongs(**File, L->Id)) {
    Problems.fail(Path,
                  fmt::format("\"{}\", which dwz moved types to, is of another build", Found));
    return nullptr;
  }
  return std::move(*File);
}

} // namespace cachelint::dwarf
