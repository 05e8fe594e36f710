//===-- UnitStore.cpp --------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/UnitStore.h"

#include <algorithm>

namespace cachelint::dwarf {

UnitStore::Loaded &UnitStore::loaded(size_t Number, bool Referenced) {
  for (size_t I = Units.size(); I-- > 0;)
    if (Units[I].Number == Number) {
      Units[I].Referenced |= Referenced;
      return Units[I];
    }
  std::unique_ptr<Unit> U;
  if (!Spare.empty()) {
    U = std::move(Spare.back());
    Spare.pop_back();
  } else {
    U = std::make_unique<Unit>();
  }
  bool Usable = U->read(Index.sectionsOf(Number), Index.Headers[Number], Index.skeletonOf(Number));
  if (UnitIndex::Inheritance From;
      Usable && U->IsPartial && (From = Index.inherited(Number)).Known) {
    if (From.LowerBound != U->LowerBound)
      U->read(Index.sectionsOf(Number), Index.Headers[Number], nullptr, From.LowerBound);
    U->Lang = From.Lang;
    U->Can = From.Can;
  }
  Units.push_back({Number, std::move(U), Usable, Referenced});
  return Units.back();
}

void UnitStore::forgetOld() {
  // Files made by dwz, and by link-time optimisation, refer to the same few units again and again.
  constexpr size_t KeptUnits = 64;
  constexpr size_t KeptNodes = 1 << 18;
  size_t NodeCount = 0, Count = 0;
  std::vector<Loaded> Kept;
  for (size_t I = Units.size(); I-- > 0;) {
    NodeCount += Units[I].U->nodes().size();
    if (Units[I].Referenced && Count < KeptUnits && NodeCount < KeptNodes) {
      Kept.push_back(std::move(Units[I]));
      ++Count;
    } else if (Spare.size() < 2) { // the memory of a few units is enough to work with
      Spare.push_back(std::move(Units[I].U));
    }
  }
  Units.assign(std::make_move_iterator(Kept.rbegin()), std::make_move_iterator(Kept.rend()));
}

Unit *UnitStore::open(size_t Number, std::string *Error, uint64_t *ErrorOffset) {
  forgetOld();
  Loaded &L = loaded(Number, false);
  if (Error)
    *Error = L.U->Error;
  if (ErrorOffset)
    *ErrorOffset = L.U->ErrorOffset;
  return L.Usable ? L.U.get() : nullptr;
}

Unit *UnitStore::load(size_t Number) {
  Loaded &L = loaded(Number, true);
  return L.Usable ? L.U.get() : nullptr;
}

NodeRef UnitStore::follow(NodeRef From, DieRef Ref) {
  std::optional<size_t> Number;
  switch (Ref.kind()) {
  case DieRef::Kind::Node:
    return {From.In, static_cast<uint32_t>(Ref.value())};
  case DieRef::Kind::Section:
    Number = Index.atOffset(Ref.value(), From.In->header().InSupplement);
    break;
  case DieRef::Kind::OtherFile:
    Number = Index.atOffset(Ref.value(), true);
    break;
  case DieRef::Kind::Signature:
    Number = Index.bySignature(From.In->Signatures[Ref.value()]);
    break;
  default:
    break;
  }
  Unit *U = Number ? load(*Number) : nullptr;
  if (!U)
    return {};
  bool ByOffset = Ref.kind() != DieRef::Kind::Signature;
  std::optional<uint32_t> Node =
      U->find(ByOffset ? Ref.value() - U->header().Offset : U->header().TypeOffset);
  return Node ? NodeRef{U, *Node} : NodeRef{};
}

NodeRef UnitStore::typeOf(NodeRef From) {
  NodeRef Type = follow(From, From->Type);
  if (!Type || Type->Origin.kind() != DieRef::Kind::Signature)
    return Type;
  NodeRef Definition = follow(Type, Type->Origin);
  return Definition ? Definition : Type;
}

NodeRef UnitStore::origin(NodeRef N) {
  // A concrete function names its abstract one, which names its declaration in the class.
  constexpr unsigned MaxSteps = 4;
  for (unsigned I = 0; I != MaxSteps && N->Origin; ++I) {
    NodeRef Next = follow(N, N->Origin);
    if (!Next)
      break;
    N = Next;
  }
  return N;
}

} // namespace cachelint::dwarf
