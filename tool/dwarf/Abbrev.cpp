//===-- Abbrev.cpp -----------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/Abbrev.h"

#include "tool/dwarf/ByteCursor.h"
#include "tool/dwarf/Forms.h"

#include "fmt/format.h"

#include <dwarf.h>

namespace cachelint::dwarf {

/// Tags that become nodes: types and their parts, what names scopes, and what may have an address.
static bool isWantedTag(unsigned Tag) {
  switch (Tag) {
  case DW_TAG_compile_unit:
  case DW_TAG_partial_unit:
  case DW_TAG_type_unit:
  case DW_TAG_skeleton_unit:
  case DW_TAG_namespace:
  case DW_TAG_module:
  case DW_TAG_base_type:
  case DW_TAG_unspecified_type:
  case DW_TAG_pointer_type:
  case DW_TAG_reference_type:
  case DW_TAG_rvalue_reference_type:
  case DW_TAG_ptr_to_member_type:
  case DW_TAG_const_type:
  case DW_TAG_volatile_type:
  case DW_TAG_restrict_type:
  case DW_TAG_atomic_type:
  case DW_TAG_packed_type:
  case DW_TAG_shared_type:
  case DW_TAG_immutable_type:
  case DW_TAG_typedef:
  case DW_TAG_template_alias:
  case DW_TAG_array_type:
  case DW_TAG_subrange_type:
  case DW_TAG_string_type:
  case DW_TAG_set_type:
  case DW_TAG_enumeration_type:
  case DW_TAG_subroutine_type:
  case DW_TAG_formal_parameter:
  case DW_TAG_unspecified_parameters:
  case DW_TAG_structure_type:
  case DW_TAG_class_type:
  case DW_TAG_union_type:
  case DW_TAG_interface_type:
  case DW_TAG_member:
  case DW_TAG_inheritance:
  case DW_TAG_variant_part:
  case DW_TAG_variant:
  case DW_TAG_variable:
  case DW_TAG_subprogram:
    return true;
  }
  return false;
}

static bool isWantedAttribute(unsigned Name) {
  switch (Name) {
  case DW_AT_name:
  case DW_AT_type:
  case DW_AT_byte_size:
  case DW_AT_bit_size:
  case DW_AT_bit_offset:
  case DW_AT_data_bit_offset:
  case DW_AT_data_member_location:
  case DW_AT_declaration:
  case DW_AT_external:
  case DW_AT_artificial:
  case DW_AT_specification:
  case DW_AT_abstract_origin:
  case DW_AT_signature:
  case DW_AT_location:
  case DW_AT_lower_bound:
  case DW_AT_upper_bound:
  case DW_AT_count:
  case DW_AT_encoding:
  case DW_AT_alignment:
  case DW_AT_virtuality:
  case DW_AT_inline:
  case DW_AT_low_pc:
  case DW_AT_ranges:
  case DW_AT_prototyped:
  case DW_AT_GNU_vector:
  case DW_AT_data_location:
  case DW_AT_containing_type:
  // Of the unit itself:
  case DW_AT_language:
  case DW_AT_producer:
  case DW_AT_comp_dir:
  case DW_AT_stmt_list:
  case DW_AT_str_offsets_base:
  case DW_AT_addr_base:
  case DW_AT_GNU_addr_base:
  case DW_AT_dwo_name:
  case DW_AT_GNU_dwo_name:
  case DW_AT_GNU_dwo_id:
    return true;
  }
  return false;
}

void AbbrevTable::plan(Abbrev &A, const UnitHeader &H) {
  A.FirstStep = static_cast<uint32_t>(Steps.size());
  uint32_t Skip = 0;
  for (const AttributeSpec &Spec : specs(A)) {
    bool Want = A.Wanted && isWantedAttribute(Spec.Name);
    std::optional<unsigned> Width = fixedWidth(Spec.Form, H);
    if (!Want && Width) {
      Skip += *Width;
      continue;
    }
    Step S{Spec, Skip};
    if (!Want)
      S.Spec.Name = 0;
    Steps.push_back(S);
    Skip = 0;
  }
  A.SkipAfter = Skip;
  A.StepCount = static_cast<uint32_t>(Steps.size()) - A.FirstStep;
}

void AbbrevTable::insert(uint64_t Code, const Abbrev &A) {
  if (Code == Dense.size() + 1)
    Dense.push_back(A);
  else if (!find(Code)) // a code that is defined twice keeps its first meaning
    Sparse.try_emplace(Code, A);
}

bool AbbrevTable::read(const DebugSections &Sections, const UnitHeader &H, std::string &Error) {
  Dense.clear();
  Sparse.clear();
  Steps.clear();
  Specs.clear();
  ByteCursor In(Sections.Abbrev.Bytes, Sections.LittleEndian, H.AbbrevOffset);
  while (uint64_t Code = In.uleb()) {
    Abbrev A;
    uint64_t Tag = In.uleb();
    A.Tag = static_cast<uint16_t>(Tag);
    A.HasChildren = In.u8() != DW_CHILDREN_no;
    A.Wanted = isWantedTag(static_cast<unsigned>(Tag));
    A.FirstSpec = static_cast<uint32_t>(Specs.size());
    while (!In.failed()) {
      uint64_t Name = In.uleb(), Form = In.uleb();
      int64_t Implicit = Form == DW_FORM_implicit_const ? In.sleb() : 0;
      if (Name == 0 && Form == 0)
        break;
      // Neither names nor forms go beyond 0x3fff and 0x1fff in any registry.
      if (Name > UINT16_MAX || Form > UINT16_MAX || Tag > UINT16_MAX) {
        Error = fmt::format("abbreviation {} has tag 0x{:x}, attribute 0x{:x}, form 0x{:x}", Code,
                            Tag, Name, Form);
        return false;
      }
      Specs.push_back({static_cast<uint16_t>(Name), static_cast<uint16_t>(Form), Implicit});
    }
    A.SpecCount = static_cast<uint32_t>(Specs.size()) - A.FirstSpec;
    if (In.failed())
      break;
    plan(A, H);
    if (Code < UnusableCode)
      insert(Code, A);
  }
  if (In.failed()) {
    Error = fmt::format("abbreviation table at .debug_abbrev+0x{:x} has no end", H.AbbrevOffset);
    return false;
  }
  return true;
}

} // namespace cachelint::dwarf
