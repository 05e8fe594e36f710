//===-- SourcePlaces.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/SourcePlaces.h"

#include "llvm/ADT/ArrayRef.h"

#include <algorithm>
#include <numeric>

namespace cachelint::facts {

using namespace model;

namespace {

/// Walks over the steps of one object.
class PlaceWalk {
public:
  PlaceWalk(const Program &P, Bits LineSize) : P(P) {
    Place.Unit = Place.StrideUnit = LineSize;
    Place.Offset = Bits();
  }

  void startAtVariable(const AccessPath &Path);
  void startBehind(Str PointerName, Str OwnerRecord);
  void step(const FieldStep &F);
  void step(const IndexStep &I);
  SourcePlace finish();

private:
  void setObject(Str Key) {
    if (Place.Object.empty())
      Place.Object = Key;
  }
  void alignTo(std::optional<Bits> Align) { BaseAlign = std::max(BaseAlign, Align); }
  void alignToRecord(Str Key) {
    if (const Record *R = Key.empty() ? nullptr : P.findRecord(Key))
      alignTo(R->Align);
  }
  void enter(Str Record);
  void move(std::optional<Bits> By) {
    Place.Offset = Place.Offset && By ? std::optional(*Place.Offset + *By) : std::nullopt;
  }
  void coarsen(std::optional<Bits> Stride) {
    uint64_t Bits_ = Stride ? Stride->bits() : 1;
    Place.StrideUnit = Bits::fromBits(std::gcd(Place.StrideUnit.bits(), Bits_));
  }

  const Program &P;
  SourcePlace Place;
  std::vector<std::optional<Bits>> Starts; ///< parallel to Place.Around
  std::optional<Bits> BaseAlign;
  bool First = true;
  Str PointerName, PointerOwner;
};

} // namespace

void PlaceWalk::startAtVariable(const AccessPath &Path) {
  Str Key = Path.Root.K == Slot::Kind::Local ? Path.Root.Name : Path.Root.Owner;
  Place.VariableKey = Place.Object = Key;
  const Variable *V = P.findVariable(Key);
  Place.Text = (V ? V->Name : Path.RootName.empty() ? Key : Path.RootName).str();
  if (!V)
    return;
  alignTo(V->DeclaredAlign);
  alignTo(V->Type.Align);
  alignToRecord(V->Type.Record);
  Place.Size = V->Type.Size.value_or(Bits());
}

void PlaceWalk::startBehind(Str Name, Str Owner) {
  Place.Heap = true;
  PointerName = Name;
  PointerOwner = Owner;
}

void PlaceWalk::enter(Str Record) {
  if (Record.empty() || (!Place.Around.empty() && Place.Around.back() == Record))
    return;
  Place.Around.push_back(Record);
  Starts.push_back(Place.Offset);
}

void PlaceWalk::step(const FieldStep &F) {
  setObject(F.Record);
  if (First && Place.Heap)
    alignToRecord(F.Record);
  First = false;
  enter(F.Record);
  move(F.Offset);
  Place.Size = F.Size.value_or(Bits());
  if (F.Name.empty())
    return;
  Place.Record = F.Record;
  Place.FieldName = F.Name;
  if (!Place.Text.empty())
    Place.Text += '.';
  Place.Text += F.Name;
}

void PlaceWalk::step(const IndexStep &I) {
  if (First && Place.Heap) {
    Place.Text = PointerName.str();
    setObject(I.ElementRecord);
    alignToRecord(I.ElementRecord);
    Place.Record = PointerOwner;
    if (!PointerOwner.empty())
      Place.FieldName = PointerName;
  }
  First = false;
  std::string Index = I.Index.Constant ? std::to_string(*I.Index.Constant) : I.Index.Text.str();
  Place.Text += "[" + Index + "]";
  if (I.Index.Constant && I.Stride && *I.Index.Constant >= 0)
    move(*I.Stride * static_cast<uint64_t>(*I.Index.Constant));
  else
    coarsen(I.Stride);
  enter(I.ElementRecord);
  Place.Size = I.Stride.value_or(Bits());
}

SourcePlace PlaceWalk::finish() {
  if (First && Place.Heap) {
    Place.Text = "*" + PointerName.str();
    Place.Record = PointerOwner;
    if (!PointerOwner.empty())
      Place.FieldName = PointerName;
  }
  uint64_t Align = BaseAlign ? BaseAlign->bits() : Bits::fromBytes(1).bits();
  Place.Unit = Bits::fromBits(std::gcd(Place.StrideUnit.bits(), Align));
  for (const std::optional<Bits> &Start : Starts)
    Place.Inner.push_back(Place.Offset && Start ? *Place.Offset - *Start : Bits());
  return std::move(Place);
}

/// What the pointer at the end of some steps is called, and whose member it is.
static std::pair<Str, Str> pointerAt(const AccessPath &Path, size_t End) {
  for (; End; --End) {
    if (const auto *F = std::get_if<FieldStep>(&Path.Steps[End - 1]))
      return {F->Name, F->Record};
    if (std::holds_alternative<DerefStep>(Path.Steps[End - 1]))
      return {};
  }
  return {Path.RootName, {}};
}

/// The place that the first \p End steps name; empty when it is in a register or has no name.
static std::optional<SourcePlace> placeAt(const AccessPath &Path, size_t End, const Program &P,
                                          Bits LineSize) {
  size_t Begin = End;
  while (Begin && !std::holds_alternative<DerefStep>(Path.Steps[Begin - 1]))
    --Begin;
  PlaceWalk Walk(P, LineSize);
  if (Begin) {
    auto [Name, Owner] = pointerAt(Path, Begin - 1);
    Walk.startBehind(Name, Owner);
  } else {
    bool IsMemory = Path.Root.K == Slot::Kind::Global || (Path.Root.K == Slot::Kind::Local && End);
    if (!IsMemory)
      return std::nullopt;
    Walk.startAtVariable(Path);
  }
  for (size_t I = Begin; I != End; ++I) {
    if (const auto *F = std::get_if<FieldStep>(&Path.Steps[I]))
      Walk.step(*F);
    else
      Walk.step(std::get<IndexStep>(Path.Steps[I]));
  }
  return Walk.finish();
}

std::vector<SourcePlace> placesOf(const Access &A, const Program &P, Bits LineSize) {
  std::vector<SourcePlace> Places;
  const auto &Steps = A.Path.Steps;
  for (size_t End = 0; End <= Steps.size(); ++End) {
    bool Last = End == Steps.size();
    if (!Last && !std::holds_alternative<DerefStep>(Steps[End]))
      continue;
    std::optional<SourcePlace> Place = placeAt(A.Path, End, P, LineSize);
    if (!Place)
      continue;
    if (Last) {
      Place->Kind = A.LockOperation ? AccessKind::ReadModifyWrite : A.Kind;
      if (A.Size)
        Place->Size = *A.Size;
    }
    Places.push_back(std::move(*Place));
  }
  return Places;
}

bool mayLieAt(const SourcePlace &Place, Bits InLine) {
  if (!Place.Offset)
    return true;
  uint64_t Unit = Place.Unit.bits();
  uint64_t Into = (InLine.bits() % Unit + Unit - Place.Offset->bits() % Unit) % Unit;
  return Into < std::max(Place.Size, Bits::fromBytes(1)).bits();
}

} // namespace cachelint::facts
