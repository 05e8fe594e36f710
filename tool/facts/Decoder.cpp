//===-- Decoder.cpp -------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/Decoder.h"

namespace cachelint::facts {

Decoder::Decoder(llvm::StringRef Bytes, model::Str OwnInput, StringPool &Pool)
    : Begin(Bytes.begin()), At(Bytes.begin()), End(Bytes.end()), OwnInput(OwnInput), Strings(1) {
  readStrings(Pool);
}

void Decoder::readStrings(StringPool &Pool) {
  const char *Start = At;
  uint64_t Count = readNumber();
  if (Count > static_cast<size_t>(End - At))
    return fail("a table of strings that is longer than the bytes behind it", Start);
  Strings.reserve(Count + 1);
  for (uint64_t I = 0; I != Count && !Fault; ++I) {
    Start = At;
    uint64_t Size = readNumber();
    if (Size > static_cast<size_t>(End - At))
      return fail("a string that is longer than the bytes behind it", Start);
    Strings.push_back(Pool.intern(llvm::StringRef(At, Size)));
    At += Size;
  }
}

void Decoder::fail(const char *What, const char *Where) {
  if (Fault)
    return;
  Fault = What;
  FaultAt = Where - Begin;
  At = End;
}

uint64_t Decoder::readNumber() {
  const char *Start = At;
  uint64_t N = 0;
  for (unsigned Shift = 0; At != End; Shift += 7) {
    auto Byte = static_cast<unsigned char>(*At++);
    if (Shift == 63 && Byte > 1) {
      fail("a number of more than 64 bits", Start);
      return 0;
    }
    N |= uint64_t(Byte & 0x7f) << Shift;
    if (Byte < 0x80)
      return N;
  }
  fail("the end where a number should be", Start);
  return 0;
}

bool Decoder::readFlag() {
  const char *Start = At;
  uint64_t N = readNumber();
  if (N > 1)
    fail("a number where yes or no should be", Start);
  return N == 1;
}

llvm::StringRef Decoder::readString() {
  const char *Start = At;
  uint64_t Index = readNumber();
  if (Index < Strings.size())
    return Strings[Index];
  fail("the number of a string that the table does not have", Start);
  return {};
}

void Decoder::finish() {
  if (At != End)
    fail("bytes behind the last fact", At);
}

} // namespace cachelint::facts
