//===-- DwarfWriter.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/dwarf/DwarfWriter.h"

#include "gtest/gtest.h"

#include <dwarf.h>

namespace cachelint::test {

static void uleb(std::string &Out, uint64_t Value) {
  do {
    uint8_t Byte = Value & 0x7f;
    Value >>= 7;
    Out.push_back(static_cast<char>(Value ? Byte | 0x80 : Byte));
  } while (Value);
}

static void sleb(std::string &Out, int64_t Value) {
  for (bool More = true; More;) {
    uint8_t Byte = Value & 0x7f;
    Value >>= 7;
    More = !((Value == 0 && !(Byte & 0x40)) || (Value == -1 && (Byte & 0x40)));
    Out.push_back(static_cast<char>(More ? Byte | 0x80 : Byte));
  }
}

void DwarfWriter::number(std::string &Out, uint64_t Value, unsigned Width) const {
  for (unsigned I = 0; I != Width; ++I)
    Out.push_back(static_cast<char>(Value >> 8 * (LittleEndian ? I : Width - 1 - I)));
}

void DwarfWriter::value(const Attribute &A) {
  if (const auto *Text = std::get_if<std::string>(&A.Value)) {
    if (A.Form == DW_FORM_ref4) {
      Fixups.push_back({Info.size(), *Text});
      return number(Info, 0, 4);
    }
    if (A.Form == DW_FORM_exprloc)
      uleb(Info, Text->size());
    else if (A.Form == DW_FORM_block1)
      number(Info, Text->size(), 1);
    Info += *Text;
    if (A.Form == DW_FORM_string)
      Info.push_back('\0');
    return;
  }
  uint64_t Value = std::get<uint64_t>(A.Value);
  switch (A.Form) {
  case DW_FORM_data1:
  case DW_FORM_flag:
    return number(Info, Value, 1);
  case DW_FORM_data2:
    return number(Info, Value, 2);
  case DW_FORM_data4:
  case DW_FORM_ref4:
  case DW_FORM_strp:
  case DW_FORM_sec_offset:
    return number(Info, Value, 4);
  case DW_FORM_data8:
    return number(Info, Value, 8);
  case DW_FORM_addr:
    return number(Info, Value, AddressSize);
  case DW_FORM_udata:
    return uleb(Info, Value);
  case DW_FORM_sdata:
    return sleb(Info, static_cast<int64_t>(Value));
  case DW_FORM_flag_present:
  case DW_FORM_implicit_const:
    return;
  }
  FAIL() << "form " << A.Form;
}

void DwarfWriter::entry(const Entry &E) {
  if (!E.Label.empty())
    Labels.push_back({E.Label, Info.size() - UnitStart});
  uleb(Abbrev, ++Codes);
  uleb(Abbrev, E.Tag);
  number(Abbrev, !E.Children.empty(), 1);
  for (const Attribute &A : E.Attributes) {
    uleb(Abbrev, A.Name);
    uleb(Abbrev, A.Form);
    if (A.Form == DW_FORM_implicit_const)
      sleb(Abbrev, static_cast<int64_t>(std::get<uint64_t>(A.Value)));
  }
  Abbrev += std::string(2, '\0');
  uleb(Info, Codes);
  for (const Attribute &A : E.Attributes)
    value(A);
  for (const Entry &Child : E.Children)
    entry(Child);
  if (!E.Children.empty())
    Info.push_back('\0');
}

void DwarfWriter::add(std::vector<Entry> Entries, uint64_t Language) {
  UnitStart = Info.size();
  size_t AbbrevStart = Abbrev.size();
  Codes = 0;
  Labels.clear();
  Fixups.clear();
  number(Info, 0, 4); // the length, known below
  number(Info, Version, 2);
  if (Version >= 5) {
    number(Info, DW_UT_compile, 1);
    number(Info, AddressSize, 1);
  }
  number(Info, AbbrevStart, 4);
  if (Version < 5)
    number(Info, AddressSize, 1);
  entry({DW_TAG_compile_unit,
         {{DW_AT_producer, DW_FORM_string, "GNU C17 12.2.0"},
          {DW_AT_language, DW_FORM_data1, Language},
          {DW_AT_name, DW_FORM_string, "unit.c"}},
         std::move(Entries),
         ""});
  Abbrev.push_back('\0');
  auto Patch = [&](size_t At, uint64_t Value) {
    std::string Bytes;
    number(Bytes, Value, 4);
    Info.replace(At, 4, Bytes);
  };
  Patch(UnitStart, Info.size() - UnitStart - 4);
  for (auto &[At, Text] : Fixups) {
    bool Found = false;
    for (auto &[Label, Offset] : Labels)
      if (Text == "@" + Label) {
        Patch(At, Offset);
        Found = true;
      }
    EXPECT_TRUE(Found) << Text;
  }
}

dwarf::DebugSections DwarfWriter::sections() const {
  dwarf::DebugSections S;
  auto Bytes = [](const std::string &Text) {
    return llvm::ArrayRef(reinterpret_cast<const uint8_t *>(Text.data()), Text.size());
  };
  S.Info.Bytes = Bytes(Info);
  S.Abbrev.Bytes = Bytes(Abbrev);
  S.LittleEndian = LittleEndian;
  return S;
}

ReadSections::ReadSections(const dwarf::DebugSections &Sections, unsigned Threads) {
  model::Binary Image;
  Image.Path = "made.o";
  dwarf::ReadOptions Options;
  Options.Threads = Threads;
  dwarf::Machine Target = dwarf::machineOf(/*EM_X86_64*/ 62, true, Sections.LittleEndian);
  Facts = dwarf::readFacts(Sections, Image, Target, Pool, Options, Problems);
}

const model::Record &ReadSections::record(model::Str Key) const {
  static const model::Record None;
  for (const model::Record &R : Facts.Records)
    if (R.Key == Key)
      return R;
  ADD_FAILURE() << "no record " << Key.str();
  return None;
}

} // namespace cachelint::test
