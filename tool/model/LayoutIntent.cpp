//===-- LayoutIntent.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/LayoutIntent.h"

#include "tool/model/Reorder.h"

#include <algorithm>

namespace cachelint::model {

bool isPad(const Field &F) {
  if (!F.Type.isArray() || F.Type.is(TypeTrait::Pointer) || F.Type.is(TypeTrait::Record))
    return false;
  for (Str Word :
       {"pad", "guard", "reserved", "rsvd", "resvd", "unused", "dummy", "filler", "__end"})
    if (F.Name.contains_insensitive(Word))
      return true;
  return false;
}

bool isLineMarker(const Field &F, Bits LineSize) {
  return F.Type.isArray() && F.Type.Size && F.Type.Size->bytes() < 2 &&
         (F.Type.Size->isZero() ? !F.Type.isFlexibleArray() : alignOf(F) >= LineSize);
}

bool isGuard(const Field &F, Bits LineSize) {
  return isPad(F) && F.Offset && F.Type.Size && *F.Type.Size >= LineSize &&
         (*F.Type.Size % LineSize).isZero() && (*F.Offset % LineSize).isZero();
}

bool hasChosenPlaces(const Record &R, Bits LineSize) {
  bool SeesMark = R.DeclaredAlign && *R.DeclaredAlign * 2 >= LineSize; // on the record as a whole
  for (const Field &F : R.Fields) {
    if (isPad(F) || isLineMarker(F, LineSize))
      return true;
    SeesMark |= alignOf(F) * 2 >= LineSize;
  }
  return R.is(RecordFlag::HasLineMarks) && !SeesMark;
}

std::string fieldKey(Str RecordKey, Str FieldName) {
  return RecordKey.str() + "::" + FieldName.str();
}

static bool hasSeveral(const TypeUse &T) {
  return std::any_of(T.Extents.begin(), T.Extents.end(),
                     [](std::optional<uint64_t> N) { return !N || *N > 1; });
}

static bool isHeld(const TypeUse &T) { return !T.Record.empty() && !T.is(TypeTrait::Pointer); }

void RecordUses::readVariable(const Variable &V) {
  if (!isHeld(V.Type))
    return;
  if (V.Type.isArray()) {
    if (hasSeveral(V.Type) && !V.Type.is(TypeTrait::Const))
      InArrays.insert(V.Type.Record);
    Others.insert(V.Type.Record);
  } else if (V.Storage == StorageKind::Automatic) {
    Others.insert(V.Type.Record);
  } else {
    ++Statics[V.Type.Record];
  }
}

RecordUses::RecordUses(const Program &P) {
  for (const Record &R : P.Records)
    for (const Field &F : R.Fields) {
      if (!isHeld(F.Type))
        continue;
      Others.insert(F.Type.Record);
      if (hasSeveral(F.Type))
        InArrays.insert(F.Type.Record);
      if (R.Kind == RecordKind::Union)
        Overlaid.insert(F.Type.Record);
    }
  for (const Variable &V : P.Variables)
    readVariable(V);
  for (const ArrayFacts &A : P.Arrays)
    if (!A.ElementRecord.empty() && (!A.Extent || *A.Extent > 1) &&
        !has(A.ElementTraits, TypeTrait::Const))
      InArrays.insert(A.ElementRecord);
  for (const Allocation &A : P.Allocations) {
    if (!isHeld(A.Element))
      continue;
    Others.insert(A.Element.Record);
    if (hasSeveral(A.Element) || (A.Count && *A.Count > 1))
      InArrays.insert(A.Element.Record);
  }
}

bool isLayoutFixed(const Record &R, const RecordUses &Uses) {
  for (RecordFlag Flag : {RecordFlag::Packed, RecordFlag::PackedInferred, RecordFlag::WireFormat,
                          RecordFlag::OrderAsserted, RecordFlag::SystemHeader,
                          RecordFlag::Randomized, RecordFlag::Incomplete})
    if (R.is(Flag))
      return true;
  // What a kernel and its programs share: the folder is where Linux keeps that.
  if (R.Pos.File.contains("/uapi/"))
    return true;
  // Registers of a device: nothing but volatile.
  bool Registers =
      !R.Fields.empty() && std::all_of(R.Fields.begin(), R.Fields.end(), [](const Field &F) {
        return F.Type.is(TypeTrait::Volatile) || isPad(F);
      });
  return Registers || Uses.overlaid(R);
}

} // namespace cachelint::model
