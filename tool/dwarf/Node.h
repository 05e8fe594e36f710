//===-- Node.h - one entry of a unit, decoded -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_NODE_H
#define CACHELINT_DWARF_NODE_H

#include <cstdint>

namespace cachelint::dwarf {

/// A reference from one entry to another. Eight bytes, since a unit may hold millions.
class DieRef {
public:
  enum class Kind : uint8_t {
    None,
    Node,      ///< value: index of a node of the same unit
    Unlinked,  ///< value: offset in the unit, before the unit is linked
    Section,   ///< value: offset in .debug_info
    Signature, ///< value: index into Unit::Signatures
    OtherFile, ///< value: offset in .debug_info of the supplement
    Lost,      ///< to no entry: there is a type, but not known which
  };
  DieRef() = default;
  DieRef(Kind K, uint64_t Value) : Raw(static_cast<uint64_t>(K) << 56 | (Value & Mask)) {}

  Kind kind() const { return static_cast<Kind>(Raw >> 56); }
  uint64_t value() const { return Raw & Mask; }
  explicit operator bool() const { return Raw != 0; }

private:
  static constexpr uint64_t Mask = (uint64_t(1) << 56) - 1;
  uint64_t Raw = 0;
};

enum NodeFlag : uint32_t {
  NF_Declaration = 1 << 0,
  NF_External = 1 << 1,
  NF_Artificial = 1 << 2,
  NF_Size = 1 << 3,         ///< Size is set
  NF_BitSize = 1 << 4,      ///< BitSize is set
  NF_Place = 1 << 5,        ///< Place is set
  NF_PlaceInBits = 1 << 6,  ///< ... from DW_AT_data_bit_offset
  NF_PlaceUnknown = 1 << 7, ///< there is a location that no constant describes
  NF_OldBitOffset = 1 << 8, ///< BitOffset is set
  NF_Virtual = 1 << 9,
  NF_Prototyped = 1 << 10,
  NF_Vector = 1 << 11,
  NF_Code = 1 << 12, ///< a function with code, or an inlined one
  NF_InFunction = 1 << 13,
  NF_InlineName = 1 << 14, ///< Name stands in the entry itself, not in a string section
  NF_Cut = 1 << 15,        ///< the unit was left while its children were being read
  NF_LowerBound = 1 << 16, ///< BitOffset is a subrange's lower bound
  NF_Elsewhere = 1 << 17,  ///< an array of which the object holds a descriptor only (Fortran)
};

/// One entry that matters. Which members mean something depends on the tag.
struct Node {
  const char *Name = nullptr;
  DieRef Type;
  DieRef Origin;      ///< DW_AT_specification, DW_AT_abstract_origin or DW_AT_signature
  DieRef Class;       ///< DW_AT_containing_type
  uint64_t Size = 0;  ///< bytes; elements, for a subrange
  uint64_t Place = 0; ///< members: bytes or bits from the record's start; variables: offset of the
                      ///< location expression in its section
  int64_t BitOffset = 0; ///< DWARF 2 and 3: from the storage unit's most significant bit
  uint32_t BitSize = 0;  ///< members; variables: length of the location expression
  uint32_t Offset = 0;   ///< of the entry, from the start of the unit
  uint32_t Parent = 0;   ///< nearest enclosing node; of the first node itself
  uint32_t End = 0;      ///< behind the last node within this one
  uint32_t Align = 0;    ///< bytes; 0: not said
  uint32_t Flags = 0;
  uint16_t Tag = 0;
  uint8_t Encoding = 0;

  bool is(NodeFlag F) const { return Flags & F; }
};

} // namespace cachelint::dwarf

#endif
