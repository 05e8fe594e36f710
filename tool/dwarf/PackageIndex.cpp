//===-- PackageIndex.cpp ---===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// The index of a package of split units (DWARF 5, 7.3.5): a hash table from a unit's id or
// signature to a row, and rows of offsets and sizes, a column for each section. Version 2 is that
// of GNU for DWARF 4, where type units have a section and a column of their own.

#include "tool/dwarf/ByteCursor.h"
#include "tool/dwarf/SplitUnits.h"

#include "llvm/ADT/STLExtras.h"

#include "fmt/format.h"

#include <algorithm>

namespace cachelint::dwarf {

namespace {

/// What one row says.
struct Row {
  uint64_t Id = 0;
  uint64_t Begin = 0, End = 0; ///< in .debug_info or .debug_types
  uint64_t Abbrev = 0, Line = 0, StrOffsets = 0;
};

// The same in both versions, but for 2.
enum Column : uint32_t { Info = 1, Types = 2, Abbreviations = 3, Lines = 4, StringOffsets = 6 };

/// A table of \p Rows rows of numbers of four bytes.
struct Table {
  llvm::ArrayRef<uint8_t> Bytes;
  bool LittleEndian;
  uint32_t Columns;
  uint32_t at(uint64_t Row, uint64_t Column) const {
    return ByteCursor(Bytes, LittleEndian, (Row * Columns + Column) * 4).u32();
  }
};

} // namespace

/// Empty, with \p Error, when the index makes no sense.
static std::vector<Row> readRows(const DebugSection &Section, bool LittleEndian, bool OfTypes,
                                 std::string &Error) {
  std::vector<Row> Rows;
  ByteCursor In(Section.Bytes, LittleEndian);
  // Two bytes and two of padding in version 5, four in version 2.
  uint32_t Start = In.u32();
  uint32_t Version = Start == 5 || Start == 5u << 16 ? 5 : Start;
  uint32_t Columns = In.u32(), Units = In.u32(), Slots = In.u32();
  if (In.failed() || (Version != 2 && Version != 5)) {
    Error = fmt::format("index of version {} is not known", Version);
    return Rows;
  }
  llvm::ArrayRef<uint8_t> Ids = In.bytes(uint64_t(Slots) * 8);
  llvm::ArrayRef<uint8_t> Numbers = In.bytes(uint64_t(Slots) * 4);
  uint64_t Width = uint64_t(Columns) * 4;
  Table Names{In.bytes(Width), LittleEndian, Columns};
  Table Offsets{In.bytes(Width * Units), LittleEndian, Columns};
  Table Sizes{In.bytes(Width * Units), LittleEndian, Columns};
  if (In.failed() || Columns > 16) {
    Error = "index is cut";
    return Rows;
  }
  uint32_t UnitColumn = OfTypes && Version == 2 ? Types : Info;
  for (uint32_t Slot = 0; Slot != Slots; ++Slot) {
    uint32_t Number = ByteCursor(Numbers, LittleEndian, uint64_t(Slot) * 4).u32();
    if (Number == 0 || Number > Units) // counted from 1
      continue;
    Row R;
    R.Id = ByteCursor(Ids, LittleEndian, uint64_t(Slot) * 8).u64();
    for (uint32_t C = 0; C != Columns; ++C) {
      uint64_t Offset = Offsets.at(Number - 1, C);
      uint32_t Name = Names.at(0, C);
      if (Name == UnitColumn) {
        R.Begin = Offset;
        R.End = Offset + Sizes.at(Number - 1, C);
      } else if (Name == Abbreviations) {
        R.Abbrev = Offset;
      } else if (Name == Lines) {
        R.Line = Offset;
      } else if (Name == StringOffsets) {
        R.StrOffsets = Offset;
      }
    }
    Rows.push_back(R);
  }
  return Rows;
}

void applyPackageIndex(UnitIndex &Units, llvm::StringRef Path, ProblemSink &Problems) {
  const DebugSections &S = Units.Sections;
  std::vector<Row> InInfo, InTypes;
  for (const DebugSection *Section : {&S.UnitIndex, &S.TypeIndex}) {
    if (Section->Bytes.empty())
      continue;
    std::string Error;
    bool OfTypes = Section == &S.TypeIndex;
    std::vector<Row> Rows = readRows(*Section, S.LittleEndian, OfTypes, Error);
    if (!Error.empty())
      Problems.add({ProblemLevel::Failure, Path.str(), Section->Name.str(), {}, {}, Error});
    std::vector<Row> &Into = OfTypes && !S.Types.Bytes.empty() ? InTypes : InInfo;
    Into.insert(Into.end(), Rows.begin(), Rows.end());
  }
  auto ByBegin = [](const Row &A, const Row &B) { return A.Begin < B.Begin; };
  for (std::vector<Row> *Rows : {&InInfo, &InTypes})
    std::sort(Rows->begin(), Rows->end(), ByBegin);
  auto IsUnnamed = [&](UnitHeader &H) {
    std::vector<Row> &Rows = H.InTypes ? InTypes : InInfo;
    auto It = std::upper_bound(Rows.begin(), Rows.end(), H.Offset,
                               [](uint64_t O, const Row &R) { return O < R.Begin; });
    if (It == Rows.begin() || H.Offset >= (--It)->End)
      return true;
    H.AbbrevOffset += It->Abbrev;
    H.StrOffsetsStart = It->StrOffsets;
    H.LineStart = It->Line;
    if (!H.IsType)
      H.DwoId = It->Id;
    return false;
  };
  llvm::erase_if(Units.Headers, IsUnnamed);
  Units.OwnCount = Units.Headers.size();
  Units.indexSignatures();
}

} // namespace cachelint::dwarf
