//===-- BtfBytes.h - BTF made by hand -----------------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_TESTS_UNIT_BTF_BTFBYTES_H
#define CACHELINT_TESTS_UNIT_BTF_BTFBYTES_H

#include "tool/btf/BtfReader.h"
#include "tool/btf/Format.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

namespace cachelint::btf {

struct MemberSpec {
  const char *Name;
  uint32_t Type;
  uint32_t Bit;
  uint32_t Width = 0;
};

/// Writes types one behind the other, in either byte order.
class BtfBytes {
public:
  explicit BtfBytes(bool LittleEndian = true) : Strings(1, '\0'), Little(LittleEndian) {}
  /// Split BTF that goes on where \p Below ends.
  explicit BtfBytes(const BtfBytes &Below)
      : Little(Below.Little), Next(Below.Next),
        FirstString(Below.FirstString + static_cast<uint32_t>(Below.Strings.size())) {}

  uint32_t add(Kind K, const std::string &Name, uint32_t SizeOrType, uint32_t Count = 0,
               bool Flag = false, std::initializer_list<uint32_t> Tail = {}) {
    uint32_t Info = Count | static_cast<uint32_t>(K) << 24 | (Flag ? 1u << 31 : 0);
    return raw(text(Name), Info, SizeOrType, Tail);
  }
  uint32_t raw(uint32_t Name, uint32_t Info, uint32_t SizeOrType,
               std::initializer_list<uint32_t> Tail = {}) {
    for (uint32_t W : {Name, Info, SizeOrType})
      Types.push_back(W);
    Types.insert(Types.end(), Tail);
    return Next++;
  }

  uint32_t integer(const std::string &Name, uint32_t Bytes, uint32_t Encoding = 0) {
    return add(Kind::Int, Name, Bytes, 0, false, {Encoding << 24 | Bytes * 8});
  }
  uint32_t oldBitField(const std::string &Name, uint32_t Bytes, uint32_t Offset, uint32_t Width) {
    return add(Kind::Int, Name, Bytes, 0, false, {Offset << 16 | Width});
  }
  uint32_t pointer(uint32_t To) { return add(Kind::Ptr, "", To); }
  uint32_t array(uint32_t Of, uint32_t Count) {
    return add(Kind::Array, "", 0, 0, false, {Of, Of, Count});
  }
  uint32_t typeDef(const std::string &Name, uint32_t Of) { return add(Kind::Typedef, Name, Of); }
  uint32_t record(Kind K, const std::string &Name, uint32_t Bytes,
                  const std::vector<MemberSpec> &Members, bool Flag = false) {
    uint32_t Id = add(K, Name, Bytes, static_cast<uint32_t>(Members.size()), Flag);
    for (const MemberSpec &M : Members)
      for (uint32_t W : {text(M.Name), M.Type, Flag ? M.Width << 24 | M.Bit : M.Bit})
        Types.push_back(W);
    return Id;
  }
  uint32_t structure(const std::string &Name, uint32_t Bytes,
                     const std::vector<MemberSpec> &Members) {
    return record(Kind::Struct, Name, Bytes, Members);
  }
  /// The new way to write bit-fields.
  uint32_t bitStructure(const std::string &Name, uint32_t Bytes,
                        const std::vector<MemberSpec> &Members) {
    return record(Kind::Struct, Name, Bytes, Members, true);
  }
  uint32_t unite(const std::string &Name, uint32_t Bytes, const std::vector<MemberSpec> &Members) {
    return record(Kind::Union, Name, Bytes, Members);
  }
  uint32_t next() const { return Next; }
  void word(uint32_t W) { Types.push_back(W); }

  uint32_t text(const std::string &Name) {
    if (Name.empty())
      return 0;
    auto [It, New] = Known.try_emplace(Name, FirstString + static_cast<uint32_t>(Strings.size()));
    if (New)
      Strings += Name + '\0';
    return It->second;
  }

