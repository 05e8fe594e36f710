//===-- Format.h - numbers of the BTF format ----------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// From include/uapi/linux/btf.h of Linux 7.2 and Documentation/bpf/btf.rst. A file is
//   header, then sections at offsets from the header's end:
//   types:   type 1, type 2, ... each a common part of 12 bytes and a tail that its kind knows
//   strings: texts that end in zero, named by their offset; the first is empty
//   layout:  since Linux 7.1, for each kind 4 bytes that say how long its tails are
#ifndef CACHELINT_BTF_FORMAT_H
#define CACHELINT_BTF_FORMAT_H

#include <cstdint>
#include <optional>

namespace cachelint::btf {

constexpr uint16_t FileMagic = 0xeb9f;
constexpr uint8_t FileVersion = 1;
constexpr uint32_t ShortHeaderSize = 24; ///< without the place of the layout section
constexpr uint32_t HeaderSize = 32;
constexpr uint32_t CommonSize = 12; ///< name, info, and size or type
constexpr uint32_t LayoutEntrySize = 4;

enum class Kind : uint8_t {
  Void = 0, ///< type 0, which is in no file
  Int,
  Ptr,
  Array,
  Struct,
  Union,
  Enum,
  Fwd,
  Typedef,
  Volatile,
  Const,
  Restrict,
  Func,
  FuncProto,
  Var,
  DataSec,
  Float,
  DeclTag,
  TypeTag,
  Enum64,
  LocParam, ///< this and the two below, since Linux 7.2, are about code
  LocProto,
  LocSec,
  Unknown = 0xff, ///< of another program's future, or a type id that is out of range
};
constexpr uint8_t LastKnownKind = static_cast<uint8_t>(Kind::LocSec);

/// Linkage of variables.
constexpr uint32_t VarStatic = 0, VarExtern = 2;

/// Bytes behind the common part: Fixed, and Each times the count of the common part.
struct TailShape {
  uint8_t Fixed = 0;
  uint8_t Each = 0;
};

constexpr TailShape tailOf(Kind K) {
  switch (K) {
  case Kind::Int:
  case Kind::Var:
  case Kind::DeclTag:
    return {4, 0};
  case Kind::Array:
    return {12, 0};
  case Kind::Struct:
  case Kind::Union:
  case Kind::DataSec:
  case Kind::Enum64:
  case Kind::LocSec:
    return {0, 12};
  case Kind::Enum:
  case Kind::FuncProto:
    return {0, 8};
  case Kind::LocParam:
    return {4, 4};
  case Kind::LocProto:
    return {0, 4};
  default:
    return {0, 0};
  }
}

/// Kinds whose third word is the number of another type.
constexpr bool refersToType(Kind K) {
  switch (K) {
  case Kind::Ptr:
  case Kind::Typedef:
  case Kind::Volatile:
  case Kind::Const:
  case Kind::Restrict:
  case Kind::Func:
  case Kind::FuncProto:
  case Kind::Var:
  case Kind::DeclTag:
  case Kind::TypeTag:
    return true;
  default:
    return false;
  }
}

} // namespace cachelint::btf

#endif
