//===-- Layout.cpp -------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Layout.h"

#include <algorithm>

namespace cachelint::model {

static Bits extentOf(const Field &F) {
  if (F.Extent)
    return *F.Extent;
  if (F.BitWidth)
    return *F.BitWidth;
  // A flexible array has no size of its own; it starts where the record's own bytes end.
  return F.Type.Size.value_or(Bits());
}

/// An unnamed bit-field is a hole by another name: nothing can be stored there. DWARF does not list
/// it at all, so counting it as a field would make one record differ between source and binary.
static bool takesSpace(const Field &F) { return !(F.isBitField() && F.Name.empty()); }

LineSpan lineSpanOf(Bits Offset, Bits Extent, const LineGeometry &G) {
  LineSpan Span;
  Span.First = Span.Last = lineOf(Offset, G);
  if (!Extent.isZero())
    Span.Last = lineOf(Offset + Extent - Bits::fromBits(1), G);
  Span.Straddles = Span.Last != Span.First && Extent <= G.LineSize;
  return Span;
}

static PlacedField place(const Field &F, const LineGeometry &G) {
  PlacedField P;
  P.F = &F;
  P.Offset = *F.Offset;
  P.Extent = extentOf(F);
  LineSpan Span = lineSpanOf(P.Offset, P.Extent, G);
  P.FirstLine = Span.First;
  P.LastLine = Span.Last;
  P.Straddles = Span.Straddles;
  return P;
}

std::optional<RecordLayout> layoutOf(const Record &R, const LineGeometry &G) {
  if (!R.Size)
    return std::nullopt;
  RecordLayout L;
  L.Complete = !R.is(RecordFlag::Incomplete);
  L.Fields.reserve(R.Fields.size());
  for (const Field &F : R.Fields) {
    if (!F.Offset)
      L.Complete = false;
    else if (takesSpace(F))
      L.Fields.push_back(place(F, G));
  }
  std::stable_sort(L.Fields.begin(), L.Fields.end(),
                   [](const PlacedField &A, const PlacedField &B) { return A.Offset < B.Offset; });

  Bits End;
  const Field *Before = nullptr;
  for (const PlacedField &P : L.Fields) {
    if (P.Offset > End && R.Kind != RecordKind::Union) {
      L.Holes.push_back({End, P.Offset - End, Before});
      L.HoleTotal += P.Offset - End;
    }
    if (P.Offset + P.Extent >= End) {
      End = P.Offset + P.Extent;
      Before = P.F;
    }
  }
  // The one byte of an empty class is not padding: nothing could be put there. Nor is it where all
  // that the class has is empty bases and members. More bytes without any member, as unnamed
  // bit-fields reserve them, are.
  bool NothingInside = L.Fields.empty() && L.Complete && *R.Size > Bits::fromBytes(1);
  if ((!End.isZero() && *R.Size > End) || NothingInside)
    L.TailPadding = *R.Size - End;
  if (!R.Size->isZero())
    L.Lines = lineOf(*R.Size - Bits::fromBits(1), G) - lineOf(Bits(), G) + 1;
  return L;
}

} // namespace cachelint::model
