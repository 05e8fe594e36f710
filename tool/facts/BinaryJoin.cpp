//===-- BinaryJoin.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/BinaryJoin.h"

#include "tool/facts/MergeDeclarations.h"
#include "tool/facts/RecordShape.h"

#include <algorithm>

namespace cachelint::facts {

using namespace model;

static void placeVariables(Program &P, const UnitFacts &Binary) {
  for (const Variable &V : Binary.Variables) {
    auto It = std::lower_bound(P.Variables.begin(), P.Variables.end(), V.Key,
                               [](const Variable &A, Str Key) { return A.Key < Key; });
    if (It == P.Variables.end() || It->Key != V.Key)
      continue;
    unitePlaces(*It, V);
    if (It->Address)
      P.Can = P.Can | Capability::Addresses;
  }
}

static void shipRecords(Program &P, const UnitFacts &Binary) {
  for (const Record &R : Binary.Records) {
    auto Begin = std::lower_bound(P.Records.begin(), P.Records.end(), R.Key,
                                  [](const Record &A, Str Key) { return A.Key < Key; });
    bool Known = false, Agreed = false;
    for (auto It = Begin; It != P.Records.end() && It->Key == R.Key; ++It) {
      Known |= It->From.From == FrontEnd::Ast;
      Agreed |= sameShape(*It, R) || fitsShape(*It, R) || fitsShape(R, *It);
    }
    if (Known && !Agreed)
      P.Shipped.push_back(R);
  }
}

void joinBinaries(Program &P, llvm::ArrayRef<const UnitFacts *> Binaries) {
  for (const UnitFacts *Binary : Binaries) {
    placeVariables(P, *Binary);
    shipRecords(P, *Binary);
  }
  std::sort(P.Shipped.begin(), P.Shipped.end(), compareByShape);
}

} // namespace cachelint::facts
