//===-- Record.h - records, fields and variables -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Keys, names and spellings of types follow Names.h.
//
// Field::Extent is the size of the type, or the width of a bit-field. Of a base or a member that is
// a record, it is cut where the next field by offset begins (tail padding reused), or at the end of
// the record. It is 0 for an empty base, for an empty member that shares its byte with another
// field or is marked [[no_unique_address]], and for a flexible array. Members of a union are not
// cut.
//
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_RECORD_H
#define CACHELINT_MODEL_RECORD_H

#include "tool/model/Bits.h"
#include "tool/model/Source.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace cachelint::model {

/// Traits of a type after arrays, typedefs and qualifiers are looked through.
enum class TypeTrait : uint16_t {
  None = 0,
  Record = 1 << 0,  ///< struct, class or union; TypeUse::Record holds its key
  Pointer = 1 << 1, ///< pointer or reference
  Atomic = 1 << 2,  ///< _Atomic, std::atomic, or an atomic type of the vocabulary
  Volatile = 1 << 3,
  Const = 1 << 4,
  Lock = 1 << 5,     ///< a lock type of the vocabulary
  Scalar = 1 << 6,   ///< arithmetic or enumeration
  CharLike = 1 << 7, ///< char, unsigned char, uint8_t, std::byte: what pads are made of
};
constexpr TypeTrait operator|(TypeTrait A, TypeTrait B) {
  return static_cast<TypeTrait>(static_cast<uint16_t>(A) | static_cast<uint16_t>(B));
}
constexpr TypeTrait &operator|=(TypeTrait &A, TypeTrait B) { return A = A | B; }
constexpr bool has(TypeTrait Set, TypeTrait T) {
  return (static_cast<uint16_t>(Set) & static_cast<uint16_t>(T)) != 0;
}

/// A type as a field, a variable or an allocation uses it.
struct TypeUse {
  Str Spelling;              ///< as written, e.g. "struct worker_stats[4]"
  std::optional<Bits> Size;  ///< of the whole object, arrays included; empty if incomplete
  std::optional<Bits> Align; ///< what the type itself asks for
  Str Record;                ///< key of the record this is, or is an array of; else empty
  /// Array bounds, outermost first; empty vector: no array; empty element: flexible or unknown.
  llvm::SmallVector<std::optional<uint64_t>, 1> Extents;
  std::optional<Bits> ElementSize; ///< of the innermost element, for arrays; else empty
  TypeTrait Traits = TypeTrait::None;

  bool isArray() const { return !Extents.empty(); }
  bool isFlexibleArray() const { return isArray() && !Extents.front(); }
  bool is(TypeTrait T) const { return has(Traits, T); }
};

enum class FieldKind : uint8_t { Field, Base, VirtualBase, VPtr };

struct Field {
  FieldKind Kind = FieldKind::Field;
  Str Name; ///< empty for anonymous members and unnamed bit-fields; bases: the base's name
  TypeUse Type;
  std::optional<Bits> Offset;   ///< from the start of the record; empty when the input cannot say
  std::optional<Bits> BitWidth; ///< set for bit-fields only; Offset is then exact to the bit
  /// What the field takes of the record, in a line map: the bit-field's width, the size of the
  /// type, or less than that (an empty [[no_unique_address]] member or empty base takes nothing, a
  /// base or
  /// [[no_unique_address]] member may give its tail padding to what follows).
  std::optional<Bits> Extent;
  std::optional<Bits> DeclaredAlign; ///< an alignment attribute on this very field
  SourcePos Pos;
  SourcePos End; ///< just past the declarator's semicolon, where the input has source ranges

  bool isBitField() const { return BitWidth.has_value(); }
};

enum class RecordKind : uint8_t { Struct, Class, Union };

