//===-- Naming.cpp -----------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/Naming.h"

#include "tool/dwarf/UnnamedRecords.h"
#include "tool/model/Names.h"

#include "fmt/format.h"
#include "llvm/Support/xxhash.h"

#include <dwarf.h>

namespace cachelint::dwarf {

// Scopes nest as deep as a person nests them; what goes deeper is a cycle in a damaged file.
static constexpr unsigned MaxDepth = 64;

model::RecordKind recordKindOf(const Node &N) {
  return N.Tag == DW_TAG_union_type   ? model::RecordKind::Union
         : N.Tag == DW_TAG_class_type ? model::RecordKind::Class
                                      : model::RecordKind::Struct;
}

uint64_t textHash(const Node &N) {
  if (!N.Name)
    return 1;
  if (N.is(NF_InlineName))
    return llvm::xxh3_64bits(llvm::StringRef(N.Name));
  return mix(reinterpret_cast<uintptr_t>(N.Name), 2);
}

/// A closure's class and its call operator: what is inside belongs to the function around them.
static bool isClosure(NodeRef N) {
  if (!isRecordTag(N->Tag) || !isUnnamed(*N))
    return false;
  for (uint32_t I = N.Index + 1; I < N->End; I = N.In->node(I).End) {
    const Node &Child = N.In->node(I);
    if (Child.Tag == DW_TAG_subprogram && Child.Name &&
        llvm::StringRef(Child.Name).starts_with("operator()"))
      return true;
  }
  return false;
}

NodeRef Naming::scope(NodeRef N) {
  N = Units.origin(N);
  for (unsigned Depth = 0; Depth != MaxDepth && N->Parent != N.Index; ++Depth) {
    N = N.sibling(N->Parent);
    switch (N->Tag) {
    case DW_TAG_namespace:
    case DW_TAG_module:
      return N;
    case DW_TAG_subprogram:
      // A definition outside its class stands for the function that the class declares.
      if (NodeRef Parent = Units.origin(N);
          Parent->Parent != Parent.Index && isClosure(Parent.sibling(Parent->Parent))) {
        N = Parent;
        continue;
      }
      return N;
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
    case DW_TAG_interface_type:
      // C has no scope within a record, though compilers may nest the entries.
      if (N.In->Lang == Language::C || isClosure(N))
        continue;
      return N;
    }
  }
  return {};
}

bool Naming::isFunctionLocal(NodeRef N) {
  NodeRef S = scope(N);
  return S && S->Tag == DW_TAG_subprogram;
}

std::string Naming::scopePrefix(NodeRef N, unsigned Depth) {
  NodeRef S = scope(N);
  if (!S || Depth == MaxDepth)
    return "";
  switch (S->Tag) {
  case DW_TAG_namespace:
  case DW_TAG_module:
    return scopePrefix(S, Depth + 1) + (S->Name ? S->Name : "(anonymous namespace)") + "::";
  case DW_TAG_subprogram:
    return functionText(S, Depth + 1) + "()::";
  default:
    return recordKeyText(S, Depth + 1) + "::";
  }
}

/// "f<int>" is f; operators may hold the sign themselves.
static llvm::StringRef withoutTemplateArguments(llvm::StringRef Name) {
  return Name.starts_with("operator") ? Name : Name.take_until([](char C) { return C == '<'; });
}

std::string Naming::functionText(NodeRef Function, unsigned Depth) {
  NodeRef Origin = Units.origin(Function);
  llvm::StringRef Name = Origin->Name     ? Origin->Name
                         : Function->Name ? Function->Name
                                          : "(unnamed)";
  return scopePrefix(Function, Depth) + withoutTemplateArguments(Name).str();
}

/// Compilers of C++ differ in how they write template arguments; other languages have one compiler,
/// and words like "const" or "struct" mean other things in them.
static std::string canonicalName(NodeRef N, llvm::StringRef Name) {
  return N.In->Lang == Language::Foreign ? Name.str() : model::canonicalTemplateName(Name);
}

std::string Naming::functionName(NodeRef Function) { return functionText(Function, 0); }

std::string Naming::qualified(NodeRef N) {
  NodeRef Origin = Units.origin(N);
  const char *Name = N->Name ? N->Name : Origin->Name;
  return scopePrefix(N, 0) + canonicalName(N, Name ? Name : "");
}

std::string Naming::buildRecordKey(NodeRef Record, unsigned Depth) {
  const char *Name = Record->Name ? Record->Name : Units.origin(Record)->Name;
  if (Name && !(isUnnamed(*Record) && isUnnamed(*Units.origin(Record))))
    return scopePrefix(Record, Depth) + canonicalName(Record, Name);
  model::RecordKind Kind = recordKindOf(*Record);
  if (std::optional<NamedBy> By = namerOf(Units, Record)) {
    std::string Unnamed = "::" + model::anonymousName(Kind, By->Ordinal);
    if (By->How == Namer::By::Member)
      return recordKeyText(By->Who, Depth + 1) + Unnamed;
    NodeRef Origin = Units.origin(By->Who);
    std::string Declarator = scopePrefix(By->Who, Depth) + (Origin->Name ? Origin->Name : "");
    return By->How == Namer::By::Typedef ? Declarator : Declarator + Unnamed;
  }
  if (NodeRef S = scope(Record); S && S->Tag == DW_TAG_subprogram)
    if (const char *Local = localDeclarator(Units, S, Record))
      return scopePrefix(Record, Depth) + Local + "::" + model::anonymousName(Kind, 1);
  // In a cast, a sizeof or a parameter: its place tells it from others.
  FormValue Line = Record.In->attribute(*Record, DW_AT_decl_line);
  return fmt::format("{}(anonymous {} at {}:{})", scopePrefix(Record, Depth),
                     model::recordKeyword(Kind).str(), Record.In->Name ? Record.In->Name : "?",
                     Line.isConstant() ? Line.U : 0);
}

std::string Naming::recordKeyText(NodeRef Record, unsigned Depth) {
  if (Depth >= MaxDepth)
    return "...";
  if (auto It = Record.In->Keys.find(Record.Index); It != Record.In->Keys.end())
    return It->second.str();
  std::string Key = buildRecordKey(Record, Depth);
  Record.In->Keys[Record.Index] = Pool.intern(llvm::StringRef(Key));
  return Key;
}

model::Str Naming::recordKey(NodeRef Record) {
  if (auto It = Record.In->Keys.find(Record.Index); It != Record.In->Keys.end())
    return It->second;
  recordKeyText(Record, 0);
  return Record.In->Keys[Record.Index];
}

uint64_t Naming::hashUnnamed(NodeRef Record, unsigned Depth) {
  uint64_t Kind = static_cast<uint64_t>(recordKindOf(*Record)) + 1;
  std::optional<NamedBy> By = namerOf(Units, Record);
  if (!By) // rare: the text itself
    return llvm::xxh3_64bits(recordKey(Record));
  uint64_t Who = hashOf(By->Who, Depth + 1);
  return By->How == Namer::By::Typedef ? Who : mix(mix(Who, Kind), By->Ordinal);
}

uint64_t Naming::hashOf(NodeRef N, unsigned Depth) {
  uint64_t &Known = N.In->NameHashes[N.Index];
  if (Known != 0 || Depth >= MaxDepth)
    return Known;
  Known = 1; // for a cycle in a damaged file
  uint64_t Hash;
  NodeRef Origin = Units.origin(N);
  if (isRecordTag(N->Tag) && isUnnamed(*N) && isUnnamed(*Origin)) {
    Hash = hashUnnamed(N, Depth);
  } else {
    NodeRef S = scope(N);
    Hash = mix(S ? hashOf(S, Depth + 1) : 7, textHash(N->Name ? *N : *Origin));
  }
  return N.In->NameHashes[N.Index] = Hash | 2;
}

uint64_t Naming::nameHash(NodeRef N) { return hashOf(N, 0); }

} // namespace cachelint::dwarf
