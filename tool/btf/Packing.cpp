//===-- Packing.cpp -------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/btf/Packing.h"

#include "llvm/TargetParser/Triple.h"

namespace cachelint::btf {

using model::Bits;

/// By the processor supplements of the System V ABI.
static uint64_t certainAlign(llvm::Triple::ArchType Arch, bool LittleEndian,
                             std::optional<unsigned> PointerBytes) {
  if (!PointerBytes)
    return 0;
  // s390x stops here; others align some types of 16 bytes to 16, which is left aside.
  if (*PointerBytes == 8)
    return 8;
  switch (Arch) {
  case llvm::Triple::x86:
    return 4;
  case llvm::Triple::m68k:
    return 2;
  case llvm::Triple::avr:
  case llvm::Triple::msp430:
    return 0;
  case llvm::Triple::UnknownArch:
    // i386 or m68k are among those it may be.
    return *PointerBytes != 4 ? 0 : LittleEndian ? 4 : 2;
  default:
    return 8;
  }
}

Packing::Packing(const TypeTable &Types, llvm::StringRef Triple,
                 std::optional<unsigned> PointerBytes)
    : Certain(certainAlign(llvm::Triple(Triple).getArch(), Types.littleEndian(), PointerBytes)) {}

uint64_t Packing::alignOf(const TypeFacts &Type) const {
  // Records are left aside: one that is packed itself, without a place that shows it, may stand
  // anywhere.
  std::optional<Bits> Size = Type.Use.isArray() ? Type.Use.ElementSize : Type.Use.Size;
  bool Scalar = Type.Use.is(model::TypeTrait::Scalar) || Type.Use.is(model::TypeTrait::Pointer);
  if (Certain == 0 || !Scalar || !Size)
    return 1;
  uint64_t Bytes = Size->bytes();
  if (Type.Use.Spelling.contains("_Complex") || Type.Use.Spelling.contains("complex "))
    Bytes /= 2; // of its two parts
  return Bytes == 0 ? 1 : std::min(Bytes & -Bytes, Certain);
}

bool Packing::provedBy(const model::Field &F, const TypeFacts &Type, Bits RecordSize) const {
  if (!F.Offset)
    return false;
  Bits Align = Bits::fromBytes(alignOf(Type));
  // A bit-field of the old encoding is kept in less than its type: nothing to compare with.
  if (F.BitWidth && (!F.Type.Size || F.BitWidth->isZero()))
    return false;
  if (!(RecordSize % Align).isZero())
    return true;
  if (!F.BitWidth)
    return !(*F.Offset % Align).isZero();
  uint64_t First = *F.Offset / Align;
  uint64_t Last = (*F.Offset + *F.BitWidth - Bits::fromBits(1)) / Align;
  return Last - First + 1 > *F.Type.Size / Align;
}

} // namespace cachelint::btf