/// Facts of a record that forbid or discourage another order of its fields.
enum class RecordFlag : uint16_t {
  None = 0,
  Packed = 1 << 0,         ///< packed attribute or #pragma pack
  PackedInferred = 1 << 1, ///< offsets show packing, but the input does not name it
  HasLineMarks = 1 << 2,   ///< line attributes, pads or group markers inside: a chosen layout
  OrderAsserted = 1 << 3, ///< static_assert / BUILD_BUG_ON on its size or an offset in this program
  PositionalInit = 1 << 4, ///< initialised somewhere by position
  WireFormat = 1 << 5,     ///< fixed-endian or reserved fields: the layout is an agreement
  Polymorphic = 1 << 6,
  SystemHeader = 1 << 7, ///< declared in a system header: not the user's to change
  Randomized = 1 << 8,   ///< __randomize_layout
  Incomplete = 1 << 9,   ///< some field has no offset (dependent, virtual base from DWARF ...)
  Anonymous = 1 << 10,
};
constexpr RecordFlag operator|(RecordFlag A, RecordFlag B) {
  return static_cast<RecordFlag>(static_cast<uint16_t>(A) | static_cast<uint16_t>(B));
}
constexpr RecordFlag &operator|=(RecordFlag &A, RecordFlag B) { return A = A | B; }
constexpr bool has(RecordFlag Set, RecordFlag F) {
  return (static_cast<uint16_t>(Set) & static_cast<uint16_t>(F)) != 0;
}

struct Record {
  /// Qualified name with template arguments; anonymous records: parent's key and index, as in
  /// "rte_mbuf::(anonymous union #2)", or the typedef or variable that names them.
  Str Key;
  Str Name; ///< what a person calls it, without "struct"; never empty
  RecordKind Kind = RecordKind::Struct;
  std::optional<Bits> Size;
  std::optional<Bits> Align;         ///< in effect
  std::optional<Bits> DeclaredAlign; ///< an alignment attribute on the record itself
  std::vector<Field> Fields;         ///< bases and vptr first in AST order, fields as declared
  RecordFlag Flags = RecordFlag::None;
  Origin From;
  SourcePos Pos;        ///< of the name (or the keyword, when there is none)
  SourcePos AfterTag;   ///< just past "struct"/"class": where alignas goes
  SourcePos AfterBrace; ///< just past the closing brace: where a trailing attribute goes
  /// What the unit would write to align this record to a line: "__rte_cache_aligned",
  /// "alignas(64)" ...; empty when not known.
  Str LineAlignSpelling;
  /// That is alignas or a macro of it, which goes to AfterTag; an attribute goes to AfterBrace.
  bool LineAlignIsKeyword = false;

  bool is(RecordFlag F) const { return has(Flags, F); }
};

enum class StorageKind : uint8_t {
  Global,
  FileStatic,
  LocalStatic,
  ThreadLocal,
  PerCpu,
  Automatic
};

/// What a variable starts with, which decides the section it goes to.
enum class InitialValue : uint8_t {
  Unknown,
  Zero,     ///< nothing, zeros, or what is computed at start: .bss
  Value,    ///< .data
  Constant, ///< never written: .rodata
};

struct Variable {
  Str Key;      ///< unique in the program; statics carry their file
  Str Name;     ///< qualified, as a person writes it
  Str Function; ///< of a local (static) variable; else empty
  TypeUse Type;
  StorageKind Storage = StorageKind::Global;
  std::optional<Bits> DeclaredAlign;            ///< an alignment attribute on the variable
  bool Defined = false;                         ///< here, not only declared (`extern`)
  InitialValue Initial = InitialValue::Unknown; ///< of definitions in source
  std::optional<uint64_t> Address;              ///< link-time address, in bytes
  /// As the source asks for it, or as the binary has it where that is known.
  Str Section;
  /// In bytes from the start of Section, where the input says no more than that: the sections of
  /// object files and of BTF have no addresses.
  std::optional<uint64_t> SectionOffset;
  /// The ELF or BTF file that Address, Section and SectionOffset are about; empty when they are
  /// from source. Places in two files have nothing to do with each other.
  Str Image;
  Str LinkageName; ///< symbol in the object file, when it is not Name
  /// The text of the outermost array bound, e.g. "RTE_MAX_LCORE"; empty when it is a plain number.
  Str BoundText;
  Origin From;
  SourcePos Pos;
  SourcePos TypeEnd; ///< just past the type of the declaration, where an attribute could go
};

} // namespace cachelint::model

#endif
