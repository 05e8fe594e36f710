//===-- RowCounts.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/RowCounts.h"

#include <algorithm>

namespace cachelint::facts {

using namespace model;

/// Adds up shares, and whether all of them were exact.
static uint64_t sumOf(std::initializer_list<const Share *> Shares, bool &Exact) {
  uint64_t Sum = 0;
  for (const Share *S : Shares) {
    Exact &= S->Count.has_value() || !S->Printed;
    Sum += S->Count.value_or(S->Estimate.value_or(0));
  }
  return Sum;
}

RowCounts countsOf(const RecordedRow &Row) {
  RowCounts R;
  EvidenceCounts &C = R.Counts;
  C.LocalHitm = sumOf({&Row.LocalHitm}, R.Exact);
  C.RemoteHitm = sumOf({&Row.RemoteHitm}, R.Exact);
  // One column for local and remote peers, in layouts of no release, has no place of its own.
  C.LocalPeer = sumOf({&Row.LocalPeer, &Row.AnyPeer}, R.Exact);
  C.RemotePeer = sumOf({&Row.RemotePeer}, R.Exact);
  C.Stores = sumOf({&Row.StoreL1Hit, &Row.StoreL1Miss, &Row.StoreNoLevel}, R.Exact);
  // Loads are not printed: they are what of the row's samples is no store.
  uint64_t SeenLoads = contentionOf(C);
  C.Loads = Row.Records && *Row.Records > C.Stores ? *Row.Records - C.Stores : 0;
  C.Loads = std::max(C.Loads, SeenLoads);
  return R;
}

EvidenceCounts countsOf(const RecordedLine &Line) {
  EvidenceCounts OfRows;
  for (const RecordedRow &Row : Line.Rows) {
    EvidenceCounts C = countsOf(Row).Counts;
    OfRows.LocalHitm += C.LocalHitm;
    OfRows.RemoteHitm += C.RemoteHitm;
    OfRows.LocalPeer += C.LocalPeer;
    OfRows.RemotePeer += C.RemotePeer;
    OfRows.Loads += C.Loads;
    OfRows.Stores += C.Stores;
  }
  EvidenceCounts C;
  C.LocalHitm = Line.LocalHitm.value_or(OfRows.LocalHitm);
  C.RemoteHitm = Line.RemoteHitm.value_or(OfRows.RemoteHitm);
  C.LocalPeer = Line.LocalPeer.value_or(OfRows.LocalPeer);
  C.RemotePeer = Line.RemotePeer.value_or(OfRows.RemotePeer);
  C.Loads = Line.Loads.value_or(OfRows.Loads);
  C.Stores = Line.Stores.value_or(OfRows.Stores);
  return C;
}

static bool isSome(const Share &S) {
  return S.Count.value_or(0) != 0 || S.Estimate.value_or(0) != 0 ||
         (S.Printed && S.Printed->Digits);
}

RowAccess accessOf(const RecordedRow &Row) {
  bool Store = isSome(Row.StoreL1Hit) || isSome(Row.StoreL1Miss) || isSome(Row.StoreNoLevel);
  bool Load = isSome(Row.LocalHitm) || isSome(Row.RemoteHitm) || isSome(Row.LocalPeer) ||
              isSome(Row.RemotePeer) || isSome(Row.AnyPeer) || Row.CyclesLoad.value_or(0) != 0;
  RowCounts C = countsOf(Row);
  Load |= C.Exact && C.Counts.Loads != 0;
  if (Store)
    return Load ? RowAccess::Both : RowAccess::Store;
  return Load ? RowAccess::Load : RowAccess::Unknown;
}

uint64_t contentionOf(const EvidenceCounts &C) {
  return C.LocalHitm + C.RemoteHitm + C.LocalPeer + C.RemotePeer;
}

} // namespace cachelint::facts
