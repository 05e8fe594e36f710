//===-- UnitHeader.cpp -------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/UnitHeader.h"

#include "tool/dwarf/ByteCursor.h"

#include "fmt/format.h"

#include <dwarf.h>

namespace cachelint::dwarf {

namespace {

struct Fault {
  uint64_t At;
  std::string Message;
};

} // namespace

/// Reads one header; \p Fault says why not.
static bool readHeader(ByteCursor &In, UnitHeader &H, uint64_t SectionSize, Fault &Why) {
  H.Offset = In.offset();
  uint64_t Length = In.u32();
  if (Length == 0xffffffff) {
    H.OffsetSize = 8;
    Length = In.u64();
  } else if (Length >= 0xfffffff0) {
    Why = {H.Offset, fmt::format("unit length 0x{:x} is reserved", Length)};
    return false;
  }
  if (In.failed() || Length > SectionSize - In.offset()) {
    Why = {H.Offset, fmt::format("unit of {} bytes reaches beyond the end of the section (0x{:x})",
                                 Length, SectionSize)};
    return false;
  }
  H.End = In.offset() + Length;
  H.Version = In.u16();
  if (H.Version < 2 || H.Version > 5) {
    Why = {H.Offset, fmt::format("DWARF version {} is not known", H.Version)};
    return false;
  }
  uint8_t Type = H.InTypes ? DW_UT_type : DW_UT_compile;
  if (H.Version >= 5) {
    Type = In.u8();
    H.AddressSize = In.u8();
    H.AbbrevOffset = In.sized(H.OffsetSize);
  } else {
    H.AbbrevOffset = In.sized(H.OffsetSize);
    H.AddressSize = In.u8();
  }
  if (Type == DW_UT_skeleton || Type == DW_UT_split_compile)
    H.DwoId = In.u64();
  H.IsSkeleton = Type == DW_UT_skeleton;
  H.IsType = Type == DW_UT_type || Type == DW_UT_split_type;
  if (H.IsType) {
    H.Signature = In.u64();
    H.TypeOffset = In.sized(H.OffsetSize);
  }
  H.DieOffset = In.offset();
  if (In.failed() || H.DieOffset > H.End) {
    Why = {H.Offset, "unit header is cut"};
    return false;
  }
  if (H.AddressSize != 2 && H.AddressSize != 4 && H.AddressSize != 8) {
    Why = {H.Offset, fmt::format("address size {} is not known", H.AddressSize)};
    return false;
  }
  return true;
}

static void listSection(const DebugSection &Section, bool InTypes, bool LittleEndian,
                        llvm::StringRef Input, ProblemSink &Problems,
                        std::vector<UnitHeader> &Units) {
  uint64_t At = 0;
  while (At < Section.Bytes.size()) {
    ByteCursor In(Section.Bytes, LittleEndian, At);
    UnitHeader H;
    H.InTypes = InTypes;
    Fault Why{};
    if (readHeader(In, H, Section.Bytes.size(), Why)) {
      Units.push_back(H);
      At = H.End;
      continue;
    }
    Problems.add({ProblemLevel::Warning, Input.str(), Section.Name.str(), Why.At, {}, Why.Message});
    // A unit of another version still says where it ends; without an end the rest is lost.
    if (H.End <= At)
      return;
    At = H.End;
  }
}

std::vector<UnitHeader> listUnits(const DebugSections &Sections, llvm::StringRef Input,
                                  ProblemSink &Problems) {
  std::vector<UnitHeader> Units;
  listSection(Sections.Info, false, Sections.LittleEndian, Input, Problems, Units);
  listSection(Sections.Types, true, Sections.LittleEndian, Input, Problems, Units);
  return Units;
}

} // namespace cachelint::dwarf
