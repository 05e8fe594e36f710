//===-- TypeUses.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/btf/TypeUses.h"

#include "tool/model/Names.h"

#include <algorithm>

namespace cachelint::btf {

using model::Bits;
using model::RecordKind;
using model::TypeTrait;

// The kernel's own limit is 32 (MAX_RESOLVE_DEPTH in kernel/bpf/btf.c).
static constexpr unsigned MaxDepth = 64;
static constexpr uint64_t MaxBytes = uint64_t(1) << 56;

static RecordKind kindOf(const Type &T) {
  return T.Kind == Kind::Union ? RecordKind::Union : RecordKind::Struct;
}

TypeId unnamedRecordIn(const TypeTable &Types, TypeId Id) {
  for (unsigned Depth = 0; Depth != MaxDepth; ++Depth) {
    Type T = Types.type(Id);
    switch (T.Kind) {
    case Kind::Array:
      Id = Types.array(T).Element;
      continue;
    case Kind::Ptr:
    case Kind::Const:
    case Kind::Volatile:
    case Kind::Restrict:
    case Kind::TypeTag:
      Id = T.SizeOrType;
      continue;
    default:
      return T.isRecord() && !Types.hasText(T.Name) ? Id : 0;
    }
  }
  return 0;
}

model::Str TypeUses::taggedKey(const Type &Record) {
  model::Str Name = Texts.at(Record.Name);
  return Name.contains('<') ? Texts.intern(model::canonicalTemplateName(Name)) : Name;
}

model::Str TypeUses::typedefKey(const Type &Typedef, const Type &Record) {
  model::Str Name = Texts.at(Typedef.Name);
  // Only what a typedef names outright has its name; see tool/model/Names.h.
  if (Typedef.SizeOrType == Record.Id)
    return Name;
  return Texts.intern(Name.str() + "::" + model::anonymousName(kindOf(Record), 1));
}

std::optional<Bits> TypeUses::sizeOf(const Type &T) const {
  switch (T.Kind) {
  case Kind::Ptr:
    return PointerBytes ? std::optional(Bits::fromBytes(*PointerBytes)) : std::nullopt;
  case Kind::Struct:
  case Kind::Union:
    return Bits::fromBytes(T.SizeOrType);
  case Kind::Int:
  case Kind::Float:
  case Kind::Enum:
  case Kind::Enum64:
    // Of an enumeration that is only declared the size is 0, or a guess of the producer.
    if (T.SizeOrType == 0)
      return std::nullopt;
    return Bits::fromBytes(T.SizeOrType);
  default:
    return std::nullopt;
  }
}

void TypeUses::byName(model::Str Name, TypeFacts &Facts) {
  if (Words.Locks.matches(Name))
    Facts.Use.Traits |= TypeTrait::Lock;
  if (Words.Atomics.matches(Name))
    Facts.Use.Traits |= TypeTrait::Atomic;
  Facts.Wire |= Words.Wire.matches(Name);
}

/// Goes through typedefs, qualifiers and arrays. The last typedef in front of an unnamed record
/// names it.
Type TypeUses::lookThrough(TypeId Id, TypeFacts &Facts) {
  Type Typedef;
  Type T = Types.type(Id);
  for (unsigned Depth = 0; Depth != MaxDepth; ++Depth) {
    switch (T.Kind) {
    case Kind::Typedef:
      Typedef = T;
      byName(Texts.at(T.Name), Facts);
      break;
    case Kind::Const:
      Facts.Use.Traits |= TypeTrait::Const;
      break;
    case Kind::Volatile:
      Facts.Use.Traits |= TypeTrait::Volatile;
      break;
    case Kind::Restrict:
    case Kind::TypeTag:
      break;
    case Kind::Array: {
      ArrayShape Shape = Types.array(T);
      Facts.Use.Extents.push_back(Shape.Count);
      T = Types.type(Shape.Element);
      continue;
    }
    default:
      if (T.isRecord() && Typedef.Kind == Kind::Typedef && isUnnamed(T))
        Facts.Use.Record = typedefKey(Typedef, T);
      return T;
    }
    T = Types.type(T.SizeOrType);
  }
  return Type(); // a cycle: as unknown as void
}

void TypeUses::atEnd(const Type &T, TypeFacts &Facts) {
  model::TypeUse &Use = Facts.Use;
  switch (T.Kind) {
  case Kind::Struct:
  case Kind::Union:
    Facts.Record = T.Id;
    [[fallthrough]];
  case Kind::Fwd:
    Use.Traits |= TypeTrait::Record;
    if (!isUnnamed(T))
      Use.Record = taggedKey(T);
    byName(Texts.at(T.Name), Facts);
    break;
  case Kind::Ptr:
    Use.Traits |= TypeTrait::Pointer;
    break;
  case Kind::Int:
    Use.Traits |= TypeTrait::Scalar;
    if (T.SizeOrType == 1 && !Types.integer(T).Bool)
      Use.Traits |= TypeTrait::CharLike;
    break;
  case Kind::Float:
  case Kind::Enum:
  case Kind::Enum64:
    Use.Traits |= TypeTrait::Scalar;
    byName(Texts.at(T.Name), Facts);
    break;
  default:
    break;
  }
}

TypeFacts TypeUses::build(TypeId Id) {
  TypeFacts Facts;
  Facts.Innermost = lookThrough(Id, Facts);
  atEnd(Facts.Innermost, Facts);
  model::TypeUse &Use = Facts.Use;
  std::string Text = Speller.spell(Id);
  // No object is void. clang 19 writes that for what it has no kind for: _Atomic types.
  if (size_t At = Text.find("void"); Facts.Innermost.Kind == Kind::Void && At != Text.npos)
    Text.replace(At, 4, "...");
  Use.Spelling = Texts.intern(Text);
  Use.Size = sizeOf(Facts.Innermost);
  if (!Use.isArray())
    return Facts;
  Use.ElementSize = Use.Size;
  for (std::optional<uint64_t> Count : Use.Extents) {
    uint64_t Product;
    if (!Use.Size || __builtin_mul_overflow(Use.Size->bytes(), *Count, &Product) ||
        Product >= MaxBytes)
      Use.Size = std::nullopt;
    else
      Use.Size = Bits::fromBytes(Product);
  }
  return Facts;
}

const TypeFacts &TypeUses::of(TypeId Id) {
  // One entry for all that are out of range; two of those numbers are no keys of a DenseMap.
  Id = std::min(Id, Types.end());
  auto [It, New] = Known.try_emplace(Id);
  if (New)
    It->second = build(Id);
  return It->second;
}

void TypeUses::makeFlexible(model::TypeUse &Use, TypeId Id) {
  Use.Extents.front() = std::nullopt;
  Use.Size = std::nullopt;
  Use.Spelling = Texts.intern(Speller.spell(Id, /*IsFlexible=*/true));
}

} // namespace cachelint::btf
