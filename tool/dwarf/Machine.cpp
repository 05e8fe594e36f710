//===-- Machine.cpp ----------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/Machine.h"

#include <elf.h>

#include <algorithm>

namespace cachelint::dwarf {

// Alignments: the processor supplements of the System V ABI ("Fundamental Types", "Data
// Representation"). i386 aligns no member of a record beyond 4, whatever its size; only vectors and
// _Float128 ask for 16.
Machine machineOf(uint16_t ElfMachine, bool Class64, bool LittleEndian) {
  unsigned Pointer = Class64 ? 8 : 4;
  auto Known = [&](llvm::StringRef Triple, unsigned Max = 16, unsigned MaxInt = 16) {
    return Machine{Triple, Pointer, Max, MaxInt, LittleEndian};
  };
  switch (ElfMachine) {
  case EM_X86_64:
    return Class64 ? Known("x86_64-pc-linux-gnu") : Known("x86_64-pc-linux-gnux32");
  case EM_386:
    return Known("i386-pc-linux-gnu", 16, 4);
  case EM_AARCH64:
    return LittleEndian ? Known("aarch64-unknown-linux-gnu")
                        : Known("aarch64_be-unknown-linux-gnu");
  case EM_ARM:
    return LittleEndian ? Known("arm-unknown-linux-gnueabihf", 8, 8)
                        : Known("armeb-unknown-linux-gnueabihf", 8, 8);
  case EM_RISCV:
    return Class64 ? Known("riscv64-unknown-linux-gnu") : Known("riscv32-unknown-linux-gnu");
  case EM_PPC64:
    return LittleEndian ? Known("powerpc64le-unknown-linux-gnu")
                        : Known("powerpc64-unknown-linux-gnu");
  case EM_PPC:
    return Known("powerpc-unknown-linux-gnu");
  case EM_S390:
    return Class64 ? Known("s390x-unknown-linux-gnu", 8, 8)
                   : Machine{"", Pointer, 8, 8, LittleEndian};
  case EM_MIPS:
    if (Class64)
      return LittleEndian ? Known("mips64el-unknown-linux-gnuabi64")
                          : Known("mips64-unknown-linux-gnuabi64");
    return LittleEndian ? Known("mipsel-unknown-linux-gnu", 8, 8)
                        : Known("mips-unknown-linux-gnu", 8, 8);
  case EM_SPARCV9:
    return Known("sparcv9-unknown-linux-gnu");
  case EM_SPARC:
    return Known("sparc-unknown-linux-gnu", 8, 8);
  case 258: // EM_LOONGARCH
    return Class64 ? Known("loongarch64-unknown-linux-gnu")
                   : Known("loongarch32-unknown-linux-gnu");
  case EM_BPF:
    return Machine{LittleEndian ? "bpfel" : "bpfeb", 8, 16, 16, LittleEndian};
  }
  return Machine{"", Pointer, 0, 0, LittleEndian};
}

std::optional<model::Bits> naturalAlign(const Machine &M, uint64_t Part, bool IsFloat) {
  if (M.MaxAlign == 0 || Part == 0)
    return std::nullopt;
  // long double of i386 has 12 bytes: three words.
  uint64_t Power = (Part & (Part - 1)) == 0 ? Part : Part & -Part;
  bool Quad = Part == 16 && IsFloat; // _Float128; i386 has no integer of that size
  return model::Bits::fromBytes(
      std::min<uint64_t>(Power, Quad ? M.MaxAlign : std::min(M.MaxAlign, M.MaxIntAlign)));
}

} // namespace cachelint::dwarf
