//===-- RecordReader.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/RecordReader.h"

#include "tool/dwarf/UnnamedRecords.h"

#include <dwarf.h>

namespace cachelint::dwarf {

using model::Bits;
using model::FieldKind;
using model::RecordFlag;

bool isRecordDefinition(const Node &N) {
  return isRecordTag(N.Tag) && !N.is(NF_Declaration) && N.is(NF_Size) && !N.is(NF_Cut);
}

bool isObjectMember(const Node &N) {
  // Static members are DW_TAG_member before DWARF 5, and declarations of variables defined
  // elsewhere.
  return N.Tag == DW_TAG_member && !N.is(NF_Declaration) && !N.is(NF_External);
}

/// Offset of a bit-field from the record's start. In memory order: on little-endian machines
/// counted from the least significant bit of the first byte, on big-endian ones from the most
/// significant.
std::optional<Bits> RecordReader::bitOffset(NodeRef Member, const model::TypeUse &Type) {
  if (Member->is(NF_PlaceInBits))
    return Bits::fromBits(Member->Place);
  int64_t Start = static_cast<int64_t>(Member->is(NF_Place) ? Member->Place : 0) * 8;
  if (!Member->is(NF_OldBitOffset))
    return Bits::fromBits(static_cast<uint64_t>(Start));
  // DWARF 2 and 3 count from the most significant bit of a storage unit, which has the size of the
  // member's own DW_AT_byte_size or of its type. The unit may reach before or behind the bits.
  if (Member.In->context().Sections->LittleEndian) {
    std::optional<Bits> Unit = Type.Size;
    if (Member->is(NF_Size))
      Unit = Bits::fromBytes(Member->Size);
    if (!Unit || Unit->bytes() > 64)
      return std::nullopt;
    Start += static_cast<int64_t>(Unit->bits());
    Start -= static_cast<int64_t>(Member->BitSize);
    if (__builtin_sub_overflow(Start, Member->BitOffset, &Start))
      return std::nullopt;
  } else if (__builtin_add_overflow(Start, Member->BitOffset, &Start)) {
    return std::nullopt;
  }
  constexpr int64_t MaxBits = int64_t(1) << 59;
  return Start >= 0 && Start < MaxBits ? std::optional(Bits::fromBits(static_cast<uint64_t>(Start)))
                                       : std::nullopt;
}

model::Field RecordReader::readField(NodeRef Member) {
  model::Field F;
  F.Type = Types.typeUse(Units.typeOf(Member), Member.In->Lang);
  llvm::StringRef Name = Member->Name ? Member->Name : "";
  if (Member->is(NF_Artificial) && Name.starts_with("_vptr")) {
    F.Kind = FieldKind::VPtr;
    F.Name = "_vptr";
    F.Type.Spelling = "void **";
    F.Type.Record = {};
  } else {
    F.Name = Pool.intern(Name);
    if (Name.empty() && Member.sibling(Member->Parent)->Tag == DW_TAG_variant_part)
      F.Name = "(discriminant)";
  }
  if (Member->is(NF_BitSize)) {
    F.BitWidth = Bits::fromBits(Member->BitSize);
    F.Offset = Member->is(NF_PlaceUnknown) ? std::nullopt : bitOffset(Member, F.Type);
  } else if (!Member->is(NF_PlaceUnknown)) {
    // A union's members have no place of their own: they start where the union does.
    F.Offset =
        Member->is(NF_PlaceInBits) ? Bits::fromBits(Member->Place) : Bits::fromBytes(Member->Place);
  }
  if (Member->Align > 1) {
    Bits Said = Bits::fromBytes(Member->Align);
    // Compilers repeat the type's own alignment here; only more than that was said on the field.
    if (!F.Type.Align || Said > *F.Type.Align)
      F.DeclaredAlign = Said;
  }
  F.Pos = Lines.posOf(*Member.In, *Member);
  return F;
}

model::Field RecordReader::readBase(NodeRef Base) {
  model::Field F;
  F.Kind = Base->is(NF_Virtual) ? FieldKind::VirtualBase : FieldKind::Base;
  // A base is the class itself, whatever typedef names it.
  NodeRef Type = Units.typeOf(Base);
  for (unsigned Step = 0; Type && Type->Tag == DW_TAG_typedef && Step != 64; ++Step)
    Type = Units.typeOf(Type);
  F.Type = Types.typeUse(Type, Base.In->Lang);
  F.Name = F.Type.Record;
  // Where a virtual base is, only the object's own vtable says.
  if (F.Kind == FieldKind::Base && !Base->is(NF_PlaceUnknown))
    F.Offset = Bits::fromBytes(Base->Place);
  F.Pos = Lines.posOf(*Base.In, *Base);
  return F;
}

void RecordReader::readMembers(NodeRef Record, model::Record &Out) {
  for (uint32_t I = Record.Index + 1; I < Record->End; I = Record.In->node(I).End) {
    NodeRef M = Record.sibling(I);
    if (M->Tag == DW_TAG_variant_part || M->Tag == DW_TAG_variant)
      readMembers(M, Out);
    else if (isObjectMember(*M))
      Out.Fields.push_back(readField(M));
    else if (M->Tag == DW_TAG_inheritance)
      Out.Fields.push_back(readBase(M));
  }
}

NodeRef variantPartOf(UnitStore &Units, NodeRef Record) {
  NodeRef Around = Record.sibling(Record->Parent);
  if (Record.In->Lang != Language::Foreign || !isRecordTag(Around->Tag))
    return {};
  for (uint32_t I = Around.Index + 1; I < Around->End; I = Around.In->node(I).End) {
    NodeRef Part = Around.sibling(I);
    if (Part->Tag != DW_TAG_variant_part)
      continue;
    for (uint32_t J = Part.Index + 1; J < Part->End; ++J)
      if (Part.In->node(J).Tag == DW_TAG_member && Units.typeOf(Part.sibling(J)) == Record)
        return Part;
  }
  return {};
}

/// What tells the variants apart is in each of them, unless it is a value that the variant's own
/// field cannot have: else there would be holes where there are none.
void RecordReader::addDiscriminant(NodeRef Record, model::Record &Out) {
  NodeRef Part = variantPartOf(Units, Record);
  if (!Part || Part.Index + 1 == Part->End || Part.In->node(Part.Index + 1).Tag != DW_TAG_member)
    return;
  model::Field F = readField(Part.sibling(Part.Index + 1));
  if (!F.Offset || !F.Type.Size)
    return;
  for (const model::Field &Own : Out.Fields)
    if (!Own.Offset || !Own.Type.Size ||
        (*Own.Offset < *F.Offset + *F.Type.Size && *F.Offset < *Own.Offset + *Own.Type.Size))
      return;
  Out.Fields.insert(Out.Fields.begin(), std::move(F));
}

static bool isSystemFile(llvm::StringRef File) {
  return File.starts_with("/usr/include/") || File.starts_with("/usr/lib/") ||
         File.starts_with("/usr/local/include/");
}

model::Record RecordReader::read(NodeRef Record) {
  model::Record Out;
  Out.Key = Out.Name = Names.recordKey(Record);
  Out.Kind = recordKindOf(*Record);
  Out.Size = Bits::fromBytes(Record->Size);
  if (Record->Align != 0)
    Out.Align = Bits::fromBytes(Record->Align);
  readMembers(Record, Out);
  addDiscriminant(Record, Out);
  // The order of the other front end: vtable pointer, bases, fields as declared.
  auto Rank = [](const model::Field &F) {
    return F.Kind == FieldKind::VPtr          ? 0
           : F.Kind == FieldKind::Base        ? 1
           : F.Kind == FieldKind::VirtualBase ? 2
                                              : 3;
  };
  std::stable_sort(Out.Fields.begin(), Out.Fields.end(),
                   [&](const auto &A, const auto &B) { return Rank(A) < Rank(B); });
  Out.From = File;
  Out.From.Can = Record.In->Can | File.Can;
  Out.Pos = Lines.posOf(*Record.In, *Record);
  if (isSystemFile(Out.Pos.File))
    Out.Flags |= RecordFlag::SystemHeader;
  if (isUnnamed(*Record) && Out.Key.contains("(anonymous "))
    Out.Flags |= RecordFlag::Anonymous;
  return Out;
}

} // namespace cachelint::dwarf
