//===-- BinaryInput.cpp ----------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/BinaryInput.h"

#include "tool/driver/UnitReader.h"
#include "tool/dwarf/BinaryReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"

namespace cachelint::driver {

using namespace model;

static bool isElf(const std::string &Path) {
  llvm::file_magic Magic;
  if (llvm::identify_magic(Path, Magic))
    return false;
  return Magic == llvm::file_magic::elf || Magic == llvm::file_magic::elf_relocatable ||
         Magic == llvm::file_magic::elf_executable ||
         Magic == llvm::file_magic::elf_shared_object || Magic == llvm::file_magic::elf_core ||
         Magic == llvm::file_magic::archive;
}

bool isBinaryFile(const std::string &Path) { return isElf(Path) || btf::hasBtf(Path); }

llvm::Expected<const btf::Base *> BinaryReader::base() {
  if (O.BtfBase.empty())
    return nullptr;
  if (!BtfBase) {
    auto Opened = btf::Base::open(O.BtfBase, Problems);
    if (!Opened)
      return Opened.takeError();
    BtfBase = std::move(*Opened);
  }
  return BtfBase.get();
}

llvm::Expected<UnitFacts> BinaryReader::readBtf(const std::string &Path, const Wish &W) {
  auto On = base();
  if (!On)
    return On.takeError();
  btf::ReadOptions Read;
  Read.Records = O.Records;
  Read.Variables = W.Variables;
  Read.Words = W.Words;
  return btf::readBtf(Path, Pool, Read, Problems, *On);
}

llvm::Expected<UnitFacts> BinaryReader::readDwarf(const std::string &Path, const Wish &W) {
  dwarf::ReadOptions Read;
  Read.Records = O.Records;
  Read.Variables = W.Variables;
  Read.Functions = false;
  Read.Words = W.Words;
  Read.Search = dwarf::FileSearch(O.DebugDirs);
  Read.Threads = jobsOf(O);
  return dwarf::readBinary(Path, Pool, Read, Problems);
}

bool BinaryReader::allFound(const UnitFacts &Facts) const {
  return llvm::all_of(O.Records, [&](const std::string &Name) {
    return llvm::any_of(Facts.Records,
                        [&](const Record &R) { return R.Key == Name || R.Name == Name; });
  });
}

llvm::Expected<UnitFacts> BinaryReader::read(const std::string &Path, const Wish &W) {
  if (!isElf(Path) && btf::hasBtf(Path))
    return readBtf(Path, W);
  if (O.Types == TypeSource::Btf)
    return readBtf(Path, W);
  bool Named = W.NamedRecordsOnly && !O.Records.empty() && !W.Variables &&
               llvm::none_of(O.Records, [](const std::string &Name) {
                 return Name.find_first_of("*?[{\\<:") != std::string::npos;
               });
  bool HasBtf = O.Types == TypeSource::Auto && btf::hasBtf(Path);
  if (Named && HasBtf) {
    // BTF has one of several layouts of a name, and none of what is no C: what it does not have is
    // then looked for in DWARF.
    auto Facts = readBtf(Path, W);
    if (Facts && allFound(*Facts))
      return Facts;
    if (!Facts)
      llvm::consumeError(Facts.takeError());
  }
  auto Facts = readDwarf(Path, W);
  if (Facts || !HasBtf)
    return Facts;
  std::string Why = llvm::toString(Facts.takeError());
  Facts = readBtf(Path, W);
  if (Facts)
    Problems.warn(Path, "its .BTF section is read, which knows no alignment and no source: " + Why);
  return Facts;
}

llvm::Expected<Program> BinaryReader::readProgram(const std::string &Path, const Wish &W) {
  auto Facts = read(Path, W);
  if (!Facts)
    return Facts.takeError();
  Program P;
  P.Can = Facts->From.Can;
  P.Units.push_back(Facts->From);
  P.Records = std::move(Facts->Records);
  P.Variables = std::move(Facts->Variables);
  return P;
}

} // namespace cachelint::driver
