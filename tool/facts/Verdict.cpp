//===-- Verdict.cpp -------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/Verdict.h"

#include "tool/facts/RowCounts.h"

#include "fmt/format.h"

#include <map>
#include <set>

namespace cachelint::facts {

using namespace model;

namespace {

/// Who touched a place. CPUs are known by number only where the report lists them.
struct PlaceUse {
  uint64_t Contended = 0;
  uint64_t Stores = 0;
  std::set<uint64_t> Cpus;
  bool CpusKnown = true;
  bool OneCpuRows = true;    ///< each row is of one CPU
  std::set<std::string> Who; ///< functions, threads and nodes of the rows

  /// All accesses are by one CPU: what it loads nobody else stored there. Without a list of CPUs
  /// one function on one node, each of whose instructions was seen on one CPU, is taken for that.
  bool ofOneCpu() const { return CpusKnown ? Cpus.size() == 1 : OneCpuRows && Who.size() == 1; }
};

} // namespace

std::optional<uint64_t> placeOf(const JoinedRow &Row) {
  if (Row.Place)
    return Row.Place->bits();
  return Row.Row->Offset ? std::optional(Row.Row->Offset->bits()) : std::nullopt;
}

static void addCpus(PlaceUse &Use, const RecordedRow &Row) {
  bool Listed = !Row.Nodes.empty();
  for (const NodeUse &Node : Row.Nodes) {
    Listed &= !Node.Cpus.empty();
    for (const CpuRange &Range : Node.Cpus)
      // A list of CPUs is short; a damaged one must not be walked to its end.
      for (uint64_t Cpu = Range.First; Cpu <= Range.Last && Use.Cpus.size() < 2; ++Cpu)
        Use.Cpus.insert(Cpu);
  }
  Use.CpusKnown &= Listed;
  Use.OneCpuRows &= Row.CpuCount == 1;
  Use.Who.insert(fmt::format("{} {} {}", Row.Symbol.value_or(""), Row.Tid.value_or(0),
                             Row.NodesText.value_or("")));
}

static std::map<uint64_t, PlaceUse> placesOn(const JoinedLine &Line) {
  std::map<uint64_t, PlaceUse> Places;
  for (const JoinedRow &Row : Line.Rows) {
    std::optional<uint64_t> Place = placeOf(Row);
    if (!Place)
      continue;
    PlaceUse &Use = Places[*Place];
    Use.Contended += contentionOf(Row.Counts);
    Use.Stores += Row.Counts.Stores;
    addCpus(Use, *Row.Row);
  }
  return Places;
}

void judgeSharing(JoinedLine &Line) {
  std::map<uint64_t, PlaceUse> Places = placesOn(Line);
  uint64_t Contended = 0, Stores = 0, AtStored = 0;
  for (const auto &[Place, Use] : Places) {
    Contended += Use.Contended;
    Stores += Use.Stores;
    if (Use.Stores && !Use.ofOneCpu())
      AtStored += Use.Contended;
  }
  auto Set = [&](SharingVerdict V, std::string Why) {
    Line.Verdict = V;
    Line.VerdictWhy = std::move(Why);
  };
  if (Contended == 0)
    return Set(SharingVerdict::Unknown, "no load was answered by another cache");
  if (Stores == 0)
    return Set(SharingVerdict::Unknown, "no store to the line was sampled");
  std::string Why = fmt::format("{} of {} contended loads hit a place that other CPUs store to",
                                AtStored, Contended);
  // Samples are few and skid: a tenth either way is noise.
  if (10 * AtStored >= 9 * Contended)
    return Set(SharingVerdict::TrueSharing, Why);
  if (10 * AtStored <= Contended)
    return Set(SharingVerdict::FalseSharing,
               Why + (Places.size() > 1
                          ? fmt::format(", and {} places share the line", Places.size())
                          : ""));
  Set(SharingVerdict::Mixed, Why);
}

} // namespace cachelint::facts
