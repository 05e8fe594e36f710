//===-- VariableBuilder.cpp -----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/btf/VariableBuilder.h"

#include "tool/model/Names.h"

#include "fmt/format.h"

#include <algorithm>

namespace cachelint::btf {

using model::Bits;
using model::StorageKind;

static StorageKind storageOf(model::Str Section, bool Static, bool Local) {
  if (Section.contains("percpu"))
    return StorageKind::PerCpu;
  if (Section.starts_with(".tdata") || Section.starts_with(".tbss"))
    return StorageKind::ThreadLocal;
  if (Local)
    return StorageKind::LocalStatic;
  return Static ? StorageKind::FileStatic : StorageKind::Global;
}

bool VariableBuilder::isFunction(llvm::StringRef Name) {
  if (!Functions) {
    Functions.emplace();
    for (TypeId Id = Types.begin(); Id != Types.end(); ++Id)
      if (Type T = Types.type(Id); T.Kind == Kind::Func)
        Functions->insert(Types.text(T.Name).value_or(""));
  }
  return Functions->contains(Name);
}

/// Clang calls a static inside of a function "function.name", and further ones "function.name.1". A
/// dot is in no name of C.
void VariableBuilder::nameIt(const Type &Var, model::Variable &V) {
  V.Name = Texts.at(Var.Name);
  auto [Function, Own] = V.Name.split('.');
  if (Function.empty() || Own.empty() || Types.linkage(Var) != VarStatic || !isFunction(Function))
    return;
  V.LinkageName = V.Name;
  V.Function = Texts.intern(Function);
  V.Name = Texts.intern(fmt::format("{}()::{}", Function.str(), Own.split('.').first.str()));
}

model::Variable VariableBuilder::variable(const Type &Var, const Type &Section,
                                          const SectionEntry &Entry) {
  model::Variable V;
  nameIt(Var, V);
  V.Section = Texts.at(Section.Name);
  const TypeFacts &Facts = Uses.of(Var.SizeOrType);
  V.Type = Facts.Use;
  if (Facts.Record != 0 && V.Type.Record.empty())
    V.Type.Record = All.declaredIn(Texts.at(Var.Name), Types.type(Facts.Record));
  if (!V.Type.Size && Entry.Size != 0)
    V.Type.Size = Bits::fromBytes(Entry.Size);
  bool Static = Types.linkage(Var) == VarStatic;
  V.Storage = storageOf(V.Section, Static, !V.Function.empty());
  // Clang leaves size and offsets for a loader to fill in: then the section has no size yet.
  if (Section.SizeOrType != 0) {
    V.SectionOffset = Entry.Offset;
    auto It = File.SectionAddresses.find(V.Section);
    if (It != File.SectionAddresses.end())
      V.Address = It->second + Entry.Offset;
  }
  V.Key = V.Name;
  if (Static)
    V.Key = Texts.intern(model::variableKey(
        V.Name, V.SectionOffset ? fmt::format("{}+0x{:x}", V.Section.str(), *V.SectionOffset)
                                : V.Section.str()));
  return V;
}

void VariableBuilder::addSection(const Type &Section, const model::Origin &From) {
  for (uint32_t I = 0; I != Section.Count; ++I) {
    SectionEntry Entry = Types.sectionEntry(Section, I);
    Type Var = Types.type(Entry.Var);
    // BPF objects list functions of the kernel and its variables, too, as external ones.
    if (Var.Kind != Kind::Var || Types.linkage(Var) == VarExtern || Texts.at(Var.Name).empty())
      continue;
    Out.push_back(variable(Var, Section, Entry));
    Out.back().From = From;
    Out.back().Image = From.Input;
    Out.back().Defined = true;
  }
}

std::vector<model::Variable> VariableBuilder::build(const model::Origin &From) {
  for (TypeId Id = Types.begin(); Id != Types.end(); ++Id)
    if (Type T = Types.type(Id); T.Kind == Kind::DataSec)
      addSection(T, From);
  std::stable_sort(Out.begin(), Out.end(), [](const model::Variable &A, const model::Variable &B) {
    return A.Key < B.Key;
  });
  return std::move(Out);
}

} // namespace cachelint::btf
