//===-- RecordShape.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/RecordShape.h"

#include "tool/facts/Content.h"

namespace cachelint::facts {

using namespace model;

/// "x86_64" of "x86_64-pc-linux-gnu": front ends spell the rest of a triple in different ways.
static Str architectureOf(const Record &R) { return R.From.Target.split('-').first; }

static bool isShapeField(const Field &F) {
  if (F.Kind == FieldKind::VPtr || F.Kind == FieldKind::VirtualBase)
    return false;
  return !(F.isBitField() && F.Name.empty());
}

/// Walks over the fields of a record that belong to its shape.
namespace {
class ShapeFields {
public:
  explicit ShapeFields(const Record &R) : It(R.Fields.begin()), End(R.Fields.end()) { skip(); }
  const Field *next() {
    if (It == End)
      return nullptr;
    const Field *F = &*It++;
    skip();
    return F;
  }

private:
  void skip() {
    while (It != End && !isShapeField(*It))
      ++It;
  }
  std::vector<Field>::const_iterator It, End;
};
} // namespace

static int compareFields(const Record &A, const Record &B) {
  ShapeFields OfA(A), OfB(B);
  for (;;) {
    const Field *FA = OfA.next(), *FB = OfB.next();
    if (!FA || !FB)
      return FA ? 1 : FB ? -1 : 0;
    auto Shape = [](const Field &F) { return std::tie(F.Offset, F.BitWidth, F.Name); };
    if (int C = detail::compareTuple(Shape(*FA), Shape(*FB)))
      return C;
  }
}

static int compareShapes(const Record &A, const Record &B) {
  Str ArchA = architectureOf(A), ArchB = architectureOf(B);
  if (int C = compareContent(ArchA, ArchB))
    return C;
  if (int C = compareContent(A.Size, B.Size))
    return C;
  return compareFields(A, B);
}

bool sameShape(const Record &A, const Record &B) { return compareShapes(A, B) == 0; }

bool fitsShape(const Record &Partial, const Record &Whole) {
  if (architectureOf(Partial) != architectureOf(Whole))
    return false;
  if (Partial.Size && Whole.Size && *Partial.Size != *Whole.Size)
    return false;
  ShapeFields OfPartial(Partial), OfWhole(Whole);
  for (;;) {
    const Field *P = OfPartial.next(), *W = OfWhole.next();
    if (!P || !W)
      return !P && !W;
    if (P->Name != W->Name || P->BitWidth != W->BitWidth)
      return false;
    if (P->Offset && W->Offset && *P->Offset != *W->Offset)
      return false;
  }
}

bool compareByShape(const Record &A, const Record &B) {
  if (int C = compareContent(A.Key, B.Key))
    return C < 0;
  if (int C = compareShapes(A, B))
    return C < 0;
  return compareContent(A, B) < 0;
}

} // namespace cachelint::facts
