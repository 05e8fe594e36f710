//===-- Btf.cpp - fuzz target of the BTF reader ---------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// An input is a file of BTF or an ELF file. One that begins with "BASE" has behind that a
// little-endian number of 4 bytes, so many bytes of a base, and the file that builds upon it.
#include "tool/btf/BtfReader.h"
#include "tool/model/Layout.h"

#include "llvm/Support/Endian.h"

#include <cstdlib>

using namespace cachelint;

static void check(const model::UnitFacts &Facts) {
  llvm::StringRef Last;
  for (const model::Record &R : Facts.Records) {
    // The promises of the header.
    if (R.Key.empty() || R.Key < Last || R.From.Input.empty())
      std::abort();
    Last = R.Key;
    model::layoutOf(R, {});
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  StringPool Pool;
  ProblemSink Problems;
  std::unique_ptr<btf::Base> On;
  if (Bytes.starts_with("BASE") && Size >= 8) {
    uint32_t BaseSize = llvm::support::endian::read32le(Data + 4);
    Bytes = Bytes.drop_front(8);
    auto Read = btf::Base::read({Bytes.take_front(BaseSize), "base"}, Problems);
    if (Read)
      On = std::move(*Read);
    else
      llvm::consumeError(Read.takeError());
    Bytes = Bytes.drop_front(std::min<size_t>(BaseSize, Bytes.size()));
  }
  btf::ReadOptions Options;
  // Odd sizes take the way of a single record.
  if (Size % 2 == 1)
    Options.Records = {"queue", "driver", "atomic_t"};
  auto Facts = btf::readBtf({Bytes, "input"}, Pool, Options, Problems, On.get());
  if (Facts)
    check(*Facts);
  else
    llvm::consumeError(Facts.takeError());
  return 0;
}
