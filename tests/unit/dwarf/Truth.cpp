//===-- Truth.cpp ------------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/dwarf/Truth.h"

#include "tests/unit/dwarf/Compile.h"
#include "tool/dwarf/ByteCursor.h"

#include <libelf.h>

#include "gtest/gtest.h"

#include <gelf.h>

namespace cachelint::test {

/// Which bits of an image are set: in memory order, as the model counts them.
static void findBits(llvm::ArrayRef<uint8_t> Image, bool LittleEndian, TruthRow &Row) {
  uint64_t First = UINT64_MAX, Count = 0;
  for (uint64_t I = 0; I != Image.size() * 8; ++I) {
    unsigned InByte = LittleEndian ? I % 8 : 7 - I % 8;
    if (!(Image[I / 8] >> InByte & 1))
      continue;
    First = std::min(First, I);
    ++Count;
  }
  EXPECT_EQ(Count, Row.Width) << Row.Key << "." << Row.Name;
  Row.Offset = First;
}

static std::string fixedText(dwarf::ByteCursor &In, unsigned Width) {
  llvm::ArrayRef<uint8_t> Bytes = In.bytes(Width);
  return std::string(reinterpret_cast<const char *>(Bytes.data()));
}

static void readRows(llvm::ArrayRef<uint8_t> Bytes, bool LittleEndian,
                     std::vector<TruthRow> &Rows) {
  // Compilers may leave gaps between the rows.
  for (uint64_t At = 0; At + 176 <= Bytes.size(); At += 8) {
    if (std::memcmp(Bytes.data() + At, "truth:)", 8) != 0)
      continue;
    dwarf::ByteCursor In(Bytes, LittleEndian, At + 8);
    TruthRow Row;
    Row.Is = static_cast<TruthRow::Kind>(In.u32());
    In.u32();
    uint64_t A = In.u64(), B = In.u64();
    Row.Key = fixedText(In, 96);
    Row.Name = fixedText(In, 48);
    switch (Row.Is) {
    case TruthRow::Record:
      Row.Size = A;
      Row.Align = B;
      break;
    case TruthRow::Field:
      Row.Offset = A;
      Row.Size = B;
      break;
    case TruthRow::BitField:
      Row.Width = A;
      findBits(In.bytes(B), LittleEndian, Row);
      break;
    }
    Rows.push_back(Row);
  }
}

std::vector<TruthRow> readTruth(const std::string &Object) {
  std::vector<TruthRow> Rows;
  std::string File = readFile(Object);
  elf_version(EV_CURRENT);
  Elf *Handle = elf_memory(File.data(), File.size());
  GElf_Ehdr Header;
  size_t Names = 0;
  if (!Handle || !gelf_getehdr(Handle, &Header) || elf_getshdrstrndx(Handle, &Names) != 0) {
    ADD_FAILURE() << Object << ": " << elf_errmsg(-1);
    return Rows;
  }
  for (Elf_Scn *S = elf_nextscn(Handle, nullptr); S; S = elf_nextscn(Handle, S)) {
    GElf_Shdr H;
    gelf_getshdr(S, &H);
    if (llvm::StringRef(elf_strptr(Handle, Names, H.sh_name)) != ".truth")
      continue;
    Elf_Data *Data = elf_rawdata(S, nullptr);
    readRows({static_cast<const uint8_t *>(Data->d_buf), Data->d_size},
             Header.e_ident[EI_DATA] == ELFDATA2LSB, Rows);
  }
  elf_end(Handle);
  return Rows;
}

} // namespace cachelint::test
