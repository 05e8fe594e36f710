//===-- BtfFile.cpp -------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/btf/BtfFile.h"

#include "tool/btf/BtfReader.h"
#include "tool/btf/Format.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/TargetParser/Triple.h"

namespace cachelint::btf {

using llvm::StringRef;

static llvm::Error failure(StringRef Input, const llvm::Twine &Message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s: %s", Input.str().c_str(),
                                 Message.str().c_str());
}

static bool isRawBtf(StringRef Bytes) {
  return Bytes.starts_with("\x9f\xeb") || Bytes.starts_with("\xeb\x9f");
}

static llvm::ArrayRef<uint8_t> bytesOf(StringRef Text) {
  return {reinterpret_cast<const uint8_t *>(Text.data()), Text.size()};
}

static bool hasAddresses(const llvm::object::ELFObjectFileBase &Elf) {
  return Elf.getEType() == llvm::ELF::ET_EXEC || Elf.getEType() == llvm::ELF::ET_DYN;
}

/// What one section has for us.
static llvm::Error takeSection(const llvm::object::ELFObjectFileBase &Elf,
                               const llvm::object::ELFSectionRef &Section, BtfFile &File) {
  llvm::Expected<StringRef> Name = Section.getName();
  if (!Name)
    return Name.takeError();
  if (hasAddresses(Elf) && (Section.getFlags() & llvm::ELF::SHF_ALLOC))
    File.SectionAddresses.try_emplace(*Name, Section.getAddress());
  bool IsBase = *Name == ".BTF.base";
  if (!IsBase && *Name != ".BTF")
    return llvm::Error::success();
  if (Section.isCompressed())
    return llvm::createStringError("section %s is compressed, which loaders of BTF do not read; "
                                   "decompress it with objcopy",
                                   Name->str().c_str());
  llvm::Expected<StringRef> Contents = Section.getContents();
  if (!Contents)
    return Contents.takeError();
  (IsBase ? File.BaseBytes : File.Bytes) = bytesOf(*Contents);
  return llvm::Error::success();
}

static llvm::Expected<BtfFile> findInElf(llvm::MemoryBufferRef Bytes) {
  StringRef Input = Bytes.getBufferIdentifier();
  auto Object = llvm::object::ObjectFile::createELFObjectFile(Bytes);
  if (!Object)
    return failure(Input, "its ELF headers cannot be read (" + llvm::toString(Object.takeError()) +
                              "); is it cut?");
  const auto &Elf = llvm::cast<llvm::object::ELFObjectFileBase>(**Object);
  BtfFile File;
  File.Input = Input.str();
  File.Section = ".BTF";
  File.PointerBytes = Elf.getBytesInAddress();
  llvm::Triple Triple = Elf.makeTriple();
  if (Triple.getArch() != llvm::Triple::UnknownArch)
    File.Triple = Triple.str();
  for (llvm::object::ELFSectionRef Section : Elf.sections())
    if (llvm::Error E = takeSection(Elf, Section, File))
      return failure(Input, llvm::toString(std::move(E)));
  if (File.Bytes.empty())
    return failure(Input, "has no .BTF section; `pahole -J` makes one from DWARF, and clang writes "
                          "one for --target=bpf");
  return File;
}

llvm::Expected<BtfFile> findBtf(llvm::MemoryBufferRef Bytes) {
  if (Bytes.getBuffer().starts_with(llvm::ELF::ElfMagic))
    return findInElf(Bytes);
  StringRef Input = Bytes.getBufferIdentifier();
  if (!isRawBtf(Bytes.getBuffer()))
    return failure(Input, "is neither BTF nor an ELF file");
  BtfFile File;
  File.Input = Input.str();
  File.Bytes = bytesOf(Bytes.getBuffer());
  return File;
}

llvm::Expected<BtfFile> openBtfFile(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return failure(Path, "cannot be opened: " + Buffer.getError().message());
  llvm::Expected<BtfFile> File = findBtf((*Buffer)->getMemBufferRef());
  if (File)
    File->Owner = std::move(*Buffer);
  return File;
}

bool hasBtf(StringRef Path) {
  llvm::Expected<BtfFile> File = openBtfFile(Path);
  if (File)
    return true;
  llvm::consumeError(File.takeError());
  return false;
}

} // namespace cachelint::btf
