//===-- Elf.cpp --------------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Whole files, through elfutils. What it finds is often a fault of elfutils: then the input belongs
// there, and this project can do no more than look before it asks.

#include "tool/dwarf/BinaryReader.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace cachelint;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  int Fd = memfd_create("fuzz", MFD_CLOEXEC);
  if (Fd < 0 || write(Fd, Data, Size) != static_cast<ssize_t>(Size))
    return 0;
  std::string Path = "/proc/self/fd/" + std::to_string(Fd);
  StringPool Pool;
  ProblemSink Problems;
  if (auto Facts = dwarf::readBinary(Path, Pool, {}, Problems); !Facts)
    llvm::consumeError(Facts.takeError());
  auto Image = dwarf::readImage(Path, Pool, Problems);
  if (!Image) {
    llvm::consumeError(Image.takeError());
  } else if (auto Map = dwarf::openCodeMap(Path, Pool, Problems)) {
    for (const model::Symbol &S : Image->Symbols)
      (*Map)->framesAt(S.Address);
  } else {
    llvm::consumeError(Map.takeError());
  }
  close(Fd);
  return 0;
}
