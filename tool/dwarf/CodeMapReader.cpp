//===-- CodeMapReader.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/BinaryReader.h"
#include "tool/dwarf/ElfFile.h"
#include "tool/dwarf/Unit.h"
#include "tool/model/Names.h"

#include "llvm/ADT/DenseMap.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <algorithm>
#include <cstdlib>

namespace cachelint::dwarf {

namespace {

/// Asks libdw, which reads line tables and units as questions need them.
class DwarfCodeMap : public model::CodeMap {
public:
  DwarfCodeMap(std::unique_ptr<ElfFile> File, StringPool &Pool, Dwarf *Debug)
      : File(std::move(File)), Pool(Pool), Debug(Debug) {}

  std::optional<model::SourcePos> sourceOf(uint64_t Address) override;
  std::vector<model::CodeFrame> framesAt(uint64_t Address) override;

private:
  model::Str nameOf(Dwarf_Die Function);
  std::string scopeOf(Dwarf_Die Entry);
  model::SourcePos callOf(Dwarf_Die *Inlined, Dwarf_Die *Unit);
  model::Str absolute(const char *File, Dwarf_Die *Unit);

  struct Range {
    uint64_t Begin, End;
    Dwarf_Die Unit;
  };
  void listUnits();
  Dwarf_Die *unitAt(uint64_t Address);

