//===-- LineFiles.cpp --------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/LineFiles.h"

#include "tool/model/Names.h"

#include <dwarf.h>

namespace cachelint::dwarf {

model::SourcePos LineFiles::posOf(const Unit &U, const Node &N) {
  model::SourcePos Pos;
  FormValue File = U.attribute(N, DW_AT_decl_file), Line = U.attribute(N, DW_AT_decl_line),
            Column = U.attribute(N, DW_AT_decl_column);
  if (File.isConstant())
    Pos.File = file(U, File.U);
  if (Line.isConstant())
    Pos.Line = static_cast<unsigned>(Line.U);
  if (Column.isConstant())
    Pos.Column = static_cast<unsigned>(Column.U);
  return Pos;
}

model::Str LineFiles::unitFile(const Unit &U) {
  if (!U.Name)
    return {};
  return Pool.intern(llvm::StringRef(model::normalizedPath(U.CompDir ? U.CompDir : "", U.Name)));
}

model::Str LineFiles::file(const Unit &U, uint64_t Index) {
  if (!U.LineOffset)
    return {};
  if (Of != U.LinesIn || At != U.LineOffset || CompDir != U.CompDir)
    read(U);
  if (Index >= Files.size() || !Files[Index].Name)
    return {};
  if (Names[Index].empty()) {
    uint64_t D = Files[Index].Directory;
    std::string Directory = CompDir ? CompDir : "";
    if (D < Directories.size() && Directories[D])
      Directory = model::normalizedPath(Directory, Directories[D]);
    Names[Index] =
        Pool.intern(llvm::StringRef(model::normalizedPath(Directory, Files[Index].Name)));
  }
  return Names[Index];
}

void LineFiles::read(const Unit &U) {
  Of = U.LinesIn;
  At = U.LineOffset;
  CompDir = U.CompDir;
  Directories.clear();
  Files.clear();
  Names.clear();
  ByteCursor In(Of->Line.Bytes, Of->LittleEndian, *At);
  UnitHeader Widths = U.header();
  uint64_t Length = In.u32();
  Widths.OffsetSize = 4;
  if (Length == 0xffffffff) {
    Widths.OffsetSize = 8;
    Length = In.u64();
  }
  if (In.failed() || Length > In.left())
    return;
  Widths.Version = In.u16();
  bool Ok = Widths.Version >= 5 ? readVersion5(In, U, Widths)
                                : Widths.Version >= 2 && readOlder(In, Widths);
  if (!Ok) { // positions without a file are better than positions in the wrong one
    Directories.clear();
    Files.clear();
  }
  Names.resize(Files.size());
}

/// Skips from the header's length to the tables.
static void skipProgramFields(ByteCursor &In, unsigned Version) {
  In.u8(); // minimum instruction length
  if (Version >= 4)
    In.u8();  // maximum operations per instruction
  In.skip(3); // default_is_stmt, line_base, line_range
  uint8_t OpcodeBase = In.u8();
  In.skip(OpcodeBase == 0 ? 0 : OpcodeBase - 1u);
}

bool LineFiles::readOlder(ByteCursor &In, const UnitHeader &Widths) {
  In.sized(Widths.OffsetSize); // header length
  skipProgramFields(In, Widths.Version);
  Directories.push_back(nullptr); // 0: where the compiler ran
  while (const char *Text = In.text()) {
    if (*Text == '\0')
      break;
    Directories.push_back(Text);
  }
  Files.push_back({}); // counted from 1
  while (const char *Text = In.text()) {
    if (*Text == '\0')
      break;
    Entry E{Text, In.uleb()};
    In.uleb(); // time
    In.uleb(); // size
    Files.push_back(E);
  }
  return !In.failed();
}

bool LineFiles::readEntries(ByteCursor &In, const FormContext &C, std::vector<Entry> &Out) {
  struct Format {
    uint64_t Content, Form;
  };
  llvm::SmallVector<Format, 4> Formats(In.u8());
  for (Format &F : Formats)
    F = {In.uleb(), In.uleb()};
  uint64_t Count = In.uleb();
  // An entry without fields takes no bytes: only a damaged table has more of them than bytes.
  if (In.failed() || Count > In.left())
    return false;
  for (uint64_t I = 0; I != Count && !In.failed(); ++I) {
    Entry E;
    for (const Format &F : Formats) {
      FormValue V;
      if (!readForm(In, static_cast<unsigned>(F.Form), 0, C, V))
        return false;
      if (F.Content == DW_LNCT_path)
        E.Name = V.Text;
      else if (F.Content == DW_LNCT_directory_index)
        E.Directory = V.U;
    }
    Out.push_back(E);
  }
  return !In.failed();
}

bool LineFiles::readVersion5(ByteCursor &In, const Unit &U, const UnitHeader &Widths) {
  In.skip(2); // sizes of address and segment selector
  In.sized(Widths.OffsetSize);
  skipProgramFields(In, Widths.Version);
  FormContext C = U.context();
  C.Header = &Widths;
  C.Sections = U.LinesIn;
  std::vector<Entry> Folders;
  if (!readEntries(In, C, Folders))
    return false;
  for (const Entry &E : Folders)
    Directories.push_back(E.Name);
  return readEntries(In, C, Files);
}

} // namespace cachelint::dwarf
