//===-- Forms.cpp ------------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/Forms.h"

#include <dwarf.h>

namespace cachelint::dwarf {

std::optional<unsigned> fixedWidth(unsigned Form, const UnitHeader &H) {
  switch (Form) {
  case DW_FORM_flag_present:
  case DW_FORM_implicit_const:
    return 0;
  case DW_FORM_data1:
  case DW_FORM_ref1:
  case DW_FORM_flag:
  case DW_FORM_strx1:
  case DW_FORM_addrx1:
    return 1;
  case DW_FORM_data2:
  case DW_FORM_ref2:
  case DW_FORM_strx2:
  case DW_FORM_addrx2:
    return 2;
  case DW_FORM_strx3:
  case DW_FORM_addrx3:
    return 3;
  case DW_FORM_data4:
  case DW_FORM_ref4:
  case DW_FORM_strx4:
  case DW_FORM_addrx4:
  case DW_FORM_ref_sup4:
    return 4;
  case DW_FORM_data8:
  case DW_FORM_ref8:
  case DW_FORM_ref_sig8:
  case DW_FORM_ref_sup8:
    return 8;
  case DW_FORM_data16:
    return 16;
  case DW_FORM_addr:
    return H.AddressSize;
  case DW_FORM_ref_addr: // DWARF 2 had it as wide as an address
    return H.Version == 2 ? H.AddressSize : H.OffsetSize;
  case DW_FORM_strp:
  case DW_FORM_line_strp:
  case DW_FORM_sec_offset:
  case DW_FORM_strp_sup:
  case DW_FORM_GNU_ref_alt:
  case DW_FORM_GNU_strp_alt:
    return H.OffsetSize;
  }
  return std::nullopt;
}

bool skipForm(ByteCursor &In, unsigned Form, const UnitHeader &H) {
  if (std::optional<unsigned> Width = fixedWidth(Form, H)) {
    In.skip(*Width);
    return true;
  }
  switch (Form) {
  case DW_FORM_string:
    In.text();
    return true;
  case DW_FORM_block1:
    In.skip(In.u8());
    return true;
  case DW_FORM_block2:
    In.skip(In.u16());
    return true;
  case DW_FORM_block4:
    In.skip(In.u32());
    return true;
  case DW_FORM_block:
  case DW_FORM_exprloc:
    In.skip(In.uleb());
    return true;
  case DW_FORM_sdata:
  case DW_FORM_udata:
  case DW_FORM_ref_udata:
  case DW_FORM_strx:
  case DW_FORM_addrx:
  case DW_FORM_loclistx:
  case DW_FORM_rnglistx:
  case DW_FORM_GNU_str_index:
  case DW_FORM_GNU_addr_index:
    In.uleb();
    return true;
  case DW_FORM_indirect: {
    uint64_t Real = In.uleb();
    // An indirect form may not name itself or a constant that the abbreviation would hold.
    return Real != DW_FORM_indirect && Real != DW_FORM_implicit_const && skipForm(In, Real, H);
  }
  }
  return false;
}

const char *textAt(const DebugSection &Section, uint64_t Offset) {
  if (Offset >= Section.Bytes.size())
    return nullptr;
  const uint8_t *Text = Section.Bytes.begin() + Offset;
  // Compilers end the section with a zero byte; then every text in it has an end.
  if (Section.Bytes.back() != 0 && !std::memchr(Text, 0, Section.Bytes.size() - Offset))
    return nullptr;
  return reinterpret_cast<const char *>(Text);
}

static const char *indexedText(const FormContext &C, uint64_t Index) {
  unsigned Width = C.Header->OffsetSize;
  const DebugSection &Table = C.Sections->StrOffsets;
  if (Index > Table.Bytes.size())
    return nullptr;
  ByteCursor In(Table.Bytes, C.Sections->LittleEndian, C.StrOffsetsBase);
  In.skip(Index * Width);
  uint64_t Offset = In.sized(Width);
  return In.failed() ? nullptr : textAt(C.Sections->Str, Offset);
}

std::optional<uint64_t> indexedAddress(const FormContext &C, uint64_t Index) {
  const DebugSection &Table = C.Addresses->Addr;
  if (Index > Table.Bytes.size())
    return std::nullopt;
  ByteCursor In(Table.Bytes, C.Sections->LittleEndian, C.AddrBase);
  In.skip(Index * C.Header->AddressSize);
  uint64_t Address = In.sized(C.Header->AddressSize);
  return In.failed() ? std::nullopt : std::optional(Address);
}

namespace {

using Class = FormValue::Class;

bool set(FormValue &V, Class Is, uint64_t U) {
  V.Is = Is;
  V.U = U;
  return true;
}

bool setText(FormValue &V, const char *Text, bool Inline = false) {
  V.Is = Text ? Class::String : Class::None;
  V.Text = Text;
  V.Inline = Inline;
  return true;
}

bool setBlock(FormValue &V, ByteCursor &In, uint64_t Size) {
  V.Is = Class::Block;
  V.Bytes = In.bytes(Size);
  return true;
}

bool setAddress(FormValue &V, const FormContext &C, uint64_t Index) {
  std::optional<uint64_t> Address = indexedAddress(C, Index);
  return set(V, Address ? Class::Address : Class::None, Address.value_or(0));
}

} // namespace

static bool readConstantForm(ByteCursor &In, unsigned Form, int64_t Implicit, FormValue &V) {
  switch (Form) {
  case DW_FORM_data1:
    return set(V, Class::Unsigned, In.u8());
  case DW_FORM_data2:
    return set(V, Class::Unsigned, In.u16());
  case DW_FORM_data4:
    return set(V, Class::Unsigned, In.u32());
  case DW_FORM_data8:
    return set(V, Class::Unsigned, In.u64());
  case DW_FORM_data16:
    return setBlock(V, In, 16);
  case DW_FORM_udata:
    return set(V, Class::Unsigned, In.uleb());
  case DW_FORM_sdata:
    return set(V, Class::Signed, static_cast<uint64_t>(In.sleb()));
  case DW_FORM_implicit_const:
    return set(V, Class::Signed, static_cast<uint64_t>(Implicit));
  case DW_FORM_flag:
    return set(V, Class::Flag, In.u8() != 0);
  case DW_FORM_flag_present:
    return set(V, Class::Flag, 1);
  }
  return false;
}

static bool readReferenceForm(ByteCursor &In, unsigned Form, const UnitHeader &H, FormValue &V) {
  switch (Form) {
  case DW_FORM_ref1:
    return set(V, Class::Local, In.u8());
  case DW_FORM_ref2:
    return set(V, Class::Local, In.u16());
  case DW_FORM_ref4:
    return set(V, Class::Local, In.u32());
  case DW_FORM_ref8:
    return set(V, Class::Local, In.u64());
  case DW_FORM_ref_udata:
    return set(V, Class::Local, In.uleb());
  case DW_FORM_ref_addr:
    return set(V, Class::Section, In.sized(*fixedWidth(Form, H)));
  case DW_FORM_ref_sig8:
    return set(V, Class::Signature, In.u64());
  case DW_FORM_ref_sup4:
    return set(V, Class::OtherFile, In.u32());
  case DW_FORM_ref_sup8:
    return set(V, Class::OtherFile, In.u64());
  case DW_FORM_GNU_ref_alt:
    return set(V, Class::OtherFile, In.sized(H.OffsetSize));
  }
  return false;
}

static bool readTextForm(ByteCursor &In, unsigned Form, const FormContext &C, FormValue &V) {
  switch (Form) {
  case DW_FORM_string:
    return setText(V, In.text(), true);
  case DW_FORM_strp:
    return setText(V, textAt(C.Sections->Str, In.sized(C.Header->OffsetSize)));
  case DW_FORM_line_strp:
    return setText(V, textAt(C.Sections->LineStr, In.sized(C.Header->OffsetSize)));
  case DW_FORM_strp_sup:
  case DW_FORM_GNU_strp_alt: {
    uint64_t Offset = In.sized(C.Header->OffsetSize);
    const DebugSections *Other = C.Sections->Supplement;
    return setText(V, Other ? textAt(Other->Str, Offset) : nullptr);
  }
  case DW_FORM_strx:
  case DW_FORM_GNU_str_index:
    return setText(V, indexedText(C, In.uleb()));
  case DW_FORM_strx1:
    return setText(V, indexedText(C, In.u8()));
  case DW_FORM_strx2:
    return setText(V, indexedText(C, In.u16()));
  case DW_FORM_strx3:
    return setText(V, indexedText(C, In.u24()));
  case DW_FORM_strx4:
    return setText(V, indexedText(C, In.u32()));
  }
  return false;
}

static bool readPlaceForm(ByteCursor &In, unsigned Form, const FormContext &C, FormValue &V) {
  switch (Form) {
  case DW_FORM_addr:
    return set(V, Class::Address, In.sized(C.Header->AddressSize));
  case DW_FORM_addrx:
  case DW_FORM_GNU_addr_index:
    return setAddress(V, C, In.uleb());
  case DW_FORM_addrx1:
    return setAddress(V, C, In.u8());
  case DW_FORM_addrx2:
    return setAddress(V, C, In.u16());
  case DW_FORM_addrx3:
    return setAddress(V, C, In.u24());
  case DW_FORM_addrx4:
    return setAddress(V, C, In.u32());
  case DW_FORM_sec_offset:
    return set(V, Class::Unsigned, In.sized(C.Header->OffsetSize));
  case DW_FORM_loclistx:
  case DW_FORM_rnglistx:
    In.uleb();
    return set(V, Class::None, 0);
  case DW_FORM_block1:
    return setBlock(V, In, In.u8());
  case DW_FORM_block2:
    return setBlock(V, In, In.u16());
  case DW_FORM_block4:
    return setBlock(V, In, In.u32());
  case DW_FORM_block:
  case DW_FORM_exprloc:
    return setBlock(V, In, In.uleb());
  }
  return false;
}

bool readForm(ByteCursor &In, unsigned Form, int64_t ImplicitConst, const FormContext &C,
              FormValue &V) {
  if (Form == DW_FORM_indirect) {
    Form = static_cast<unsigned>(In.uleb());
    if (Form == DW_FORM_indirect || Form == DW_FORM_implicit_const)
      return false;
  }
  return readConstantForm(In, Form, ImplicitConst, V) ||
         readReferenceForm(In, Form, *C.Header, V) || readTextForm(In, Form, C, V) ||
         readPlaceForm(In, Form, C, V);
}

} // namespace cachelint::dwarf