  std::unique_ptr<ElfFile> File;
  StringPool &Pool;
  Dwarf *Debug; ///< its addresses are those of the file
  /// Code of each unit, by address. Not from .debug_aranges, which clang leaves out.
  std::optional<std::vector<Range>> Units;
  llvm::DenseMap<uint64_t, model::Str> Names; ///< by offset of the entry
};

} // namespace

model::Str DwarfCodeMap::absolute(const char *Name, Dwarf_Die *Unit) {
  if (!Name)
    return {};
  Dwarf_Attribute Attribute;
  const char *Directory =
      Unit ? dwarf_formstring(dwarf_attr(Unit, DW_AT_comp_dir, &Attribute)) : nullptr;
  return Pool.intern(llvm::StringRef(model::normalizedPath(Directory ? Directory : "", Name)));
}

void DwarfCodeMap::listUnits() {
  Units.emplace();
  Dwarf_CU *Next = nullptr;
  Dwarf_Die Unit;
  uint8_t Type;
  while (dwarf_get_units(Debug, Next, &Next, nullptr, &Type, &Unit, nullptr) == 0) {
    Dwarf_Addr Base, Begin, End;
    ptrdiff_t At = 0;
    while ((At = dwarf_ranges(&Unit, At, &Base, &Begin, &End)) > 0)
      if (Begin < End)
        Units->push_back({Begin, End, Unit});
  }
  std::stable_sort(Units->begin(), Units->end(),
                   [](const Range &A, const Range &B) { return A.Begin < B.Begin; });
}

Dwarf_Die *DwarfCodeMap::unitAt(uint64_t Address) {
  if (!Units)
    listUnits();
  auto It = std::upper_bound(Units->begin(), Units->end(), Address,
                             [](uint64_t A, const Range &R) { return A < R.Begin; });
  // Ranges of different units do not overlap, but discarded code may have been left at 0.
  for (unsigned Tries = 0; It != Units->begin() && Tries != 4; ++Tries)
    if (Address < (--It)->End)
      return &It->Unit;
  return nullptr;
}

std::optional<model::SourcePos> DwarfCodeMap::sourceOf(uint64_t Address) {
  Dwarf_Die *Unit = unitAt(Address);
  Dwarf_Line *Line = Unit ? dwarf_getsrc_die(Unit, Address) : nullptr;
  int Number = 0, Column = 0;
  // Line 0: code that no line accounts for.
  if (!Line || dwarf_lineno(Line, &Number) != 0 || Number <= 0)
    return std::nullopt;
  dwarf_linecol(Line, &Column);
  const char *Name = dwarf_linesrc(Line, nullptr, nullptr);
  if (!Name)
    return std::nullopt;
  return model::SourcePos{absolute(Name, Unit), static_cast<unsigned>(Number),
                          static_cast<unsigned>(std::max(Column, 0))};
}

/// Namespaces and classes around an entry, each followed by "::".
std::string DwarfCodeMap::scopeOf(Dwarf_Die Entry) {
  Dwarf_Die *Scopes = nullptr;
  int Count = dwarf_getscopes_die(&Entry, &Scopes);
  Dwarf_Die Unit;
  bool Foreign = dwarf_diecu(&Entry, &Unit, nullptr, nullptr) &&
                 languageOf(std::max(dwarf_srclang(&Unit), 0)) == Language::Foreign;
  std::string Text;
  for (int I = Count - 1; I > 0; --I) {
    int Tag = dwarf_tag(&Scopes[I]);
    const char *Name = dwarf_diename(&Scopes[I]);
    if (Tag == DW_TAG_namespace)
      Text += std::string(Name ? Name : "(anonymous namespace)") + "::";
    else if (Name &&
             (Tag == DW_TAG_class_type || Tag == DW_TAG_structure_type || Tag == DW_TAG_union_type))
      Text += (Foreign ? std::string(Name) : model::canonicalTemplateName(Name)) + "::";
  }
  std::free(Scopes);
  return Text;
}

model::Str DwarfCodeMap::nameOf(Dwarf_Die Function) {
  // The concrete function names its abstract one, that its declaration in the class.
  for (unsigned Step = 0; Step != 4; ++Step) {
    Dwarf_Attribute Attribute;
    Dwarf_Die Next;
    if (!dwarf_formref_die(dwarf_attr(&Function, DW_AT_abstract_origin, &Attribute), &Next) &&
        !dwarf_formref_die(dwarf_attr(&Function, DW_AT_specification, &Attribute), &Next))
      break;
    Function = Next;
  }
  // The map's own marks for empty places are no offsets of entries.
  uint64_t Offset = dwarf_dieoffset(&Function);
  if (Offset >= UINT64_MAX - 1)
    return {};
  auto [It, New] = Names.try_emplace(Offset);
  if (!New)
    return It->second;
  const char *Name = dwarf_diename(&Function);
  if (!Name)
    return {};
  llvm::StringRef Bare = Name;
  if (!Bare.starts_with("operator"))
    Bare = Bare.take_until([](char C) { return C == '<'; });
  return It->second = Pool.intern(llvm::StringRef(scopeOf(Function) + Bare.str()));
}

model::SourcePos DwarfCodeMap::callOf(Dwarf_Die *Inlined, Dwarf_Die *Unit) {
  Dwarf_Attribute Attribute;
  Dwarf_Word File = 0, Line = 0, Column = 0;
  model::SourcePos Pos;
  dwarf_formudata(dwarf_attr(Inlined, DW_AT_call_file, &Attribute), &File);
  dwarf_formudata(dwarf_attr(Inlined, DW_AT_call_line, &Attribute), &Line);
  dwarf_formudata(dwarf_attr(Inlined, DW_AT_call_column, &Attribute), &Column);
  Dwarf_Files *Files = nullptr;
  size_t Count = 0;
  if (dwarf_getsrcfiles(Unit, &Files, &Count) == 0 && File < Count)
    Pos.File = absolute(dwarf_filesrc(Files, File, nullptr, nullptr), Unit);
  Pos.Line = static_cast<unsigned>(Line);
  Pos.Column = static_cast<unsigned>(Column);
  return Pos;
}

std::vector<model::CodeFrame> DwarfCodeMap::framesAt(uint64_t Address) {
  Dwarf_Die *Unit = unitAt(Address);
  if (!Unit)
    return {};
  // What is around an inlined function, dwarf_getscopes tells of its declaration and not of the
  // place where it was inlined: the entries around the innermost one are what is wanted.
  Dwarf_Die *Lexical = nullptr, *Scopes = nullptr;
  int Count = dwarf_getscopes(Unit, Address, &Lexical);
  if (Count > 0)
    Count = dwarf_getscopes_die(&Lexical[0], &Scopes);
  std::vector<model::CodeFrame> Frames;
  // The line of the address is in the innermost function, the call of each in the next one.
  model::SourcePos Pos = sourceOf(Address).value_or(model::SourcePos{});
  for (int I = 0; I < Count; ++I) {
    int Tag = dwarf_tag(&Scopes[I]);
    if (Tag != DW_TAG_inlined_subroutine && Tag != DW_TAG_subprogram)
      continue;
    Frames.push_back({nameOf(Scopes[I]), Pos});
    if (Tag == DW_TAG_subprogram)
      break;
    Pos = callOf(&Scopes[I], Unit);
  }
  std::free(Lexical);
  std::free(Scopes);
  return Frames;
}

llvm::Expected<std::unique_ptr<model::CodeMap>> openCodeMap(llvm::StringRef Path, StringPool &Pool,
                                                            ProblemSink &Problems,
                                                            const FileSearch &Search) {
  llvm::Expected<std::unique_ptr<ElfFile>> File = ElfFile::open(Path, Search, Problems);
  if (!File)
    return File.takeError();
  Dwarf_Addr Bias = 0;
  Dwarf *Debug = (*File)->dwarf(Bias);
  if (!Debug) {
    // Says what is missing, and how to get it.
    llvm::Expected<DebugSections> Sections = (*File)->debugSections(Problems);
    return Sections
               ? llvm::createStringError("%s: elfutils cannot open its DWARF", Path.str().c_str())
               : Sections.takeError();
  }
  return std::unique_ptr<model::CodeMap>(new DwarfCodeMap(std::move(*File), Pool, Debug));
}

} // namespace cachelint::dwarf
