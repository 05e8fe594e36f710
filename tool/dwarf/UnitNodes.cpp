//===-- UnitNodes.cpp --------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// What the attributes of an entry say, put into its node, and the references between nodes.

#include "tool/dwarf/Expression.h"
#include "tool/dwarf/Unit.h"

#include <dwarf.h>

#include <algorithm>

namespace cachelint::dwarf {

using Class = FormValue::Class;

DieRef Unit::refOf(const FormValue &V) {
  switch (V.Is) {
  case Class::Local:
    return {DieRef::Kind::Unlinked, V.U};
  case Class::Section:
    return {DieRef::Kind::Section, V.U};
  case Class::Signature:
    Signatures.push_back(V.U);
    return {DieRef::Kind::Signature, Signatures.size() - 1};
  case Class::OtherFile:
    return {DieRef::Kind::OtherFile, V.U};
  default:
    return {DieRef::Kind::Lost, 0};
  }
}

static void setFlag(Node &N, NodeFlag F, bool On) { N.Flags = On ? N.Flags | F : N.Flags & ~F; }

void Unit::take(Node &N, const AttributeSpec &Spec, const FormValue &V) {
  switch (Spec.Name) {
  case DW_AT_name:
    N.Name = V.Text;
    setFlag(N, NF_InlineName, V.Inline || Context.Sections->OneOfMany);
    return;
  case DW_AT_type:
    N.Type = refOf(V);
    return;
  case DW_AT_specification:
  case DW_AT_abstract_origin:
  case DW_AT_signature:
    N.Origin = refOf(V);
    return;
  case DW_AT_containing_type:
    N.Class = refOf(V);
    return;
  case DW_AT_location:
  case DW_AT_data_member_location:
  case DW_AT_data_bit_offset:
    return takePlace(N, Spec, V);
  case DW_AT_lower_bound:
  case DW_AT_upper_bound:
  case DW_AT_count:
    return takeBound(N, Spec, V);
  case DW_AT_byte_size:
  case DW_AT_bit_size:
  case DW_AT_bit_offset:
  case DW_AT_alignment:
  case DW_AT_encoding:
    if (V.isConstant())
      takeNumber(N, Spec, V);
    return;
  default:
    return takeFlag(N, Spec, V);
  }
}

void Unit::takeNumber(Node &N, const AttributeSpec &Spec, const FormValue &V) {
  switch (Spec.Name) {
  case DW_AT_byte_size:
    N.Size = V.U;
    // No object is larger than the address space; such a number is a fault and would overflow.
    setFlag(N, NF_Size, V.U < (uint64_t(1) << 56));
    return;
  case DW_AT_bit_size:
    N.BitSize = static_cast<uint32_t>(std::min<uint64_t>(V.U, UINT32_MAX));
    setFlag(N, NF_BitSize, V.U < UINT32_MAX);
    return;
  case DW_AT_bit_offset:
    // Negative where a bit-field crosses its storage unit: as sdata, or as eight bytes.
    N.BitOffset = static_cast<int64_t>(V.U);
    setFlag(N, NF_OldBitOffset, true);
    return;
  case DW_AT_alignment:
    // Powers of two only: anything else cannot be an alignment.
    if (V.U != 0 && V.U <= (1u << 30) && (V.U & (V.U - 1)) == 0)
      N.Align = static_cast<uint32_t>(V.U);
    return;
  case DW_AT_encoding:
    N.Encoding = static_cast<uint8_t>(V.U);
    return;
  }
}

void Unit::takeFlag(Node &N, const AttributeSpec &Spec, const FormValue &V) {
  switch (Spec.Name) {
  case DW_AT_declaration:
    return setFlag(N, NF_Declaration, V.U != 0);
  case DW_AT_external:
    return setFlag(N, NF_External, V.U != 0);
  case DW_AT_artificial:
    return setFlag(N, NF_Artificial, V.U != 0);
  case DW_AT_prototyped:
    return setFlag(N, NF_Prototyped, V.U != 0);
  case DW_AT_GNU_vector:
    return setFlag(N, NF_Vector, V.U != 0);
  case DW_AT_data_location:
    return setFlag(N, NF_Elsewhere, true);
  case DW_AT_virtuality:
    return setFlag(N, NF_Virtual, V.U != DW_VIRTUALITY_none);
  case DW_AT_inline:
  case DW_AT_low_pc:
  case DW_AT_ranges:
    return setFlag(N, NF_Code, true);
  }
}

void Unit::takePlace(Node &N, const AttributeSpec &Spec, const FormValue &V) {
  if (N.Tag == DW_TAG_variable) {
    if (V.Is == Class::Block && Spec.Name == DW_AT_location && V.Bytes.size() < UINT32_MAX) {
      N.Place = static_cast<uint64_t>(V.Bytes.begin() - section().Bytes.begin());
      N.BitSize = static_cast<uint32_t>(V.Bytes.size());
      setFlag(N, NF_Place, true);
    }
    return;
  }
  std::optional<uint64_t> Value;
  if (V.Is == Class::Block)
    Value = constantPlace(V.Bytes, Context);
  else if (V.isConstant() && Spec.Form != DW_FORM_sec_offset) // that is a list of locations
    Value = V.U;
  // A place before the record (a negative number) or beyond all memory is a fault.
  if (!Value || *Value >= (uint64_t(1) << 56))
    return setFlag(N, NF_PlaceUnknown, true);
  N.Place = *Value;
  setFlag(N, NF_Place, true);
  setFlag(N, NF_PlaceInBits, Spec.Name == DW_AT_data_bit_offset);
}

/// A subrange's Size becomes the number of elements, whatever the attributes' order.
void Unit::takeBound(Node &N, const AttributeSpec &Spec, const FormValue &V) {
  std::optional<uint64_t> Value = V.isConstant() ? std::optional(V.U) : std::nullopt;
  if (V.Is == Class::Block && !V.Bytes.empty())
    Value = constantPlace(V.Bytes, Context);
  if (!Value) // a bound that is computed at run time, or is a variable
    return;
  uint64_t U = *Value;
  switch (Spec.Name) {
  case DW_AT_count:
    N.Size = U;
    setFlag(N, NF_Size, U < (uint64_t(1) << 56));
    return;
  case DW_AT_upper_bound:
    // -1 makes an array of no elements; compilers for 32-bit targets write it as four bytes.
    if (Spec.Form == DW_FORM_data4 && U == UINT32_MAX)
      U = UINT64_MAX;
    N.Size = U + 1 - static_cast<uint64_t>(N.is(NF_LowerBound) ? N.BitOffset : LowerBound);
    setFlag(N, NF_Size, N.Size < (uint64_t(1) << 56));
    return;
  case DW_AT_lower_bound:
    N.BitOffset = static_cast<int64_t>(U);
    setFlag(N, NF_LowerBound, true);
    if (N.is(NF_Size)) {
      N.Size -= U - LowerBound;
      setFlag(N, NF_Size, N.Size < (uint64_t(1) << 56));
    }
    return;
  }
}

void Unit::indexNode(uint32_t Index) {
  size_t Block = Nodes[Index].Offset / BlockBytes;
  if (Blocks.size() <= Block)
    Blocks.resize(Block + 1, Index);
}

std::optional<uint32_t> Unit::find(uint64_t Offset) const {
  size_t Block = Offset / BlockBytes;
  if (Block >= Blocks.size())
    return std::nullopt;
  for (uint32_t I = Blocks[Block]; I != Nodes.size() && Nodes[I].Offset <= Offset; ++I)
    if (Nodes[I].Offset == Offset)
      return I;
  return std::nullopt;
}

DieRef Unit::linked(DieRef R) const {
  if (R.kind() != DieRef::Kind::Unlinked)
    return R;
  std::optional<uint32_t> Index = find(R.value());
  return Index ? DieRef(DieRef::Kind::Node, *Index) : DieRef(DieRef::Kind::Lost, 0);
}

void Unit::link() {
  for (Node &N : Nodes) {
    N.Type = linked(N.Type);
    N.Origin = linked(N.Origin);
    N.Class = linked(N.Class);
  }
}

Language languageOf(uint64_t Lang) {
  switch (Lang) {
  case DW_LANG_C89:
  case DW_LANG_C:
  case DW_LANG_C99:
  case DW_LANG_C11:
  case 0x2c: // DW_LANG_C17
  case DW_LANG_ObjC:
    return Language::C;
  case DW_LANG_C_plus_plus:
  case DW_LANG_C_plus_plus_03:
  case DW_LANG_C_plus_plus_11:
  case DW_LANG_C_plus_plus_14:
  case 0x2b: // DW_LANG_C_plus_plus_17
  case 0x3a: // DW_LANG_C_plus_plus_20
  case DW_LANG_ObjC_plus_plus:
    return Language::Cxx;
  }
  return Lang == 0 ? Language::Other : Language::Foreign;
}

unsigned lowerBoundOf(uint64_t Lang) {
  switch (Lang) {
  case DW_LANG_Ada83:
  case DW_LANG_Ada95:
  case 0x2e: // DW_LANG_Ada2005
  case 0x2f: // DW_LANG_Ada2012
  case DW_LANG_Cobol74:
  case DW_LANG_Cobol85:
  case DW_LANG_Fortran77:
  case DW_LANG_Fortran90:
  case DW_LANG_Fortran95:
  case DW_LANG_Fortran03:
  case DW_LANG_Fortran08:
  case 0x2d: // DW_LANG_Fortran18
  case DW_LANG_Julia:
  case DW_LANG_Modula2:
  case DW_LANG_Modula3:
  case DW_LANG_Pascal83:
  case DW_LANG_PLI:
    return 1;
  }
  return 0;
}

/// The first number of a version like "12.2.0" behind \p Word; 0 when there is none.
static unsigned majorVersion(llvm::StringRef Producer, llvm::StringRef Word) {
  size_t At = Producer.find(Word);
  if (At == llvm::StringRef::npos)
    return 0;
  llvm::StringRef Rest = Producer.substr(At + Word.size());
  while (!Rest.empty()) {
    auto [Token, Behind] = Rest.split(' ');
    unsigned Major = 0;
    if (Token.contains('.') && !Token.consumeInteger(10, Major))
      return Major;
    Rest = Behind;
  }
  return 0;
}

model::Capability capabilitiesOf(llvm::StringRef Producer, unsigned Version, Language Lang) {
  using model::Capability;
  if (Lang == Language::Other || Lang == Language::Foreign)
    return Capability::BitFields;
  Capability Can = Capability::BitFields | Capability::DeclarationOrder;
  bool Clang = Producer.contains("clang version");
  unsigned Gcc = Clang ? 0 : majorVersion(Producer, "GNU ");
  // gcc has DW_AT_alignment since 8, in earlier versions of DWARF as an extension; clang from DWARF
  // 5 on only. gcc lists its options.
  bool Strict = Producer.contains("-gstrict-dwarf") && Version < 5;
  if ((Gcc >= 8 && !Strict) || (Clang && Version >= 5))
    Can = Can | Capability::Alignment;
  // Both write DW_TAG_atomic_type from DWARF 5 on only; in C++ atomics are classes.
  if (Lang == Language::Cxx || ((Clang || Gcc >= 7) && Version >= 5))
    Can = Can | Capability::AtomicTypes;
  return Can;
}

} // namespace cachelint::dwarf