  /// Header fields that tests break; what is not set is as it should be.
  struct Header {
    uint16_t Magic = FileMagic;
    uint8_t Version = 1, Flags = 0;
    std::optional<uint32_t> Length, TypeOff, TypeLen, StrOff, StrLen;
    std::vector<uint32_t> More; ///< words behind the short header
    std::string Layout;         ///< put behind the strings
  };
  std::string bytes() const { return bytes(Header()); }
  std::string bytes(const Header &H) const {
    std::string Out;
    put16(Out, H.Magic);
    Out += static_cast<char>(H.Version);
    Out += static_cast<char>(H.Flags);
    uint32_t TypeBytes = static_cast<uint32_t>(Types.size() * 4);
    put32(Out, H.Length.value_or(ShortHeaderSize + static_cast<uint32_t>(H.More.size()) * 4));
    put32(Out, H.TypeOff.value_or(0));
    put32(Out, H.TypeLen.value_or(TypeBytes));
    put32(Out, H.StrOff.value_or(TypeBytes));
    put32(Out, H.StrLen.value_or(static_cast<uint32_t>(Strings.size())));
    for (uint32_t W : H.More)
      put32(Out, W);
    for (uint32_t W : Types)
      put32(Out, W);
    return Out + Strings + H.Layout;
  }
  uint32_t typeBytes() const { return static_cast<uint32_t>(Types.size() * 4); }
  uint32_t stringBytes() const { return static_cast<uint32_t>(Strings.size()); }
  std::string Strings; ///< open to tests that break it

private:
  void put16(std::string &Out, uint16_t V) const {
    for (unsigned I : {0, 8})
      Out += static_cast<char>(V >> (Little ? I : 8 - I));
  }
  void put32(std::string &Out, uint32_t V) const {
    for (unsigned I : {0, 8, 16, 24})
      Out += static_cast<char>(V >> (Little ? I : 24 - I));
  }

  bool Little;
  std::vector<uint32_t> Types;
  std::map<std::string, uint32_t> Known;
  uint32_t Next = 1;
  uint32_t FirstString = 0;
};

/// Reads bytes from memory and looks things up in the result.
class BtfTest : public ::testing::Test {
protected:
  llvm::Expected<model::UnitFacts> tryRead(const std::string &Bytes, const Base *On = nullptr) {
    return readBtf(llvm::MemoryBufferRef(Bytes, "in.btf"), Pool, Options, Problems, On);
  }
  model::UnitFacts read(const std::string &Bytes, const Base *On = nullptr) {
    auto Facts = tryRead(Bytes, On);
    if (!Facts) {
      ADD_FAILURE() << llvm::toString(Facts.takeError());
      return {};
    }
    return std::move(*Facts);
  }
  std::string errorOf(const std::string &Bytes, const Base *On = nullptr) {
    auto Facts = tryRead(Bytes, On);
    return Facts ? "no error" : llvm::toString(Facts.takeError());
  }
  std::unique_ptr<Base> base(const std::string &Bytes) {
    auto Result = Base::read(llvm::MemoryBufferRef(Bytes, "base.btf"), Problems);
    if (!Result) {
      ADD_FAILURE() << llvm::toString(Result.takeError());
      return nullptr;
    }
    return std::move(*Result);
  }
  std::string problems() const {
    std::string Out;
    for (const Problem &P : Problems.sorted())
      Out += P.text() + '\n';
    return Out;
  }

  static const model::Record *find(const model::UnitFacts &Facts, llvm::StringRef Key) {
    for (const model::Record &R : Facts.Records)
      if (R.Key == Key)
        return &R;
    return nullptr;
  }
  static std::vector<std::string> keys(const model::UnitFacts &Facts) {
    std::vector<std::string> Keys;
    for (const model::Record &R : Facts.Records)
      Keys.push_back(R.Key.str());
    return Keys;
  }

  StringPool Pool;
  ProblemSink Problems;
  ReadOptions Options;
};

} // namespace cachelint::btf

#endif
