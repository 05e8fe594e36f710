//===-- UnitReader.cpp -------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/UnitReader.h"

#include "tool/dwarf/Expression.h"
#include "tool/dwarf/UnnamedRecords.h"

#include <dwarf.h>

namespace cachelint::dwarf {

UnitReader::UnitReader(const FileContext &File, StringPool &Pool, ProblemSink &Problems,
                       Harvest &Out)
    : File(File), Problems(Problems), Out(Out), Units(File.Units), Names(Units, Pool),
      Types(Units, Names, Pool, File.Target, File.Words), Lines(Pool), Hashes(Units, Names),
      RecordsOf(Units, Names, Types, Lines, Pool, File.Origin),
      VariablesOf(Units, Names, Types, Lines, Pool, File.Image, File.Origin) {}

void UnitReader::read(size_t Number, uint64_t Order) {
  std::string Error;
  uint64_t ErrorOffset = 0;
  Unit *U = Units.open(Number, &Error, &ErrorOffset);
  if (!Error.empty()) {
    const UnitHeader &H = File.Units.Headers[Number];
    const DebugSections &S = File.Units.sectionsOf(Number);
    Problems.add({ProblemLevel::Warning,
                  File.Path.str(),
                  (H.InTypes ? S.Types : S.Info).Name.str(),
                  ErrorOffset,
                  {},
                  Error});
  }
  if (!U || U->DwoName)
    return;
  bool SaysSomething = false;
  for (uint32_t I = 0; I != U->nodes().size(); ++I) {
    const Node &N = U->node(I);
    if (isRecordDefinition(N)) {
      SaysSomething = true;
      takeRecord({U, I}, Order);
    } else if (N.Tag == DW_TAG_variable && File.Options.Variables) {
      SaysSomething = true;
      takeVariable({U, I}, Order);
    } else if (N.Tag == DW_TAG_subprogram && N.is(NF_Code) && File.Options.Functions) {
      takeFunction({U, I}, Order);
    }
  }
  if (SaysSomething)
    Out.All = Out.All ? *Out.All & U->Can : U->Can;
}

bool UnitReader::isWanted(NodeRef Record) {
  if (File.Wanted.empty())
    return true;
  auto [It, New] = Out.Wanted.try_emplace(Names.nameHash(Record), false);
  if (New) {
    model::Str Key = Names.recordKey(Record);
    It->second = File.Wanted.matches(Key);
    if (It->second)
      Out.NamesSeen.insert(Key);
  }
  return It->second;
}

void UnitReader::takeRecord(NodeRef Record, uint64_t Order) {
  if (isWanted(Record))
    addRecord(Record, Order, 0);
}

void UnitReader::addRecord(NodeRef Record, uint64_t Order, unsigned Depth) {
  uint64_t Hash = Hashes.recordHash(Record);
  // The map's own marks for empty places.
  if (Hash >= UINT64_MAX - 1)
    Hash = 0;
  if (!Out.Seen.insert(Hash).second)
    return;
  Out.Records.push_back({Hash, Order, RecordsOf.read(Record)});
  if (!File.Wanted.empty())
    takeHeldRecords(Record, Order, Depth);
}

/// With a filter: the records that a wanted one holds by value.
void UnitReader::takeHeldRecords(NodeRef Record, uint64_t Order, unsigned Depth) {
  if (Depth == 32)
    return;
  for (uint32_t I = Record.Index + 1; I < Record->End; I = Record.In->node(I).End) {
    NodeRef Member = Record.sibling(I);
    if (Member->Tag == DW_TAG_variant_part || Member->Tag == DW_TAG_variant)
      takeHeldRecords(Member, Order, Depth + 1);
    if (!isObjectMember(*Member) && Member->Tag != DW_TAG_inheritance)
      continue;
    NodeRef Type = Units.typeOf(Member);
    for (unsigned Step = 0; Type && Step != 64 && !isRecordTag(Type->Tag); ++Step) {
      bool Indirect = Type->Tag == DW_TAG_pointer_type || Type->Tag == DW_TAG_reference_type ||
                      Type->Tag == DW_TAG_rvalue_reference_type ||
                      Type->Tag == DW_TAG_ptr_to_member_type || Type->Tag == DW_TAG_subroutine_type;
      Type = Indirect ? NodeRef{} : Units.typeOf(Type);
    }
    if (Type && isRecordTag(Type->Tag) && Type->Origin)
      Type = Units.origin(Type);
    if (Type && isRecordDefinition(*Type))
      addRecord(Type, Order, Depth + 1);
  }
}

void UnitReader::takeVariable(NodeRef N, uint64_t Order) {
  if (!staticPlaceOf(*N.In, *N))
    return;
  if (std::optional<model::Variable> V = VariablesOf.readVariable(N))
    Out.Variables.push_back({Names.nameHash(N), Order, std::move(*V)});
}

/// Of the unit's main source file; as textHash.
static uint64_t nameHashOf(const Unit &U) {
  Node N;
  N.Name = U.Name;
  if (U.context().Sections->OneOfMany)
    N.Flags = NF_InlineName;
  return textHash(N);
}

void UnitReader::takeFunction(NodeRef N, uint64_t Order) {
  // An abstract function and its copies have one name; the first is enough.
  uint64_t Hash = mix(Names.nameHash(N), DW_TAG_subprogram);
  if (!(N->is(NF_External) || Units.origin(N)->is(NF_External)))
    Hash = mix(Hash, nameHashOf(*N.In));
  if (Hash >= UINT64_MAX - 1 || !Out.Seen.insert(Hash).second)
    return;
  if (std::optional<model::Function> F = VariablesOf.readFunction(N))
    Out.Functions.push_back({Hash, Order, std::move(*F)});
}

} // namespace cachelint::dwarf
