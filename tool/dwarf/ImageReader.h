//===-- ImageReader.h - what an open ELF file says apart from its types -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_IMAGEREADER_H
#define CACHELINT_DWARF_IMAGEREADER_H

#include "tool/dwarf/BinaryReader.h"
#include "tool/dwarf/ElfFile.h"

namespace cachelint::dwarf {

model::Binary readImageOf(ElfFile &File, StringPool &Pool, ProblemSink &Problems);

} // namespace cachelint::dwarf

#endif
