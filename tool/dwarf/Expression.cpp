//===-- Expression.cpp -------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/Expression.h"

#include "tool/dwarf/Unit.h"

#include <dwarf.h>

namespace cachelint::dwarf {

/// Pushes of a constant; empty when \p Op is no such thing. The operand is read either way.
static std::optional<uint64_t> readConstant(uint8_t Op, ByteCursor &In, const FormContext &C) {
  if (Op >= DW_OP_lit0 && Op <= DW_OP_lit31)
    return Op - DW_OP_lit0;
  switch (Op) {
  case DW_OP_const1u:
    return In.u8();
  case DW_OP_const1s:
    return static_cast<uint64_t>(static_cast<int8_t>(In.u8()));
  case DW_OP_const2u:
    return In.u16();
  case DW_OP_const2s:
    return static_cast<uint64_t>(static_cast<int16_t>(In.u16()));
  case DW_OP_const4u:
    return In.u32();
  case DW_OP_const4s:
    return static_cast<uint64_t>(static_cast<int32_t>(In.u32()));
  case DW_OP_const8u:
  case DW_OP_const8s:
    return In.u64();
  case DW_OP_constu:
    return In.uleb();
  case DW_OP_consts:
    return static_cast<uint64_t>(In.sleb());
  case DW_OP_constx:
  case DW_OP_GNU_const_index:
    return indexedAddress(C, In.uleb());
  }
  return std::nullopt;
}

std::optional<uint64_t> constantPlace(llvm::ArrayRef<uint8_t> Expression, const FormContext &C) {
  ByteCursor In(Expression, C.Sections->LittleEndian);
  llvm::SmallVector<uint64_t, 8> Stack{0};
  while (!In.atEnd()) {
    uint8_t Op = In.u8();
    if (Op == DW_OP_plus_uconst) {
      Stack.back() += In.uleb();
    } else if (Op == DW_OP_plus || Op == DW_OP_minus) {
      if (Stack.size() < 2)
        return std::nullopt;
      uint64_t Top = Stack.pop_back_val();
      Stack.back() += Op == DW_OP_plus ? Top : -Top;
    } else if (std::optional<uint64_t> Value = readConstant(Op, In, C)) {
      Stack.push_back(*Value);
    } else {
      return std::nullopt;
    }
  }
  return In.failed() ? std::nullopt : std::optional(Stack.back());
}

std::optional<StaticPlace> staticPlace(llvm::ArrayRef<uint8_t> Expression, const FormContext &C) {
  if (Expression.empty())
    return std::nullopt;
  ByteCursor In(Expression, C.Sections->LittleEndian);
  StaticPlace Place;
  uint8_t Op = In.u8();
  if (Op == DW_OP_addr) {
    Place.Address = In.sized(C.Header->AddressSize);
  } else if (Op == DW_OP_addrx || Op == DW_OP_GNU_addr_index) {
    std::optional<uint64_t> Address = indexedAddress(C, In.uleb());
    if (!Address)
      return std::nullopt;
    Place.Address = *Address;
  } else if (std::optional<uint64_t> Offset = readConstant(Op, In, C)) {
    uint8_t Tls = In.u8();
    if (Tls != DW_OP_form_tls_address && Tls != DW_OP_GNU_push_tls_address)
      return std::nullopt;
    Place = {*Offset, true};
  } else {
    return std::nullopt;
  }
  if (!In.atEnd()) { // clang merges small globals into one and places them within it
    if (In.u8() != DW_OP_plus_uconst)
      return std::nullopt;
    Place.Address += In.uleb();
  }
  return In.failed() || In.left() != 0 ? std::nullopt : std::optional(Place);
}

std::optional<StaticPlace> staticPlaceOf(const Unit &U, const Node &Variable) {
  if (!Variable.is(NF_Place))
    return std::nullopt;
  return staticPlace(U.section().Bytes.slice(Variable.Place, Variable.BitSize), U.context());
}

} // namespace cachelint::dwarf
