//===-- FactsFile.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/FactsFile.h"

#include "tool/facts/Decoder.h"
#include "tool/facts/Schema.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"

namespace cachelint::facts {

using namespace model;
namespace endian = llvm::support::endian;

static constexpr llvm::StringLiteral Magic("cachelint facts\n");
static constexpr uint32_t FormatVersion = 1;
/// Of all that a facts file holds.
static uint64_t schemaNumber() {
  static const uint64_t Number = schemaOf<StoredUnit, Vocabulary, FactLists, Dependencies>();
  return Number;
}
static constexpr size_t EntryHeader = 32;

std::string EntryId::hex() const {
  return llvm::utohexstr(High, /*LowerCase=*/true, 16) + llvm::utohexstr(Low, true, 16);
}

EntryId idOf(llvm::StringRef Bytes) {
  llvm::XXH128_hash_t Hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(Bytes));
  return {Hash.low64, Hash.high64};
}

static void append32(std::string &To, uint32_t N) {
  char Raw[4];
  endian::write32le(Raw, N);
  To.append(Raw, sizeof(Raw));
}
static void append64(std::string &To, uint64_t N) {
  char Raw[8];
  endian::write64le(Raw, N);
  To.append(Raw, sizeof(Raw));
}

FactsWriter::FactsWriter(llvm::StringRef Version) : Bytes(Magic) {
  append32(Bytes, FormatVersion);
  append32(Bytes, static_cast<uint32_t>(Version.size()));
  append64(Bytes, schemaNumber());
  Bytes += Version;
}

void FactsWriter::add(EntryKind Kind, llvm::StringRef Payload) {
  EntryId Id = idOf(Payload);
  if (!Written.emplace(Id, true).second)
    return;
  append32(Bytes, static_cast<uint32_t>(Kind));
  append32(Bytes, 0);
  append64(Bytes, Payload.size());
  append64(Bytes, Id.Low);
  append64(Bytes, Id.High);
  Bytes += Payload;
}

void FactsWriter::add(const PackedUnit &Unit) {
  for (const auto &[Id, Part] : Unit.Parts)
    add(EntryKind::Part, *Part);
  add(EntryKind::Unit, Unit.Unit);
}

static llvm::Error damaged(llvm::StringRef File, uint64_t Offset, llvm::Twine What) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 File + "(+0x" + llvm::utohexstr(Offset, /*LowerCase=*/true) +
                                     "): " + What +
                                     "; the file is damaged: make it again with cachelint facts");
}

/// The size of the head of the file.
static llvm::Expected<size_t> checkHead(llvm::MemoryBufferRef File, llvm::StringRef Version) {
  llvm::StringRef Bytes = File.getBuffer(), Name = File.getBufferIdentifier();
  auto Other = [&](llvm::Twine What) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   Name + ": " + What + "; make it again with this one");
  };
  if (!Bytes.starts_with(Magic))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   Name + ": not a facts file (cachelint facts makes them)");
  const size_t Fixed = Magic.size() + 16;
  if (Bytes.size() < Fixed)
    return damaged(Name, Bytes.size(), "the file ends within its head");
  const char *At = Bytes.data() + Magic.size();
  uint32_t Format = endian::read32le(At), VersionSize = endian::read32le(At + 4);
  if (Format != FormatVersion)
    return Other("facts in format " + llvm::Twine(Format) + ", and this cachelint reads format " +
                 llvm::Twine(FormatVersion));
  if (VersionSize > Bytes.size() - Fixed)
    return damaged(Name, Fixed, "the file ends within its head");
  llvm::StringRef Made = Bytes.substr(Fixed, VersionSize);
  if (Made != Version)
    return Other("facts made by cachelint " + Made + ", and this is " + Version);
  if (endian::read64le(At + 8) != schemaNumber())
    return Other("facts made by another build of cachelint " + Version);
  return Fixed + VersionSize;
}

llvm::Expected<std::vector<FactsEntry>> readEntries(llvm::MemoryBufferRef File,
                                                    llvm::StringRef Version) {
  auto Head = checkHead(File, Version);
  if (!Head)
    return Head.takeError();
  llvm::StringRef Bytes = File.getBuffer(), Name = File.getBufferIdentifier();
  std::vector<FactsEntry> Entries;
  for (size_t At = *Head; At != Bytes.size();) {
    if (Bytes.size() - At < EntryHeader)
      return damaged(Name, At, "the file ends within the head of an entry");
    const char *Raw = Bytes.data() + At;
    uint32_t Kind = endian::read32le(Raw);
    uint64_t Size = endian::read64le(Raw + 8);
    if (Kind < 1 || Kind > 4)
      return damaged(Name, At, "an entry of the unknown kind " + llvm::Twine(Kind));
    if (Size > Bytes.size() - At - EntryHeader)
      return damaged(Name, At + 8,
                     "an entry of " + llvm::Twine(Size) + " bytes, where " +
                         llvm::Twine(Bytes.size() - At - EntryHeader) + " are left");
    EntryId Id{endian::read64le(Raw + 16), endian::read64le(Raw + 24)};
    Entries.push_back(
        {static_cast<EntryKind>(Kind), Id, Bytes.substr(At + EntryHeader, Size), At + EntryHeader});
    At += EntryHeader + Size;
  }
  return Entries;
}

template <typename Read>
static llvm::Error readPayload(const FactsEntry &Entry, llvm::StringRef File, Str OwnInput,
                               StringPool &Pool, Read ReadAll) {
  if (idOf(Entry.Bytes) != Entry.Id)
    return damaged(File, Entry.Offset, "the bytes of an entry are not those that were written");
  Decoder In(Entry.Bytes, OwnInput, Pool);
  ReadAll(In);
  In.finish();
  if (In.fault())
    return damaged(File, Entry.Offset + In.faultOffset(), In.fault());
  return llvm::Error::success();
}

llvm::Expected<StoredUnit> readUnit(const FactsEntry &Entry, llvm::StringRef File,
                                    StringPool &Pool) {
  StoredUnit Unit;
  if (auto E = readPayload(Entry, File, "", Pool, [&](Decoder &In) { In.read(Unit); }))
    return E;
  return Unit;
}

llvm::Expected<Dependencies> readDependencies(const FactsEntry &Entry, llvm::StringRef File,
                                              StringPool &Pool) {
  Dependencies D;
  if (auto E = readPayload(Entry, File, "", Pool, [&](Decoder &In) { In.read(D); }))
    return E;
  return D;
}

llvm::Expected<Vocabulary> readWords(const FactsEntry &Entry, llvm::StringRef File) {
  Vocabulary Words;
  StringPool Pool;
  if (auto E = readPayload(Entry, File, "", Pool, [&](Decoder &In) { In.read(Words); }))
    return E;
  return Words;
}

llvm::Expected<FactLists> readPart(const FactsEntry &Entry, llvm::StringRef File, Str OwnInput,
                                   StringPool &Pool) {
  FactLists Lists;
  if (auto E = readPayload(Entry, File, OwnInput, Pool, [&](Decoder &In) { In.read(Lists); }))
    return E;
  return Lists;
}

} // namespace cachelint::facts
