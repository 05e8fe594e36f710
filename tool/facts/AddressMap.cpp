//===-- AddressMap.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/AddressMap.h"

#include "tool/model/FieldPath.h"

#include "fmt/format.h"

#include <algorithm>

namespace cachelint::facts {

using namespace model;

AddressMap::AddressMap(const RecordedBinary &Binary) : Image(*Binary.Image), Facts(Binary.Facts) {
  if (Facts)
    for (const Variable &V : Facts->Variables)
      if (V.Address && V.Type.Size && !V.Type.Size->isZero() &&
          V.Storage != StorageKind::ThreadLocal)
        ByAddress.push_back(&V);
  std::sort(ByAddress.begin(), ByAddress.end(), [](const Variable *A, const Variable *B) {
    return std::tie(*A->Address, *A->Type.Size, A->Key) <
           std::tie(*B->Address, *B->Type.Size, B->Key);
  });
}

static bool holds(const Variable &V, uint64_t Address) {
  return Address >= *V.Address && Address - *V.Address < V.Type.Size->bytesCeil();
}

const Variable *AddressMap::variableAt(uint64_t Address) const {
  auto It = std::upper_bound(ByAddress.begin(), ByAddress.end(), Address,
                             [](uint64_t A, const Variable *V) { return A < *V->Address; });
  // Variables do not nest; two names for one address, or a type that a unit has larger than the
  // object is, are what can be in between.
  for (unsigned Tries = 0; It != ByAddress.begin() && Tries != 8; ++Tries)
    if (holds(**--It, Address))
      return *It;
  return nullptr;
}

static void addAround(const TypeUse &Type, Bits Offset, const std::vector<Record> &Records,
                      std::vector<EnclosingRecord> &Around, unsigned Depth) {
  if (Type.Record.empty() || Depth == 0 || Type.is(TypeTrait::Pointer))
    return;
  std::optional<Bits> Size = Type.isArray() ? Type.ElementSize : Type.Size;
  const Record *R = findRecord(Records, Type.Record, Size);
  if (!R)
    return;
  if (Type.isArray() && Size && !Size->isZero())
    Offset = Offset % *Size;
  EnclosingRecord Here{R->Key, Offset};
  if (std::find(Around.begin(), Around.end(), Here) == Around.end())
    Around.push_back(Here);
  for (const Field &F : R->Fields)
    if (F.Offset && F.Type.Size && Offset >= *F.Offset && Offset < *F.Offset + *F.Type.Size)
      addAround(F.Type, Offset - *F.Offset, Records, Around, Depth - 1);
}

std::vector<EnclosingRecord> recordsAround(const TypeUse &Type, Bits Offset,
                                           const std::vector<Record> &Records) {
  // Deeper than any type that people write, and an end for what a broken file may hold.
  constexpr unsigned MaxDepth = 64;
  std::vector<EnclosingRecord> Around;
  addAround(Type, Offset, Records, Around, MaxDepth);
  return Around;
}

AddressedPlace AddressMap::placeIn(const Variable &V, uint64_t Address) const {
  AddressedPlace P;
  P.Var = &V;
  P.Start = *V.Address;
  Bits Offset = Bits::fromBytes(Address - *V.Address);
  auto Find = [&](Str Key, std::optional<Bits> Size) {
    return findRecord(Facts->Records, Key, Size);
  };
  std::vector<FieldAt> Fields = fieldsAt(V.Name, V.Type, Offset, Find);
  for (const FieldAt &F : Fields)
    P.Field += (P.Field.empty() ? "" : " | ") + F.Text;
  if (!Fields.empty()) {
    const FieldAt &First = Fields.front();
    P.Start = *V.Address + First.Start.bytes();
    P.Element = First.Element;
    if (First.Member)
      P.FieldName = First.Member->Name;
  }
  P.Around = recordsAround(V.Type, Offset, Facts->Records);
  for (const EnclosingRecord &E : P.Around) {
    const Record *R = Find(E.Key, std::nullopt);
    if (R && !R->is(RecordFlag::Anonymous))
      P.Record = R;
  }
  return P;
}

static bool isData(const Symbol *S) { return S && S->Kind == SymbolKind::Object && S->Size; }

std::optional<AddressedPlace> AddressMap::at(uint64_t Address) const {
  if (const Variable *V = variableAt(Address))
    return placeIn(*V, Address);
  const Symbol *S = Image.symbolAt(Address);
  if (!isData(S))
    return std::nullopt;
  AddressedPlace P;
  P.Start = Address;
  P.Field = Address == S->Address ? S->Name.str()
                                  : fmt::format("{}+0x{:x}", S->Name.str(), Address - S->Address);
  return P;
}

std::optional<AddressedPlace> AddressMap::firstIn(uint64_t Begin, uint64_t End) const {
  if (std::optional<AddressedPlace> P = at(Begin))
    return P;
  auto It = std::lower_bound(ByAddress.begin(), ByAddress.end(), Begin,
                             [](const Variable *V, uint64_t A) { return *V->Address < A; });
  if (It != ByAddress.end() && *(*It)->Address < End)
    return placeIn(**It, *(*It)->Address);
  for (const Symbol &S : Image.Symbols)
    if (S.Address >= Begin && S.Address < End && isData(&S))
      return at(S.Address);
  return std::nullopt;
}

ObjectKind AddressMap::kindAt(uint64_t Address) const {
  if (!covers(Address))
    return ObjectKind::Unknown;
  const SectionRange *S = Image.sectionAt(Address);
  return S && S->Name.contains("percpu") ? ObjectKind::PerCpu : ObjectKind::Global;
}

} // namespace cachelint::facts
