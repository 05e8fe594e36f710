//===-- VariableReader.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/VariableReader.h"

#include "tool/dwarf/Expression.h"
#include "tool/model/Names.h"

#include <dwarf.h>

namespace cachelint::dwarf {

using model::StorageKind;

model::Str VariableReader::linkageName(NodeRef N) {
  for (NodeRef From : {N, Units.origin(N)})
    for (unsigned Name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name})
      if (const char *Text = From.In->attribute(*From, Name).Text)
        return Pool.intern(llvm::StringRef(Text));
  return {};
}

model::SourcePos VariableReader::position(NodeRef N) {
  // A definition outside its class repeats the line only where it differs.
  model::SourcePos Own = Lines.posOf(*N.In, *N);
  NodeRef Origin = Units.origin(N);
  if (Origin == N || Own.valid())
    return Own;
  model::SourcePos Declared = Lines.posOf(*Origin.In, *Origin);
  if (Own.File.empty())
    Own.File = Declared.File;
  if (Own.Line == 0) {
    Own.Line = Declared.Line;
    Own.Column = Declared.Column;
  }
  return Own;
}

void VariableReader::place(NodeRef N, model::Variable &V) {
  V.Image = File.Input;
  V.Defined = true;
  std::optional<StaticPlace> At = staticPlaceOf(*N.In, *N);
  bool Local = Names.isFunctionLocal(N);
  bool External = N->is(NF_External) || Units.origin(N)->is(NF_External);
  if (At->ThreadLocal) {
    V.Storage = StorageKind::ThreadLocal;
    return;
  }
  V.Storage = Local      ? StorageKind::LocalStatic
              : External ? StorageKind::Global
                         : StorageKind::FileStatic;
  if (const model::SectionRange *Section = Image.sectionAt(At->Address)) {
    V.Section = Section->Name;
    // DEFINE_PER_CPU of Linux: a template, of which each CPU has a copy.
    if (Section->Name.contains("percpu"))
      V.Storage = StorageKind::PerCpu;
  }
  // In object files sections have no addresses yet; what is there now is this reader's own.
  if (Image.Kind != model::BinaryKind::Relocatable)
    V.Address = At->Address;
  else if (const model::SectionRange *Section = Image.sectionAt(At->Address))
    V.SectionOffset = At->Address - Section->Address;
}

std::optional<model::Variable> VariableReader::readVariable(NodeRef N) {
  NodeRef Origin = Units.origin(N);
  if ((!N->Name && !Origin->Name) || !staticPlaceOf(*N.In, *N))
    return std::nullopt;
  model::Variable V;
  V.Name = Pool.intern(llvm::StringRef(Names.qualified(N)));
  // The definition's own type first: it has the bound that a declaration may leave open.
  NodeRef Typed = N->Type ? N : Origin;
  V.Type = Types.typeUse(Units.typeOf(Typed), N.In->Lang);
  place(N, V);
  V.Pos = position(N);
  if (uint32_t Align = std::max(N->Align, Origin->Align)) {
    model::Bits Said = model::Bits::fromBytes(Align);
    if (!V.Type.Align || Said > *V.Type.Align)
      V.DeclaredAlign = Said;
  }
  V.LinkageName = linkageName(N);
  bool External = N->is(NF_External) || Origin->is(NF_External);
  V.Key = External && !Names.isFunctionLocal(N)
              ? V.Name
              : Pool.intern(llvm::StringRef(model::variableKey(V.Name, V.Pos.File)));
  if (NodeRef Scope = Names.scope(N); Scope && Scope->Tag == DW_TAG_subprogram)
    V.Function = Pool.intern(llvm::StringRef(Names.functionName(Scope)));
  V.From = File;
  V.From.Can = N.In->Can | File.Can;
  return V;
}

std::optional<model::Function> VariableReader::readFunction(NodeRef N) {
  NodeRef Origin = Units.origin(N);
  if (!N->is(NF_Code) || (!N->Name && !Origin->Name))
    return std::nullopt;
  model::Function F;
  F.Name = Pool.intern(llvm::StringRef(Names.functionName(N)));
  F.External = N->is(NF_External) || Origin->is(NF_External);
  F.IsMain = F.External && F.Name == "main";
  F.Pos = position(N);
  model::Str Linkage = linkageName(N);
  if (F.External)
    F.Key = Linkage.empty() ? F.Name : Linkage;
  else
    F.Key = Pool.intern(llvm::StringRef(model::variableKey(F.Name, F.Pos.File)));
  return F;
}

} // namespace cachelint::dwarf
