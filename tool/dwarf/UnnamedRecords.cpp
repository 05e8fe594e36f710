//===-- UnnamedRecords.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/UnnamedRecords.h"

#include "llvm/ADT/DenseSet.h"

#include <dwarf.h>

namespace cachelint::dwarf {

bool isRecordTag(unsigned Tag) {
  return Tag == DW_TAG_structure_type || Tag == DW_TAG_class_type || Tag == DW_TAG_union_type ||
         Tag == DW_TAG_interface_type;
}

bool isUnnamed(const Node &N) {
  if (!N.Name || N.Name[0] == '\0')
    return true;
  if (N.Name[0] != '<' && N.Name[0] != '.')
    return false;
  // gcc calls closures "<lambda(int)>" and unnamed classes "<unnamed struct>" or "._anon". Rust has
  // names that begin so: "<T as Trait>::{vtable_type}".
  llvm::StringRef Name(N.Name);
  return Name.starts_with("<lambda") || Name.starts_with("<unnamed") ||
         Name.starts_with("<anonymous") || Name.starts_with("._");
}

namespace {

/// Finds the namers of one unit's unnamed records, and of those that it refers to in type units.
class NamerPass {
public:
  NamerPass(UnitStore &Units, Unit &U) : Units(Units), U(U) {}
  void run();

  std::vector<std::pair<uint64_t, Namer>> OfTypeUnits; ///< by signature

private:
  NodeRef unnamedRecordIn(DieRef Type);
  bool give(NodeRef Record, Namer By);
  void nameMembers(uint32_t Parent);

  UnitStore &Units;
  Unit &U;
  llvm::DenseSet<std::pair<Unit *, uint32_t>> Foreign; ///< of other units, named in this pass
};

} // namespace

/// The unnamed record that a type is made of, behind arrays, pointers and qualifiers.
static NodeRef strippedUnnamed(UnitStore &Units, NodeRef Type) {
  // No declarator is deeper; a cycle ends here.
  for (unsigned Depth = 0; Type && Depth != 16; ++Depth) {
    switch (Type->Tag) {
    case DW_TAG_array_type:
    case DW_TAG_pointer_type:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
    case DW_TAG_atomic_type:
      // Only type units are looked into: whatever else is in another unit is named there.
      if (Type->Type.kind() == DieRef::Kind::Section ||
          Type->Type.kind() == DieRef::Kind::OtherFile)
        return {};
      Type = Units.typeOf(Type);
      continue;
    }
    return isRecordTag(Type->Tag) && isUnnamed(*Type) && !Type->is(NF_Declaration) ? Type
                                                                                   : NodeRef{};
  }
  return {};
}

/// Whether this is what its type unit is about, and can be referred to.
static bool isTypeOfUnit(NodeRef Record) {
  const UnitHeader &H = Record.In->header();
  return H.IsType && Record->Offset == H.TypeOffset && H.Signature < UINT64_MAX - 1;
}

NodeRef NamerPass::unnamedRecordIn(DieRef Type) {
  if (Type.kind() != DieRef::Kind::Node && Type.kind() != DieRef::Kind::Signature)
    return {};
  NodeRef Here{&U, 0};
  NodeRef Target = Units.follow(Here, Type);
  if (Target && Target->Origin.kind() == DieRef::Kind::Signature)
    if (NodeRef Definition = Units.follow(Target, Target->Origin))
      Target = Definition;
  return strippedUnnamed(Units, Target);
}

bool NamerPass::give(NodeRef Record, Namer By) {
  if (Record.In == &U)
    return U.Namers.try_emplace(Record.Index, By).second;
  const UnitHeader &H = Record.In->header();
  if (!H.IsType || Record->Offset != H.TypeOffset ||
      !Foreign.insert({Record.In, Record.Index}).second)
    return false;
  OfTypeUnits.push_back({H.Signature, By});
  return true;
}

void NamerPass::nameMembers(uint32_t Parent) {
  uint32_t Ordinal = 0;
  for (uint32_t I = Parent + 1; I < U.node(Parent).End; I = U.node(I).End) {
    if (U.node(I).Tag != DW_TAG_member)
      continue;
    NodeRef Record = unnamedRecordIn(U.node(I).Type);
    if (Record && give(Record, {Namer::By::Member, Parent, Ordinal + 1}))
      ++Ordinal;
  }
}

void NamerPass::run() {
  // Each rule in turn over the whole unit, the strongest first. In C a compiler may put an unnamed
  // record before the record that has it as a member, so all of the unit must be there.
  llvm::SmallVector<uint32_t, 64> Declarators;
  for (uint32_t I = 0; I != U.nodes().size(); ++I) {
    const Node &N = U.node(I);
    if (N.Tag == DW_TAG_variable || N.Tag == DW_TAG_subprogram) {
      Declarators.push_back(I);
    } else if (N.Tag == DW_TAG_typedef) {
      DieRef Type = N.Type;
      bool Direct = Type.kind() == DieRef::Kind::Signature ||
                    (Type.kind() == DieRef::Kind::Node &&
                     isRecordTag(U.node(static_cast<uint32_t>(Type.value())).Tag));
      NodeRef Record = Direct ? unnamedRecordIn(Type) : NodeRef{};
      if (Record)
        give(Record, {Namer::By::Typedef, I, 1});
      else
        Declarators.push_back(I);
    }
  }
  for (uint32_t I = 0; I != U.nodes().size(); ++I)
    if (isRecordTag(U.node(I).Tag))
      nameMembers(I);
  for (uint32_t I : Declarators)
    if (NodeRef Record = unnamedRecordIn(U.node(I).Type))
      give(Record, {Namer::By::Declarator, I, 1});
}

std::optional<NamedBy> namerOf(UnitStore &Units, NodeRef Record) {
  Unit &U = *Record.In;
  if (!U.NamersKnown) {
    U.NamersKnown = true;
    NamerPass(Units, U).run();
  }
  if (auto It = U.Namers.find(Record.Index); It != U.Namers.end())
    return NamedBy{It->second.How, {&U, It->second.Node}, It->second.Ordinal};
  if (!isTypeOfUnit(Record))
    return std::nullopt;
  const UnitHeader &H = U.header();
  auto It = Units.index().TypeUnitNamers.find(H.Signature);
  if (It == Units.index().TypeUnitNamers.end())
    return std::nullopt;
  auto &[Number, By] = It->second;
  Unit *Other = Units.load(Number);
  if (!Other || By.Node >= Other->nodes().size())
    return std::nullopt;
  return NamedBy{By.How, {Other, By.Node}, By.Ordinal};
}

void nameTypeUnits(UnitIndex &Index) {
  UnitStore Units(Index);
  for (size_t Number = 0; Number != Index.Headers.size(); ++Number) {
    Unit *U = Units.open(Number);
    if (!U)
      continue;
    NamerPass Pass(Units, *U);
    Pass.run();
    U->NamersKnown = true;
    for (auto &[Signature, By] : Pass.OfTypeUnits) {
      auto [It, New] = Index.TypeUnitNamers.try_emplace(Signature, Number, By);
      if (!New && By.How < It->second.second.How)
        It->second = {Number, By};
    }
  }
}

const char *localDeclarator(UnitStore &Units, NodeRef Function, NodeRef Record) {
  const char *Found = nullptr;
  Function.In->forEachLocal(*Function, [&](const char *Name, DieRef Type) {
    if (strippedUnnamed(Units, Units.follow(Function, Type)) != Record)
      return true;
    Found = Name;
    return false;
  });
  return Found;
}

} // namespace cachelint::dwarf
