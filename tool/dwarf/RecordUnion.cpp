//===-- RecordUnion.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/LayoutInference.h"

#include <algorithm>

namespace cachelint::dwarf {

using model::Field;
using model::Record;
using model::RecordKind;

static bool sameField(const Field &A, const Field &B) {
  return A.Kind == B.Kind && A.Name == B.Name && A.Offset == B.Offset && A.BitWidth == B.BitWidth &&
         A.Extent == B.Extent && A.Type.Size == B.Type.Size && A.Type.Record == B.Type.Record &&
         A.Type.Extents == B.Type.Extents;
}

static bool sameLayout(const Record &A, const Record &B) {
  return (A.Kind == RecordKind::Union) == (B.Kind == RecordKind::Union) && A.Size == B.Size &&
         (!A.Align || !B.Align || A.Align == B.Align) && A.Fields.size() == B.Fields.size() &&
         std::equal(A.Fields.begin(), A.Fields.end(), B.Fields.begin(), sameField);
}

void uniteRecords(std::vector<Record> &Records) {
  size_t Kept = 0, FirstOfKey = 0;
  for (size_t I = 0; I != Records.size(); ++I) {
    if (I == 0 || Records[I].Key != Records[FirstOfKey].Key)
      FirstOfKey = Kept;
    bool Known = false;
    for (size_t J = FirstOfKey; J != Kept && !Known; ++J) {
      if (!sameLayout(Records[J], Records[I]))
        continue;
      Known = true;
      // The unit that can say more speaks for both.
      if (model::covers(Records[I].From.Can, Records[J].From.Can) &&
          Records[I].From.Can != Records[J].From.Can)
        Records[J] = std::move(Records[I]);
    }
    if (Known)
      continue;
    if (Kept != I)
      Records[Kept] = std::move(Records[I]);
    ++Kept;
  }
  Records.resize(Kept);
}

} // namespace cachelint::dwarf
