//===-- LineAlign.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/LineAlign.h"

#include "fmt/format.h"

namespace cachelint::model {

std::string lineAlignText(const Record &R, Bits LineSize) {
  if (!R.LineAlignSpelling.empty())
    return R.LineAlignSpelling.str();
  return fmt::format("__attribute__((aligned({})))", LineSize.bytes());
}

std::optional<Fix> lineAlignFix(const Record &R, Bits LineSize) {
  std::string Text = lineAlignText(R, LineSize);
  // A keyword stands between "struct" and the name; an attribute may also follow the brace, and
  // that is where C programs have it.
  SourcePos At = R.LineAlignIsKeyword ? R.AfterTag : R.AfterBrace;
  if (!At.valid() || R.is(RecordFlag::SystemHeader))
    return std::nullopt;
  Fix F;
  F.Description = fmt::format("align '{}' to whole cache lines", R.Name.str());
  F.Edits.push_back({At, At, " " + Text});
  return F;
}

unsigned otherUsesOf(const Program &P, const Record &R, const ArrayFacts &Array) {
  unsigned Uses = 0;
  for (const Record &Owner : P.Records)
    for (const Field &F : Owner.Fields) {
      bool IsTheArray = Owner.Key == Array.OwnerRecord && Array.Key.ends_with(F.Name) &&
                        Array.Key.size() == Owner.Key.size() + 2 + F.Name.size();
      Uses += F.Type.Record == R.Key && !F.Type.is(TypeTrait::Pointer) && !IsTheArray;
    }
  // A local copy or sum is short-lived: that it grows costs nothing worth a wrapper.
  for (const Variable &V : P.Variables)
    Uses += V.Type.Record == R.Key && !V.Type.is(TypeTrait::Pointer) &&
            V.Key != Array.VariableKey && V.Storage != StorageKind::Automatic;
  return Uses;
}

} // namespace cachelint::model
