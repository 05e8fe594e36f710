//===-- Dwarf.cpp ------------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// The sections of DWARF, as bytes: all that this project decodes itself.
//
// Input: a byte whose lowest bit is the byte order (1: little-endian), seven lengths of two bytes
// (little-endian) for .debug_abbrev, _str, _line_str, _str_offsets, _addr, _line and _types, those
// sections, and .debug_info in the rest. make_dwarf_corpus.py writes such files.

#include "tool/dwarf/FactsReader.h"
#include "tool/model/FieldPath.h"
#include "tool/model/Layout.h"

using namespace cachelint;

/// What follows with the facts must stand whatever they are.
static void use(const model::UnitFacts &Facts) {
  auto Find = [&](model::Str Key, std::optional<model::Bits> Size) {
    return model::findRecord(Facts.Records, Key, Size);
  };
  for (const model::Record &R : Facts.Records) {
    model::layoutOf(R, {});
    for (uint64_t Offset : {0, 1, 7, 64, 4096})
      model::fieldsAt(R, model::Bits::fromBytes(Offset), Find);
  }
  for (const model::Variable &V : Facts.Variables)
    for (uint64_t Offset : {0, 3, 100})
      model::describeAddress(V, model::Bits::fromBytes(Offset), Find);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  constexpr size_t HeaderSize = 15;
  if (Size < HeaderSize)
    return 0;
  llvm::ArrayRef<uint8_t> Rest(Data + HeaderSize, Size - HeaderSize);
  dwarf::DebugSections S;
  S.LittleEndian = Data[0] & 1;
  const uint8_t *Length = Data + 1;
  for (dwarf::DebugSection *Section :
       {&S.Abbrev, &S.Str, &S.LineStr, &S.StrOffsets, &S.Addr, &S.Line, &S.Types}) {
    size_t Wanted = Length[0] | Length[1] << 8;
    Length += 2;
    Section->Bytes = Rest.take_front(Wanted);
    Rest = Rest.drop_front(Section->Bytes.size());
  }
  S.Info.Bytes = Rest;

  StringPool Pool;
  ProblemSink Problems;
  model::Binary Image;
  Image.Path = "fuzz";
  dwarf::ReadOptions Options;
  Options.Threads = 1 + (Data[0] >> 1 & 1);
  use(dwarf::readFacts(S, Image, dwarf::machineOf(62, true, S.LittleEndian), Pool, Options,
                       Problems));
  // The way of a search for one record.
  Options.Records = {"s*", "Outer"};
  dwarf::readFacts(S, Image, dwarf::machineOf(62, true, S.LittleEndian), Pool, Options, Problems);
  return 0;
}
