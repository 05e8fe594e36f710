//===-- BinaryReader.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/BinaryReader.h"

#include "tool/dwarf/FactsReader.h"
#include "tool/dwarf/ImageReader.h"

namespace cachelint::dwarf {

llvm::Expected<model::UnitFacts> readBinary(llvm::StringRef Path, StringPool &Pool,
                                            const ReadOptions &Options, ProblemSink &Problems) {
  llvm::Expected<std::unique_ptr<ElfFile>> File = ElfFile::open(Path, Problems);
  if (!File)
    return File.takeError();
  llvm::Expected<DebugSections> Sections = (*File)->debugSections(Problems);
  if (!Sections)
    return Sections.takeError();
  model::Binary Image = readImageOf(**File, Pool, Problems);
  return readFacts(*Sections, Image, (*File)->machine(), Pool, Options, Problems);
}

} // namespace cachelint::dwarf
