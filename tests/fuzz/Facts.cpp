//===-- Facts.cpp - fuzz target of the reader of facts files --------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// An input is a facts file, or "UNIT", "PART" or "WORD" and the bytes of an entry: those get the
// right hash here, which a mutation would never find.
#include "tool/facts/FactsFiles.h"

#include <cstdlib>

using namespace cachelint;
using namespace cachelint::facts;

static constexpr llvm::StringLiteral Version("fuzz");

static std::string asFile(llvm::StringRef Bytes) {
  FactsWriter Out(Version);
  llvm::StringRef Payload = Bytes.drop_front(4);
  if (Bytes.starts_with("UNIT"))
    Out.add(EntryKind::Unit, Payload);
  else if (Bytes.starts_with("WORD"))
    Out.add(EntryKind::Words, Payload);
  else if (Bytes.starts_with("PART"))
    Out.add(EntryKind::Part, Payload);
  else
    return Bytes.str();
  return Out.bytes();
}

static void readAlone(llvm::StringRef Bytes) {
  StringPool Pool;
  FactsEntry Entry{EntryKind::Part, idOf(Bytes), Bytes, 0};
  auto Facts = readPart(Entry, "input", "/src/a.c", Pool);
  if (!Facts)
    return llvm::consumeError(Facts.takeError());
  // What can be read can be written, and that can be read.
  model::UnitFacts Unit;
  static_cast<model::FactLists &>(Unit) = std::move(*Facts);
  Unit.From.Input = "/src/a.c";
  for (const auto &[Id, Part] : packUnit(Unit, {}, {}, {}).Parts) {
    auto Again = readPart({EntryKind::Part, Id, *Part, 0}, "again", "/src/a.c", Pool);
    if (!Again)
      std::abort();
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  if (Bytes.starts_with("PART"))
    readAlone(Bytes.drop_front(4));
  std::string File = asFile(Bytes);
  StringPool Pool;
  ProblemSink Problems;
  FactsFiles All(Version, Pool, Problems);
  if (llvm::Error E = All.add({File, "input"}))
    llvm::consumeError(std::move(E));
  Merger M;
  All.mergeInto(M, 1);
  M.take();
  return 0;
}
