//===-- RecordingTotals.h - totals of a recording ----------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The totals that `perf c2c report` prints before its tables, by name. All are samples. What they
// count is decided in perf's c2c_decode_stats (tools/perf/util/mem-events.c): classes overlap, so
// that their sum can be more than the loads.
//
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_RECORDINGTOTALS_H
#define CACHELINT_MODEL_RECORDINGTOTALS_H

#include <cstdint>
#include <optional>
#include <string>

namespace cachelint::model {

/// A percentage as printed: 65.51% is {6551, 2}, so that the rounding is known.
struct Percent {
  uint64_t Digits = 0;
  unsigned Decimals = 0;

  double value() const {
    double Result = static_cast<double>(Digits);
    for (unsigned I = 0; I != Decimals; ++I)
      Result /= 10;
    return Result;
  }
  bool operator==(const Percent &) const = default;
};

/// One "label : value" line, whatever its label, so that nothing printed is lost.
struct Statistic {
  unsigned Report = 0;    ///< which report of the input, from 0
  uint64_t InputLine = 0; ///< 1-based
  std::string Section;    ///< its title; empty where the copy has none
  std::string Label;
  std::string Text;              ///< as printed
  std::optional<uint64_t> Count; ///< if the value is a whole number that fits
  std::optional<Percent> Part;   ///< if it is a percentage
  bool operator==(const Statistic &) const = default;
};

/// "Trace Event Information": all samples of the recording.
struct TraceTotals {
  std::optional<uint64_t> Records, LockedOperations;
  std::optional<uint64_t> Loads, LoadUncacheable, LoadIo, LoadMiss, LoadNoMapping;
  std::optional<uint64_t> FillBufferHit, L1Hit, L2Hit;
  std::optional<uint64_t> LlcHit; ///< including LocalHitm
  std::optional<uint64_t> LocalHitm, RemoteHitm, RemoteHit;
  std::optional<uint64_t> LocalDram, RemoteDram;
  std::optional<uint64_t> MesiExclusive, MesiShared;
  std::optional<uint64_t> LlcMisses;
  std::optional<uint64_t> BlockedByData, BlockedByAddress;
  std::optional<uint64_t> LocalPeer, RemotePeer;
  std::optional<uint64_t> AnyPeer; ///< "Load HIT Peer" of a series that no release has
  std::optional<Percent> MissesToLocalDram, MissesToRemoteDram, MissesToRemoteHit,
      MissesToRemoteHitm;
  std::optional<uint64_t> Stores, StoreUncacheable, StoreNoMapping;
  std::optional<uint64_t> StoreL1Hit, StoreL1Miss, StoreNoLevel;
  std::optional<uint64_t> NoPageMap, Unparsable;
  bool operator==(const TraceTotals &) const = default;
};

/// "Global Shared Cache Line Event Information": samples on lines that had a HITM or a peer snoop.
struct SharedTotals {
  std::optional<uint64_t> Lines; ///< lines, not samples
  std::optional<uint64_t> LoadHits, FillBufferHits, L1Hits, L2Hits, LlcHits, PeerHits;
  std::optional<uint64_t> Locked, Blocked;
  std::optional<uint64_t> StoreHits, StoreL1Hits, StoreNoLevel;
  std::optional<uint64_t> MergedRecords; ///< HITMs on the lines shown, plus stores
  bool operator==(const SharedTotals &) const = default;
};

} // namespace cachelint::model

#endif
