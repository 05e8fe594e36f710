//===-- ContentHash.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/ContentHash.h"

#include "tool/dwarf/RecordReader.h"
#include "tool/dwarf/UnnamedRecords.h"

#include <dwarf.h>

namespace cachelint::dwarf {

static constexpr unsigned MaxDepth = 64;
static constexpr uint64_t NoType = 3;

static uint64_t numbersHash(const Node &N) {
  uint64_t Hash = mix(N.Tag, N.is(NF_Size) ? N.Size + 1 : 0);
  return mix(Hash, static_cast<uint64_t>(N.Align) << 32 | N.Encoding);
}

static uint64_t boundsHash(NodeRef Array, uint64_t Hash) {
  for (uint32_t I = Array.Index + 1; I < Array->End; I = Array.In->node(I).End) {
    const Node &Bound = Array.In->node(I);
    if (Bound.Tag == DW_TAG_subrange_type)
      Hash = mix(Hash, Bound.is(NF_Size) ? Bound.Size + 1 : 0);
  }
  return Hash;
}

uint64_t ContentHash::spellHash(NodeRef Type, unsigned Depth) {
  if (!Type || Depth == MaxDepth)
    return NoType;
  uint64_t &Known = Type.In->SpellHashes[Type.Index];
  if (Known == 0) {
    Known = 1; // for a cycle
    Known = computeSpelling(Type, Depth) | 2;
  }
  return Known;
}

uint64_t ContentHash::computeSpelling(NodeRef Type, unsigned Depth) {
  uint64_t Hash = Type->Tag;
  switch (Type->Tag) {
  case DW_TAG_structure_type:
  case DW_TAG_class_type:
  case DW_TAG_union_type:
  case DW_TAG_interface_type:
    if (isUnnamed(*Type) && !Type->Origin) {
      std::optional<NamedBy> By = namerOf(Units, Type);
      if (!By || By->How != Namer::By::Typedef)
        return Hash; // spelled as "struct {...}"
    }
    return mix(Hash, Names.nameHash(Type));
  case DW_TAG_base_type:
  case DW_TAG_typedef:
  case DW_TAG_template_alias:
  case DW_TAG_enumeration_type:
  case DW_TAG_unspecified_type:
    return mix(Hash, Names.nameHash(Type));
  case DW_TAG_subroutine_type:
    for (uint32_t I = Type.Index + 1; I < Type->End; I = Type.In->node(I).End) {
      NodeRef P = Type.sibling(I);
      Hash = mix(Hash, mix(P->Tag, spellHash(Units.typeOf(P), Depth + 1)));
    }
    Hash = mix(Hash, Type->is(NF_Prototyped));
    break;
  case DW_TAG_array_type:
    Hash = mix(boundsHash(Type, Hash), Type->is(NF_Vector));
    break;
  case DW_TAG_ptr_to_member_type:
    Hash = mix(Hash, spellHash(Units.follow(Type, Type->Class), Depth + 1));
    break;
  }
  return mix(Hash, spellHash(Units.typeOf(Type), Depth + 1));
}

uint64_t ContentHash::typeHash(NodeRef Type, unsigned Depth) {
  if (!Type || Depth == MaxDepth)
    return NoType;
  uint64_t &Known = Type.In->TypeHashes[Type.Index];
  if (Known == 0) {
    Known = 1;
    Known = computeType(Type, Depth) | 2;
  }
  return Known;
}

uint64_t ContentHash::computeType(NodeRef Type, unsigned Depth) {
  uint64_t Hash = numbersHash(*Type);
  switch (Type->Tag) {
  case DW_TAG_structure_type:
  case DW_TAG_class_type:
  case DW_TAG_union_type:
  case DW_TAG_interface_type:
    // The key says which record it is, also for those that are spelled alike. A declaration may be
    // one of a type unit's definition.
    Hash = mix(Hash, Type->Origin ? numbersHash(*Units.origin(Type)) : 0);
    return mix(Hash, mix(Names.nameHash(Type), spellHash(Type, Depth)));
  case DW_TAG_pointer_type:
  case DW_TAG_reference_type:
  case DW_TAG_rvalue_reference_type:
  case DW_TAG_ptr_to_member_type:
  case DW_TAG_subroutine_type:
    return mix(Hash, spellHash(Type, Depth));
  case DW_TAG_base_type:
  case DW_TAG_enumeration_type:
  case DW_TAG_unspecified_type:
    return mix(Hash, spellHash(Type, Depth));
  case DW_TAG_typedef:
  case DW_TAG_template_alias:
    Hash = mix(Hash, Names.nameHash(Type));
    break;
  case DW_TAG_array_type:
    Hash = mix(boundsHash(Type, Hash), Type->is(NF_Vector));
    break;
  }
  return mix(Hash, typeHash(Units.typeOf(Type), Depth + 1));
}

uint64_t ContentHash::memberHash(NodeRef Record) {
  uint64_t Hash = 0;
  for (uint32_t I = Record.Index + 1; I < Record->End; I = Record.In->node(I).End) {
    NodeRef M = Record.sibling(I);
    switch (M->Tag) {
    case DW_TAG_variant_part:
    case DW_TAG_variant:
      Hash = mix(Hash, memberHash(M));
      break;
    case DW_TAG_member:
    case DW_TAG_inheritance: {
      constexpr uint32_t Matters = NF_Declaration | NF_External | NF_Artificial | NF_BitSize |
                                   NF_Place | NF_PlaceInBits | NF_PlaceUnknown | NF_OldBitOffset |
                                   NF_Virtual;
      Hash = mix(Hash, mix(numbersHash(*M), textHash(*M)));
      Hash = mix(Hash, mix(M->Place, static_cast<uint64_t>(M->BitOffset)));
      Hash = mix(Hash, static_cast<uint64_t>(M->BitSize) << 32 | (M->Flags & Matters));
      Hash = mix(Hash, typeHash(Units.typeOf(M), 0));
      break;
    }
    }
  }
  return Hash;
}

uint64_t ContentHash::recordHash(NodeRef Record) {
  uint64_t Hash = mix(Names.nameHash(Record), numbersHash(*Record));
  // What a unit cannot say, and how its language spells types, are part of the content.
  Hash = mix(Hash,
             static_cast<uint64_t>(Record.In->Can) << 8 | static_cast<uint64_t>(Record.In->Lang));
  if (NodeRef Part = variantPartOf(Units, Record))
    Hash = mix(Hash, memberHash(Part));
  return mix(Hash, memberHash(Record));
}

} // namespace cachelint::dwarf
