//===-- FileSearch.cpp -------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/FileSearch.h"

#include "tool/dwarf/SectionReader.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cachelint::dwarf {

namespace path = llvm::sys::path;
using llvm::StringRef;

static std::string absoluteOf(StringRef Path) {
  llvm::SmallString<256> Text(Path);
  llvm::sys::fs::make_absolute(Text);
  path::remove_dots(Text);
  return Text.str().str();
}

static std::string under(StringRef Folder, const llvm::Twine &Name) {
  llvm::SmallString<256> Text(Folder);
  path::append(Text, Name);
  return Text.str().str();
}

// libdwfl takes a path that begins with "/" for a folder of debug files, and any other for one
// beside the program.
FileSearch::FileSearch(const std::vector<std::string> &DebugDirs) {
  for (const std::string &Dir : DebugDirs)
    Dirs.push_back(absoluteOf(Dir));
  Dirs.push_back("/usr/lib/debug");
}

std::string FileSearch::byBuildId(llvm::ArrayRef<uint8_t> Id) const {
  if (Id.size() < 2)
    return {};
  std::string Hex = llvm::toHex(Id, /*LowerCase=*/true);
  return firstOf(Dirs, ".build-id/" + Hex.substr(0, 2) + "/" + Hex.substr(2) + ".debug");
}

std::string FileSearch::fileOfOtherBuild(StringRef Path, StringRef Link) const {
  std::string Folder = path::parent_path(absoluteOf(Path)).str();
  std::vector<std::string> Folders{Folder, under(Folder, ".debug")};
  for (const std::string &Dir : Dirs)
    Folders.push_back(under(Dir, Folder));
  for (const std::string &F : Folders) {
    std::string Found = under(F, Link);
    if (llvm::sys::fs::is_regular_file(Found) && Found != absoluteOf(Path))
      return Found;
  }
  return {};
}

std::string FileSearch::firstOf(llvm::ArrayRef<std::string> Folders, StringRef Name) {
  if (path::is_absolute(Name))
    return llvm::sys::fs::is_regular_file(Name) ? Name.str() : "";
  for (const std::string &Folder : Folders)
    if (std::string Found = under(Folder, Name); llvm::sys::fs::is_regular_file(Found))
      return Found;
  return {};
}

std::string debugLinkOf(Elf *From) {
  std::string Link;
  forEachSection(From, [&](StringRef Name, const GElf_Shdr &, Elf_Scn *Section) {
    Elf_Data *Data = Name == ".gnu_debuglink" ? elf_getdata(Section, nullptr) : nullptr;
    if (Data && Data->d_buf)
      Link = StringRef(static_cast<const char *>(Data->d_buf), Data->d_size)
                 .take_until([](char C) { return C == '\0'; })
                 .str();
  });
  return Link;
}

} // namespace cachelint::dwarf
