//===-- TypeTable.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/btf/TypeTable.h"

#include "fmt/format.h"
#include "llvm/Support/Endian.h"

#include <cstring>

namespace cachelint::btf {

using llvm::StringRef;

// Names of C are short, those of templates may be long. What is longer is damage, and is cut.
static constexpr size_t LongestName = 1 << 16;

static llvm::Error failure(const std::string &Message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s", Message.c_str());
}

uint32_t TypeTable::word(const uint8_t *At) const {
  uint32_t Value;
  std::memcpy(&Value, At, sizeof(Value));
  return Swap ? llvm::byteswap(Value) : Value;
}

/// Offsets here are from the start of the section, not from the header's end as in the file.
struct TypeTable::Header {
  uint64_t Length = 0;
  uint64_t Types = 0, TypesLength = 0;
  uint64_t Strings = 0, StringsLength = 0;
  uint64_t Layout = 0, LayoutLength = 0;
};

llvm::Error TypeTable::readHeader(Header &H, Complaints &Problems) {
  if (Bytes.size() < ShortHeaderSize)
    return failure(fmt::format("is cut: {} bytes are less than a header of BTF", Bytes.size()));
  uint16_t Magic;
  std::memcpy(&Magic, Bytes.data(), sizeof(Magic));
  Swap = Magic == llvm::byteswap(FileMagic);
  if (Magic != FileMagic && !Swap)
    return failure(fmt::format("is no BTF: it begins with bytes {:02x} {:02x} instead of 9f eb",
                               Bytes[0], Bytes[1]));
  LittleEndian = Swap != (llvm::endianness::native == llvm::endianness::little);
  if (Bytes[2] != FileVersion)
    return failure(
        fmt::format("BTF version {} at offset 0x2 is not known, only {}", Bytes[2], FileVersion));
  if (Bytes[3] != 0)
    return failure(fmt::format("BTF flags 0x{:02x} at offset 0x3 are not known", Bytes[3]));

  H.Length = word(&Bytes[4]);
  if (H.Length < ShortHeaderSize || H.Length > Bytes.size())
    return failure(fmt::format("BTF header of {} bytes (offset 0x4) in a section of {}", H.Length,
                               Bytes.size()));
  auto Place = [&](unsigned At) { return H.Length + word(&Bytes[At]); };
  H.Types = Place(8);
  H.TypesLength = word(&Bytes[12]);
  H.Strings = Place(16);
  H.StringsLength = word(&Bytes[20]);
  uint64_t Known = ShortHeaderSize;
  if (H.Length >= HeaderSize) {
    H.Layout = Place(24);
    H.LayoutLength = word(&Bytes[28]);
    Known = HeaderSize;
  }
  // The layout section came so: longer headers are to be expected, and what they add is not needed
  // to read the rest.
  if (llvm::any_of(Bytes.slice(Known, H.Length - Known), [](uint8_t B) { return B != 0; }))
    Problems.warn(Known, fmt::format("{} bytes at the end of the BTF header are not known, and "
                                     "passed over",
                                     H.Length - Known));
  if (H.Types % 4 != 0)
    return failure(fmt::format("BTF types begin at 0x{:x}, which is no multiple of 4", H.Types));
  const std::tuple<const char *, uint64_t, uint64_t, unsigned> Parts[] = {
      {"types", H.Types, H.TypesLength, 8},
      {"strings", H.Strings, H.StringsLength, 16},
      {"layouts", H.Layout, H.LayoutLength, 24}};
  for (auto [What, Start, Length, Field] : Parts)
    if (Start > Bytes.size() || Length > Bytes.size() - Start)
      return failure(fmt::format("is cut: BTF {} are {} bytes at 0x{:x} (header, offset 0x{:x}), "
                                 "but there are 0x{:x}",
                                 What, Length, Start, Field, Bytes.size()));
  return llvm::Error::success();
}

llvm::Error TypeTable::readStrings(const Header &H, const TypeTable *MaybeBase,
                                   Complaints &Problems) {
  Strings = StringRef(reinterpret_cast<const char *>(Bytes.data()) + H.Strings, H.StringsLength);
  // The empty string in front is that of the base; so a file that has its own needs none.
  bool Whole = !Strings.empty() && Strings.front() == 0;
  if (!Whole && !MaybeBase)
    return failure("is split BTF, which goes on where another file ends: give that file as its "
                   "base (for a kernel module, the vmlinux of the same build)");
  if (!Whole) {
    Base = MaybeBase;
    First = Base->end();
    FirstString = Base->FirstString + Base->Strings.size();
    if (Base->LittleEndian != LittleEndian)
      return failure("is split BTF, and its base has another byte order");
  }
  if (!Strings.empty() && Strings.back() != 0)
    Problems.warn(H.Strings + Strings.size() - 1, "the last of the BTF strings has no end");
  return llvm::Error::success();
}

std::optional<TailShape> TypeTable::tailShape(uint8_t Kind, const Header &H) const {
  if (Kind != 0 && Kind <= LastKnownKind)
    return tailOf(static_cast<btf::Kind>(Kind));
  uint64_t Entry = H.Layout + uint64_t(Kind) * LayoutEntrySize;
  if (Kind == 0 || (uint64_t(Kind) + 1) * LayoutEntrySize > H.LayoutLength)
    return std::nullopt;
  return TailShape{Bytes[Entry], Bytes[Entry + 1]};
}

void TypeTable::findTypes(const Header &H, Complaints &Problems) {
  uint64_t End = H.Types + H.TypesLength;
  Starts.reserve(H.TypesLength / 24); // what vmlinux has on average
  for (uint64_t At = H.Types; At != End;) {
    TypeId Id = end();
    uint64_t Left = End - At;
    if (Left < CommonSize) {
      Problems.fail(At, fmt::format("BTF types end inside of type {}", Id));
      return;
    }
    uint32_t Info = word(&Bytes[At + 4]);
    uint8_t Kind = (Info >> 24) & 0x7f;
    std::optional<TailShape> Tail = tailShape(Kind, H);
    if (!Tail) {
      Problems.fail(At + 4, fmt::format("BTF type {} is of kind {}, which is not known; types from "
                                        "here on are not read",
                                        Id, Kind));
      return;
    }
    uint64_t Size = CommonSize + Tail->Fixed + uint64_t(Tail->Each) * (Info & 0xffffff);
    if (Size > Left) {
      Problems.fail(At,
                    fmt::format("BTF type {} of {} bytes reaches beyond the last type, {} bytes "
                                "on",
                                Id, Size, Left));
      return;
    }
    Starts.push_back(static_cast<uint32_t>(At));
    At += Size;
  }
}

llvm::Expected<TypeTable> TypeTable::read(llvm::ArrayRef<uint8_t> Bytes, const TypeTable *Base,
                                          Complaints &Problems) {
  TypeTable Table(Bytes);
  Header H;
  if (llvm::Error E = Table.readHeader(H, Problems))
    return E;
  if (llvm::Error E = Table.readStrings(H, Base, Problems))
    return E;
  if (Bytes.size() > UINT32_MAX)
    return failure(fmt::format("BTF of {} bytes: more than the format can hold", Bytes.size()));
  Table.findTypes(H, Problems);
  Table.checkTypes(Problems);
  return Table;
}

Type TypeTable::decode(TypeId Id, const uint8_t *At) const {
  uint32_t Info = word(At + 4);
  uint8_t Kind = (Info >> 24) & 0x7f;
  Type T;
  T.Id = Id;
  T.Kind = Kind <= LastKnownKind ? static_cast<btf::Kind>(Kind) : btf::Kind::Unknown;
  T.Flag = Info >> 31;
  T.Count = Info & 0xffffff;
  T.Name = word(At);
  T.SizeOrType = word(At + 8);
  T.Tail = At + CommonSize;
  return T;
}

Type TypeTable::type(TypeId Id) const {
  if (Id >= First && Id - First < Starts.size()) [[likely]]
    return decode(Id, &Bytes[Starts[Id - First]]);
  if (Base && Id != 0 && Id < First)
    return Base->type(Id);
  Type T;
  T.Id = Id;
  T.Kind = Id == 0 ? Kind::Void : Kind::Unknown;
  return T;
}

std::optional<StringRef> TypeTable::text(uint32_t Offset) const {
  if (Offset < FirstString)
    return Base->text(Offset);
  StringRef From = Strings.substr(Offset - FirstString);
  if (From.empty())
    return std::nullopt;
  From = From.take_front(LongestName);
  return From.take_front(From.find('\0'));
}

bool TypeTable::hasText(uint32_t Offset) const {
  if (Offset < FirstString)
    return Base->hasText(Offset);
  return Offset - FirstString < Strings.size() && Strings[Offset - FirstString] != 0;
}

uint64_t TypeTable::placeOf(TypeId Id) const {
  return Id >= First && Id - First < Starts.size() ? Starts[Id - First] : 0;
}

Member TypeTable::member(const Type &T, uint32_t Index) const {
  const uint8_t *At = T.Tail + uint64_t(Index) * 12;
  Member M{word(At), word(At + 4), word(At + 8), 0};
  if (T.Flag) {
    M.Width = M.Offset >> 24;
    M.Offset &= 0xffffff;
  }
  return M;
}

ArrayShape TypeTable::array(const Type &T) const { return {word(T.Tail), word(T.Tail + 8)}; }

IntShape TypeTable::integer(const Type &T) const {
  uint32_t Value = word(T.Tail);
  constexpr uint32_t BoolEncoding = 4 << 24;
  return {(Value & BoolEncoding) != 0, static_cast<uint8_t>(Value >> 16),
          static_cast<uint8_t>(Value)};
}

Parameter TypeTable::parameter(const Type &T, uint32_t Index) const {
  const uint8_t *At = T.Tail + uint64_t(Index) * 8;
  return {word(At), word(At + 4)};
}

SectionEntry TypeTable::sectionEntry(const Type &T, uint32_t Index) const {
  const uint8_t *At = T.Tail + uint64_t(Index) * 12;
  return {word(At), word(At + 4), word(At + 8)};
}

} // namespace cachelint::btf
