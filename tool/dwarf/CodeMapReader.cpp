//===-- CodeMapReader.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/BinaryReader.h"
#include "tool/dwarf/ElfFile.h"
#include "tool/model/Names.h"

#include "llvm/ADT/DenseMap.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <cstdlib>

namespace cachelint::dwarf {

namespace {

/// Asks libdw, which reads line tables and units as questions need them.
class DwarfCodeMap : public model::CodeMap {
public:
  DwarfCodeMap(std::unique_ptr<ElfFile> File, StringPool &Pool, Dwarf_Addr Bias)
      : File(std::move(File)), Pool(Pool), Bias(Bias) {}

  std::optional<model::SourcePos> sourceOf(uint64_t Address) override;
  std::vector<model::CodeFrame> framesAt(uint64_t Address) override;

private:
  model::Str nameOf(Dwarf_Die Function);
  std::string scopeOf(Dwarf_Die Entry);
  model::SourcePos callOf(Dwarf_Die *Inlined, Dwarf_Die *Unit);
  model::Str absolute(const char *File, Dwarf_Die *Unit);

  std::unique_ptr<ElfFile> File;
  StringPool &Pool;
  Dwarf_Addr Bias;
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

std::optional<model::SourcePos> DwarfCodeMap::sourceOf(uint64_t Address) {
  Dwfl_Line *Line = dwfl_module_getsrc(File->module(), Address + Bias);
  if (!Line)
    return std::nullopt;
  int Number = 0, Column = 0;
  const char *Name = dwfl_lineinfo(Line, nullptr, &Number, &Column, nullptr, nullptr);
  // Line 0: code that no line accounts for.
  if (!Name || Number <= 0)
    return std::nullopt;
  Dwarf_Addr UnitBias;
  Dwarf_Die *Unit =
      dwfl_linecu(Line) ? dwfl_module_addrdie(File->module(), Address + Bias, &UnitBias) : nullptr;
  return model::SourcePos{absolute(Name, Unit), static_cast<unsigned>(Number),
                          static_cast<unsigned>(std::max(Column, 0))};
}

/// Namespaces and classes around an entry, each followed by "::".
std::string DwarfCodeMap::scopeOf(Dwarf_Die Entry) {
  Dwarf_Die *Scopes = nullptr;
  int Count = dwarf_getscopes_die(&Entry, &Scopes);
  std::string Text;
  for (int I = Count - 1; I > 0; --I) {
    int Tag = dwarf_tag(&Scopes[I]);
    const char *Name = dwarf_diename(&Scopes[I]);
    if (Tag == DW_TAG_namespace)
      Text += std::string(Name ? Name : "(anonymous namespace)") + "::";
    else if (Name &&
             (Tag == DW_TAG_class_type || Tag == DW_TAG_structure_type || Tag == DW_TAG_union_type))
      Text += model::canonicalTemplateName(Name) + "::";
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
  Dwarf_Addr UnitBias = 0;
  Dwarf_Die *Unit = dwfl_module_addrdie(File->module(), Address + Bias, &UnitBias);
  if (!Unit)
    return {};
  Dwarf_Die *Scopes = nullptr;
  int Count = dwarf_getscopes(Unit, Address + Bias - UnitBias, &Scopes);
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
  std::free(Scopes);
  return Frames;
}

llvm::Expected<std::unique_ptr<model::CodeMap>> openCodeMap(llvm::StringRef Path, StringPool &Pool,
                                                            ProblemSink &Problems) {
  llvm::Expected<std::unique_ptr<ElfFile>> File = ElfFile::open(Path, Problems);
  if (!File)
    return File.takeError();
  // The difference between libdw's addresses and those of the file.
  Dwarf_Addr Bias = 0;
  GElf_Addr ElfBias = 0;
  dwfl_module_getelf((*File)->module(), &ElfBias);
  if (!(*File)->dwarf(Bias)) {
    llvm::Expected<DebugSections> Sections = (*File)->debugSections(Problems);
    if (!Sections)
      return Sections.takeError();
  }
  return std::unique_ptr<model::CodeMap>(new DwarfCodeMap(std::move(*File), Pool, ElfBias));
}

} // namespace cachelint::dwarf
