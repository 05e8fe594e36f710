//===-- UnnamedRecords.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/UnnamedRecords.h"

#include <dwarf.h>

namespace cachelint::dwarf {

bool isRecordTag(unsigned Tag) {
  return Tag == DW_TAG_structure_type || Tag == DW_TAG_class_type || Tag == DW_TAG_union_type ||
         Tag == DW_TAG_interface_type;
}

bool isUnnamed(const Node &N) {
  // gcc calls closures "<lambda(int)>" and unnamed classes "<unnamed struct>" or "._anon".
  return !N.Name || N.Name[0] == '\0' || N.Name[0] == '<' || (N.Name[0] == '.' && N.Name[1] == '_');
}

/// The unnamed record of this unit that a type is made of, behind arrays and pointers.
static std::optional<uint32_t> unnamedRecordIn(const Unit &U, DieRef Type) {
  // No declarator is deeper; a cycle ends here.
  for (unsigned Depth = 0; Depth != 16 && Type.kind() == DieRef::Kind::Node; ++Depth) {
    uint32_t Index = static_cast<uint32_t>(Type.value());
    const Node &N = U.node(Index);
    switch (N.Tag) {
    case DW_TAG_array_type:
    case DW_TAG_pointer_type:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
    case DW_TAG_atomic_type:
      Type = N.Type;
      continue;
    }
    return isRecordTag(N.Tag) && isUnnamed(N) && !N.is(NF_Declaration) ? std::optional(Index)
                                                                       : std::nullopt;
  }
  return std::nullopt;
}

static void nameMembers(Unit &U, uint32_t Parent) {
  uint32_t Ordinal = 0;
  for (uint32_t I = Parent + 1; I < U.node(Parent).End; I = U.node(I).End) {
    if (U.node(I).Tag != DW_TAG_member)
      continue;
    std::optional<uint32_t> Record = unnamedRecordIn(U, U.node(I).Type);
    if (Record &&
        U.Namers.try_emplace(*Record, Namer{Namer::By::Member, Parent, Ordinal + 1}).second)
      ++Ordinal;
  }
}

void nameUnnamedRecords(Unit &U) {
  // Each rule in turn over the whole unit, the strongest first.
  llvm::SmallVector<uint32_t, 64> Declarators;
  for (uint32_t I = 0; I != U.nodes().size(); ++I) {
    const Node &N = U.node(I);
    if (N.Tag == DW_TAG_typedef) {
      std::optional<uint32_t> Record;
      if (N.Type.kind() == DieRef::Kind::Node && isRecordTag(U.node(N.Type.value()).Tag))
        Record = unnamedRecordIn(U, N.Type);
      if (Record)
        U.Namers.try_emplace(*Record, Namer{Namer::By::Typedef, I, 1});
      else
        Declarators.push_back(I);
    } else if (N.Tag == DW_TAG_variable || N.Tag == DW_TAG_subprogram) {
      Declarators.push_back(I);
    }
  }
  for (uint32_t I = 0; I != U.nodes().size(); ++I)
    if (isRecordTag(U.node(I).Tag))
      nameMembers(U, I);
  for (uint32_t I : Declarators)
    if (std::optional<uint32_t> Record = unnamedRecordIn(U, U.node(I).Type))
      U.Namers.try_emplace(*Record, Namer{Namer::By::Declarator, I, 1});
}

const char *localDeclarator(const Unit &U, uint32_t Function, uint32_t Record) {
  const char *Found = nullptr;
  U.forEachLocal(U.node(Function), [&](const char *Name, DieRef Type) {
    if (unnamedRecordIn(U, Type) != Record)
      return true;
    Found = Name;
    return false;
  });
  return Found;
}

} // namespace cachelint::dwarf
