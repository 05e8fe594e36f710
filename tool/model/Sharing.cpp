//===-- Sharing.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Sharing.h"

#include <algorithm>
#include <numeric>

namespace cachelint::model {

void ByteRange::include(ByteRange Other) {
  if (Other.empty())
    return;
  if (empty()) {
    *this = Other;
    return;
  }
  Begin = std::min(Begin, Other.Begin);
  End = std::max(End, Other.End);
}

namespace {

/// Signed bytes: a line before the first element is an ordinary case here.
int64_t floorDiv(int64_t A, int64_t B) { return A >= 0 ? A / B : -((-A + B - 1) / B); }

/// The array at one of the places where it may start.
class PlacedArray {
public:
  PlacedArray(const ArrayPlacement &A, uint64_t Base)
      : Stride(A.Stride.bytes()), Line(A.LineSize.bytes()), Base(Base),
        Last(A.Extent ? static_cast<int64_t>(*A.Extent) - 1 : INT64_MAX / Stride / 4) {}

  int64_t lineOf(int64_t Element, uint64_t Byte) const {
    return floorDiv(Base + Element * Stride + static_cast<int64_t>(Byte), Line);
  }

  /// How many elements have bytes of \p R on line \p N.
  uint64_t elementsOn(int64_t N, ByteRange R) const {
    int64_t High = floorDiv((N + 1) * Line - 1 - Base - static_cast<int64_t>(R.Begin), Stride);
    int64_t Low = floorDiv(N * Line - Base - static_cast<int64_t>(R.End), Stride) + 1;
    High = std::min(High, Last);
    Low = std::max<int64_t>(Low, 0);
    return High < Low ? 0 : High - Low + 1;
  }

private:
  int64_t Stride;
  int64_t Line;
  int64_t Base;
  int64_t Last;
};

/// Elements after which the places in a line repeat.
uint64_t periodOf(const ArrayPlacement &A) {
  uint64_t Line = A.LineSize.bytes();
  return Line / std::gcd(A.Stride.bytes(), Line);
}

uint64_t mostOnOneLine(const PlacedArray &P, uint64_t Elements, ByteRange Written,
                       ByteRange Touched) {
  uint64_t Most = 1;
  for (uint64_t I = 0; I < Elements; ++I)
    // Lines between the first and the last that an element writes are all its own.
    for (int64_t Line : {P.lineOf(I, Written.Begin), P.lineOf(I, Written.End - 1)})
      Most = std::max(Most, P.elementsOn(Line, Touched));
  return Most;
}

template <typename Callback> void forEachBase(const ArrayPlacement &A, Callback Do) {
  uint64_t Line = A.LineSize.bytes();
  if (A.BaseOffset) {
    Do(A.BaseOffset->bytes() % Line);
    return;
  }
  uint64_t Step = std::clamp<uint64_t>(A.BaseAlign.bytes(), 1, Line);
  for (uint64_t Base = 0; Base < Line; Base += Step)
    Do(Base);
}

} // namespace

Sharing sharingOf(const ArrayPlacement &A, ByteRange Written, ByteRange Touched) {
  Sharing S;
  if (A.Stride.bytes() == 0 || Written.empty() || (A.Extent && *A.Extent < 2))
    return S;
  // Twice the period: near the first element a line has fewer neighbours.
  uint64_t Elements = 2 * periodOf(A);
  if (A.Extent)
    Elements = std::min(Elements, *A.Extent);
  S.ElementsPerLineAligned = mostOnOneLine(PlacedArray(A, 0), Elements, Written, Touched);
  forEachBase(A, [&](uint64_t Base) {
    uint64_t Most = mostOnOneLine(PlacedArray(A, Base), Elements, Written, Touched);
    ++S.Placements;
    S.SharingPlacements += Most > 1;
    S.ElementsPerLine = std::max(S.ElementsPerLine, Most);
  });
  return S;
}

Straddling straddlingOf(const ArrayPlacement &A, ByteRange Range) {
  Straddling S;
  if (A.Stride.bytes() == 0 || Range.empty())
    return S;
  S.Elements = periodOf(A);
  if (A.Extent)
    S.Elements = std::min(S.Elements, *A.Extent);
  S.AtLeast = S.Elements;
  forEachBase(A, [&](uint64_t Base) {
    PlacedArray P(A, Base);
    uint64_t Count = 0;
    for (uint64_t I = 0; I < S.Elements; ++I)
      Count += P.lineOf(I, Range.Begin) != P.lineOf(I, Range.End - 1);
    S.AtLeast = std::min(S.AtLeast, Count);
    S.AtMost = std::max(S.AtMost, Count);
  });
  return S;
}

} // namespace cachelint::model
