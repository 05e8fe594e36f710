//===-- TypeReader.cpp -------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/TypeReader.h"

#include "tool/dwarf/UnnamedRecords.h"

#include <dwarf.h>

namespace cachelint::dwarf {

using model::Bits;
using model::TypeTrait;

// Chains of typedefs, qualifiers and arrays: far beyond what is written by hand or by macro.
static constexpr unsigned MaxDepth = 64;
static constexpr uint64_t MaxBytes = uint64_t(1) << 56;

std::optional<uint64_t> TypeReader::arrayBytes(NodeRef Array, unsigned Depth) {
  if (Array->is(NF_Size))
    return Array->Size;
  if (Array->is(NF_Elsewhere)) // how large the descriptor is, DWARF does not say
    return std::nullopt;
  std::optional<uint64_t> Bytes = bytesOf(Units.typeOf(Array), Depth);
  auto Bounds = boundsOf(Array);
  if (Bounds.empty())
    return std::nullopt;
  for (std::optional<uint64_t> Bound : Bounds) {
    uint64_t Product;
    if (!Bytes || !Bound || __builtin_mul_overflow(*Bytes, *Bound, &Product) || Product >= MaxBytes)
      return std::nullopt;
    Bytes = Product;
  }
  return Bytes;
}

std::optional<uint64_t> TypeReader::bytesOf(NodeRef Type, unsigned Depth) {
  if (!Type || Depth == MaxDepth)
    return std::nullopt;
  uint64_t Pointer = Type.In->header().AddressSize;
  std::optional<uint64_t> Said = Type->is(NF_Size) ? std::optional(Type->Size) : std::nullopt;
  switch (Type->Tag) {
  case DW_TAG_pointer_type:
  case DW_TAG_reference_type:
  case DW_TAG_rvalue_reference_type:
    return Said.value_or(Pointer);
  case DW_TAG_ptr_to_member_type: {
    // The C++ ABI: an offset for data, a pointer and an adjustment for functions.
    NodeRef Member = Units.typeOf(Type);
    bool IsFunction = Member && Member->Tag == DW_TAG_subroutine_type;
    return Said.value_or(IsFunction ? 2 * Pointer : Pointer);
  }
  case DW_TAG_array_type:
    return arrayBytes(Type, Depth + 1);
  case DW_TAG_unspecified_type:
    // nullptr_t is the only one that objects have.
    return Type->Name && llvm::StringRef(Type->Name).contains("nullptr") ? Said.value_or(Pointer)
                                                                         : Said;
  case DW_TAG_subrange_type: // as a type of its own: a subrange's Size counts elements
    return bytesOf(Units.typeOf(Type), Depth + 1);
  case DW_TAG_subroutine_type: // a function of C has no size; one of Go is a pointer, and says so
  case DW_TAG_base_type:
  case DW_TAG_string_type:
    return Said;
  case DW_TAG_structure_type:
  case DW_TAG_class_type:
  case DW_TAG_union_type:
  case DW_TAG_interface_type: {
    if (Said)
      return Said;
    // A type unit holds the definition of what is a mere declaration here.
    NodeRef Origin = Units.origin(Type);
    return Origin != Type && Origin->is(NF_Size) ? std::optional(Origin->Size) : std::nullopt;
  }
  }
  return Said ? Said : bytesOf(Units.typeOf(Type), Depth + 1);
}

std::optional<Bits> TypeReader::sizeOf(NodeRef Type) {
  std::optional<uint64_t> Bytes = bytesOf(Type, 0);
  return Bytes ? std::optional(Bits::fromBytes(*Bytes)) : std::nullopt;
}

void TypeReader::byName(llvm::StringRef Own, llvm::StringRef Qualified, model::TypeUse &Use) {
  auto Has = [&](const NameSet &Set) { return Set.matches(Own) || Set.matches(Qualified); };
  if (Has(Words.Locks))
    Use.Traits |= TypeTrait::Lock;
  if (Has(Words.Atomics))
    Use.Traits |= TypeTrait::Atomic;
}

/// "std::atomic<int>", also from within a library's inline namespace.
static bool isStdAtomic(llvm::StringRef Key) {
  if (!Key.consume_front("std::"))
    return false;
  llvm::StringRef Name = Key.take_until([](char C) { return C == '<'; });
  Name = Name.rsplit("::").second.empty() ? Name : Name.rsplit("::").second;
  return Name == "atomic" || Name == "atomic_flag" || Name == "__atomic_base" ||
         Name == "__atomic_float";
}

/// Typedefs, qualifiers and arrays; false for what is none of them.
bool TypeReader::atQualifier(NodeRef Type, model::TypeUse &Use) {
  switch (Type->Tag) {
  case DW_TAG_const_type:
  case DW_TAG_immutable_type:
    Use.Traits |= TypeTrait::Const;
    return true;
  case DW_TAG_volatile_type:
    Use.Traits |= TypeTrait::Volatile;
    return true;
  case DW_TAG_atomic_type:
    Use.Traits |= TypeTrait::Atomic;
    return true;
  case DW_TAG_restrict_type:
  case DW_TAG_packed_type:
  case DW_TAG_shared_type:
    return true;
  case DW_TAG_typedef:
  case DW_TAG_template_alias:
    if (Type->Name && !(Words.Locks.empty() && Words.Atomics.empty()))
      byName(Type->Name, Names.qualified(Type), Use);
    return true;
  case DW_TAG_array_type:
    if (Type->is(NF_Vector) || Type->is(NF_Elsewhere))
      return false;
    for (std::optional<uint64_t> Bound : boundsOf(Type))
      Use.Extents.push_back(Bound);
    return true;
  }
  return false;
}

static bool isFloatEncoding(unsigned Encoding) {
  return Encoding == DW_ATE_float || Encoding == DW_ATE_complex_float ||
         Encoding == DW_ATE_imaginary_float || Encoding == DW_ATE_decimal_float;
}

void TypeReader::atEnd(NodeRef Type, model::TypeUse &Use) {
  std::optional<uint64_t> Bytes = bytesOf(Type, 0);
  uint64_t Part = Bytes.value_or(0);
  if (Use.isArray() && Bytes)
    Use.ElementSize = Bits::fromBytes(*Bytes);
  switch (Type->Tag) {
  case DW_TAG_structure_type:
  case DW_TAG_class_type:
  case DW_TAG_union_type:
  case DW_TAG_interface_type:
    Use.Traits |= TypeTrait::Record;
    Use.Record = Names.recordKey(Type);
    if (isStdAtomic(Use.Record))
      Use.Traits |= TypeTrait::Atomic;
    byName(Type->Name ? Type->Name : "", Use.Record, Use);
    return;
  case DW_TAG_pointer_type:
  case DW_TAG_reference_type:
  case DW_TAG_rvalue_reference_type:
  case DW_TAG_ptr_to_member_type:
    Use.Traits |= TypeTrait::Pointer;
    Part = Type.In->header().AddressSize;
    break;
  case DW_TAG_base_type:
    Use.Traits |= TypeTrait::Scalar;
    if (Bytes == 1 && Type->Encoding != DW_ATE_boolean)
      Use.Traits |= TypeTrait::CharLike;
    if (Type->Encoding == DW_ATE_complex_float)
      Part /= 2;
    break;
  case DW_TAG_enumeration_type:
    Use.Traits |= TypeTrait::Scalar;
    if (Type->Name && Names.qualified(Type) == "std::byte")
      Use.Traits |= TypeTrait::CharLike;
    break;
  }
  bool Float = Type->Tag == DW_TAG_base_type && isFloatEncoding(Type->Encoding);
  bool Vector = Type->Tag == DW_TAG_array_type;
  // Atomics of two words are aligned to their size also where plain numbers are not.
  bool Whole = Vector || (Use.is(TypeTrait::Atomic) && (Part & (Part - 1)) == 0);
  if (Whole && Target.MaxAlign != 0 && Part != 0 && (Part & (Part - 1)) == 0)
    Use.Align = Bits::fromBytes(Part);
  else if (Type->Tag != DW_TAG_subroutine_type)
    Use.Align = naturalAlign(Target, Part, Float);
}

void TypeReader::lookThrough(NodeRef Type, model::TypeUse &Use) {
  std::optional<Bits> Stated; // the outermost alignment wins: that of the last typedef
  for (unsigned Depth = 0; Type && Depth != MaxDepth; ++Depth) {
    if (Type->Align != 0 && !Stated)
      Stated = Bits::fromBytes(Type->Align);
    if (!atQualifier(Type, Use)) {
      atEnd(Type, Use);
      break;
    }
    Type = Units.typeOf(Type);
  }
  if (Stated)
    Use.Align = Stated;
}

model::TypeUse TypeReader::typeUse(NodeRef Type, Language Lang) {
  model::TypeUse Use;
  if (!Type) {
    Use.Spelling = "...";
    return Use;
  }
  Use.Spelling = Pool.intern(llvm::StringRef(Speller.spell(Type, Lang)));
  Use.Size = sizeOf(Type);
  lookThrough(Type, Use);
  return Use;
}

} // namespace cachelint::dwarf
