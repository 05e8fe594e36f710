//===-- ByteCursor.h - numbers from the bytes of a section -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_BYTECURSOR_H
#define CACHELINT_DWARF_BYTECURSOR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Endian.h"

#include <cstdint>
#include <cstring>

namespace cachelint::dwarf {

/// Reads forward through bytes of either byte order and never past their end. After the first read
/// that does not fit, failed() stays true and every further read gives 0, so a caller may check
/// once behind a group of reads.
class ByteCursor {
public:
  ByteCursor(llvm::ArrayRef<uint8_t> Bytes, bool LittleEndian, uint64_t At = 0)
      : Begin(Bytes.begin()), Next(Begin), End(Bytes.end()),
        Swap(LittleEndian != (llvm::endianness::native == llvm::endianness::little)) {
    skip(At);
  }

  uint64_t offset() const { return static_cast<uint64_t>(Next - Begin); }
  const uint8_t *position() const { return Next; }
  uint64_t left() const { return static_cast<uint64_t>(End - Next); }
  bool failed() const { return Bad; }
  bool atEnd() const { return Next == End || Bad; }

  uint8_t u8() { return number<uint8_t>(); }
  uint16_t u16() { return number<uint16_t>(); }
  uint32_t u32() { return number<uint32_t>(); }
  uint64_t u64() { return number<uint64_t>(); }
  uint32_t u24() {
    if (!fits(3))
      return 0;
    uint32_t A = Next[0], B = Next[1], C = Next[2];
    Next += 3;
    bool Little = Swap != (llvm::endianness::native == llvm::endianness::little);
    return Little ? A | B << 8 | C << 16 : A << 16 | B << 8 | C;
  }
  /// A number of 1, 2, 4 or 8 bytes; any other width fails.
  uint64_t sized(unsigned Width) {
    switch (Width) {
    case 1:
      return u8();
    case 2:
      return u16();
    case 4:
      return u32();
    case 8:
      return u64();
    }
    fail();
    return 0;
  }

  uint64_t uleb() {
    uint64_t Value = 0;
    for (unsigned Shift = 0; Next != End; Shift += 7) {
      uint8_t Byte = *Next++;
      if (Shift < 64)
        Value |= static_cast<uint64_t>(Byte & 0x7f) << Shift;
      if (!(Byte & 0x80))
        return Value;
    }
    fail();
    return 0;
  }
  int64_t sleb() {
    uint64_t Value = 0;
    for (unsigned Shift = 0; Next != End;) {
      uint8_t Byte = *Next++;
      if (Shift < 64)
        Value |= static_cast<uint64_t>(Byte & 0x7f) << Shift;
      Shift += 7;
      if (!(Byte & 0x80)) {
        if (Shift < 64 && (Byte & 0x40))
          Value |= ~uint64_t(0) << Shift;
        return static_cast<int64_t>(Value);
      }
    }
    fail();
    return 0;
  }

  /// A text that ends with a zero byte within the bytes; null if there is none.
  const char *text() {
    const void *Zero = Next == End ? nullptr : std::memchr(Next, 0, left());
    if (!Zero) {
      fail();
      return nullptr;
    }
    const char *Text = reinterpret_cast<const char *>(Next);
    Next = static_cast<const uint8_t *>(Zero) + 1;
    return Text;
  }
  llvm::ArrayRef<uint8_t> bytes(uint64_t Size) {
    if (!fits(Size))
      return {};
    llvm::ArrayRef<uint8_t> Result(Next, Size);
    Next += Size;
    return Result;
  }
  void skip(uint64_t Size) {
    if (fits(Size))
      Next += Size;
  }
  void fail() {
    Bad = true;
    Next = End;
  }

private:
  bool fits(uint64_t Size) {
    if (Size <= left()) [[likely]]
      return true;
    fail();
    return false;
  }
  template <typename T> T number() {
    if (!fits(sizeof(T)))
      return 0;
    T Value;
    std::memcpy(&Value, Next, sizeof(T));
    Next += sizeof(T);
    return Swap ? llvm::byteswap(Value) : Value;
  }

  const uint8_t *Begin, *Next, *End;
  bool Swap;
  bool Bad = false;
};

} // namespace cachelint::dwarf

#endif
