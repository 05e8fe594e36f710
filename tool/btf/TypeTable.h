//===-- TypeTable.h - the types of a BTF section by their number --*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_BTF_TYPETABLE_H
#define CACHELINT_BTF_TYPETABLE_H

#include "tool/btf/Complaints.h"
#include "tool/btf/Format.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <vector>

namespace cachelint::btf {

using TypeId = uint32_t;

/// The common part of a type, and where its tail begins.
struct Type {
  TypeId Id = 0;
  btf::Kind Kind = btf::Kind::Void;
  bool Flag = false;  ///< kind_flag; Struct and Union: offsets of members hold bit widths, too
  uint32_t Count = 0; ///< of members, parameters, variables of a section ...
  uint32_t Name = 0;  ///< offset of a string; 0: none
  uint32_t SizeOrType = 0;
  const uint8_t *Tail = nullptr;

  bool isRecord() const { return Kind == Kind::Struct || Kind == Kind::Union; }
};

struct Member {
  uint32_t Name = 0;
  TypeId Type = 0;
  uint32_t Offset = 0; ///< in bits from the start of the record
  uint32_t Width = 0;  ///< of a bit-field, where the record's Flag is set; else 0
};

struct ArrayShape {
  TypeId Element = 0;
  uint32_t Count = 0;
};

struct IntShape {
  bool Bool = false;
  uint8_t Offset = 0; ///< in bits, into the bytes it is stored in
  uint8_t Width = 0;  ///< in bits
};

struct Parameter {
  uint32_t Name = 0;
  TypeId Type = 0;
};

/// A variable as its section lists it; in bytes.
struct SectionEntry {
  TypeId Var = 0;
  uint32_t Offset = 0;
  uint32_t Size = 0;
};

/// Finds types and strings. Numbers below begin() are those of the base, which must outlive this.
///
/// Where each type begins is found out once, since only the one before it tells; all else is
/// decoded when asked for.
class TypeTable {
public:
  /// \p Bytes must outlive the table. Fails without the name of the file.
  static llvm::Expected<TypeTable> read(llvm::ArrayRef<uint8_t> Bytes, const TypeTable *Base,
                                        Complaints &Problems);

  bool littleEndian() const { return LittleEndian; }
  TypeId begin() const { return First; } ///< of the types that are not the base's
  TypeId end() const { return First + static_cast<TypeId>(Starts.size()); }
  /// Bytes that were read, those of the base, too, for limits that grow with the input.
  uint64_t byteCount() const { return Bytes.size() + (Base ? Base->byteCount() : 0); }

  /// Kind::Void for 0, Kind::Unknown for a number that no type has.
  Type type(TypeId Id) const;
  /// No value where the offset is beyond the strings.
  std::optional<llvm::StringRef> text(uint32_t Offset) const;
  /// Is there one, and is it not empty?
  bool hasText(uint32_t Offset) const;
  /// Where a type begins, in bytes from the start of the section; 0 for types of the base.
  uint64_t placeOf(TypeId Id) const;

  Member member(const Type &T, uint32_t Index) const;
  ArrayShape array(const Type &T) const;
  IntShape integer(const Type &T) const;
  Parameter parameter(const Type &T, uint32_t Index) const;
  SectionEntry sectionEntry(const Type &T, uint32_t Index) const;
  uint32_t linkage(const Type &T) const { return word(T.Tail); }

private:
  struct Header;
  explicit TypeTable(llvm::ArrayRef<uint8_t> Bytes) : Bytes(Bytes) {}

  llvm::Error readHeader(Header &H, Complaints &Problems);
  llvm::Error readStrings(const Header &H, const TypeTable *MaybeBase, Complaints &Problems);
  void findTypes(const Header &H, Complaints &Problems);
  std::optional<TailShape> tailShape(uint8_t Kind, const Header &H) const;
  void checkTypes(Complaints &Problems) const;
  void checkReference(TypeId From, TypeId To, Complaints &Problems) const;
  void checkName(TypeId From, uint32_t Name, Complaints &Problems) const;
  void checkTail(const Type &T, Complaints &Problems) const;

  uint32_t word(const uint8_t *At) const;
  Type decode(TypeId Id, const uint8_t *At) const;

  llvm::ArrayRef<uint8_t> Bytes;
  bool LittleEndian = true;
  bool Swap = false;
  const TypeTable *Base = nullptr;
  TypeId First = 1;
  std::vector<uint32_t> Starts; ///< offsets into Bytes
  llvm::StringRef Strings;
  uint64_t FirstString = 0; ///< offset of the first string that is not the base's
};

} // namespace cachelint::btf

#endif
