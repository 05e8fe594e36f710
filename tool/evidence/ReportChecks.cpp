//===-- ReportChecks.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportChecks.h"

#include "tool/evidence/ReportCounts.h"
#include "tool/evidence/ReportProblems.h"

#include "fmt/format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <cmath>
#include <tuple>

namespace cachelint::evidence {

using model::Inconsistency;
using model::Percent;
using model::RecordedLine;
using model::RecordedRow;
using model::Recording;
using Kind = model::Inconsistency::Kind;

namespace {

/// A sum that is empty when a part of it is.
class Sum {
public:
  Sum &operator+=(const std::optional<uint64_t> &Part) {
    if (!Part || __builtin_add_overflow(Value, *Part, &Value))
      Known = false;
    return *this;
  }
  /// For parts that some releases do not print.
  Sum &addIfPrinted(const std::optional<uint64_t> &Part) {
    if (Part)
      *this += Part;
    return *this;
  }
  std::optional<uint64_t> get() const { return Known ? std::optional(Value) : std::nullopt; }

private:
  uint64_t Value = 0;
  bool Known = true;
};

template <class... Parts> std::optional<uint64_t> sumOf(const Parts &...P) {
  Sum S;
  ((S += P), ...);
  return S.get();
}

class Checker {
public:
  explicit Checker(Recording &R) : R(R) {}

  void labels();
  void trace();
  void llcMisses();
  void lines();

private:
  void line(const RecordedLine &Line);
  void rows(const RecordedLine &Line);
  void add(Kind What, uint64_t InputLine, std::string Message) {
    R.Inconsistencies.push_back({What, InputLine, std::move(Message)});
  }
  uint64_t lineOf(llvm::StringRef Label) const;
  std::optional<unsigned> traceReport() const;

  Recording &R;
};

uint64_t Checker::lineOf(llvm::StringRef Label) const {
  for (const model::Statistic &S : R.Statistics)
    if (S.Label == Label)
      return S.InputLine;
  return 0;
}

void Checker::labels() {
  llvm::StringMap<const model::Statistic *> Seen;
  for (const model::Statistic &S : R.Statistics) {
    if (!S.Count && !S.Part)
      continue;
    std::string Key = fmt::format("{}\n{}\n{}", S.Report, S.Section, S.Label);
    auto [It, New] = Seen.try_emplace(Key, &S);
    if (!New && It->second->Text != S.Text)
      add(Kind::RepeatedLabel, S.InputLine,
          fmt::format("'{}' is {} here and {} at line {}: the first is used", S.Label, S.Text,
                      It->second->Text, It->second->InputLine));
  }
}

void Checker::trace() {
  const model::TraceTotals &T = R.Trace;
  Sum All;
  All += T.Loads;
  All += T.Stores;
  All += T.Unparsable;
  if (T.Records && All.get() && *T.Records != *All.get())
    add(Kind::RecordsNotLoadsAndStores, lineOf("Total records"),
        fmt::format("total records is {}, but loads, stores and unparsable samples are {}",
                    *T.Records, *All.get()));

  Sum Loads;
  for (const auto &Part : {T.LoadUncacheable, T.LoadIo, T.LoadMiss, T.FillBufferHit, T.L1Hit,
                           T.L2Hit, T.LlcHit, T.RemoteHitm, T.RemoteHit, T.LocalDram, T.RemoteDram})
    Loads.addIfPrinted(Part);
  if (T.Loads && Loads.get() && *Loads.get() > *T.Loads) {
    uint64_t Excess = *Loads.get() - *T.Loads;
    bool Remote = T.RemoteHitm && Excess <= *T.RemoteHitm + T.RemoteHit.value_or(0);
    add(Kind::LoadClassesExceedLoads, lineOf("Load Operations"),
        fmt::format("the classes of loads are {} together, {} more than the {} loads{}",
                    *Loads.get(), Excess, *T.Loads,
                    Remote ? ": perf counts loads served by another node's cache as remote DRAM too"
                           : ""));
  }

  Sum Stores;
  for (const auto &Part : {T.StoreUncacheable, T.StoreL1Hit, T.StoreL1Miss, T.StoreNoLevel})
    Stores.addIfPrinted(Part);
  if (T.Stores && Stores.get() && *Stores.get() > *T.Stores)
    add(Kind::StoreClassesExceedStores, lineOf("Store Operations"),
        fmt::format("the classes of stores are {} together, more than the {} stores", *Stores.get(),
                    *T.Stores));

  auto Mesi = sumOf(T.MesiExclusive, T.MesiShared), Dram = sumOf(T.LocalDram, T.RemoteDram);
  if (Mesi && Dram && *Mesi != *Dram)
    add(Kind::MesiNotDram, lineOf("Load MESI State Exclusive"),
        fmt::format("{} loads have a MESI state, but {} came from DRAM, and only those have one",
                    *Mesi, *Dram));
}

void Checker::llcMisses() {
  const model::TraceTotals &T = R.Trace;
  auto Misses = sumOf(T.LocalDram, T.RemoteDram, T.RemoteHitm, T.RemoteHit);
  if (!T.LlcMisses)
    return;
  if (Misses && *Misses != *T.LlcMisses)
    add(Kind::LlcMissesNotSum, lineOf("Load LLC Misses"),
        fmt::format("LLC misses are {}, but their classes are {} together", *T.LlcMisses, *Misses));
  struct {
    const char *Label;
    std::optional<Percent> Part;
    std::optional<uint64_t> Count;
  } const Shares[] = {
      {"LLC Misses to Local DRAM", T.MissesToLocalDram, T.LocalDram},
      {"LLC Misses to Remote DRAM", T.MissesToRemoteDram, T.RemoteDram},
      {"LLC Misses to Remote cache (HIT)", T.MissesToRemoteHit, T.RemoteHit},
      {"LLC Misses to Remote cache (HITM)", T.MissesToRemoteHitm, T.RemoteHitm},
  };
  for (const auto &S : Shares) {
    if (!S.Part || !S.Count || *T.LlcMisses == 0)
      continue;
    double Ratio = 100 * static_cast<double>(*S.Count) / static_cast<double>(*T.LlcMisses);
    if (std::fabs(Ratio - S.Part->value()) > 0.0501)
      add(Kind::PercentNotRatio, lineOf(S.Label),
          fmt::format("'{}' is {:.1f}%, but {} of {} is {:.1f}%", S.Label, S.Part->value(),
                      *S.Count, *T.LlcMisses, Ratio));
  }
}

std::optional<unsigned> Checker::traceReport() const {
  for (const model::Statistic &S : R.Statistics)
    if (S.Label == "Load Local HITM" || S.Label == "Load Remote HITM")
      return S.Report;
  return std::nullopt;
}

void Checker::lines() {
  Sum Local, Remote;
  std::optional<unsigned> Report = traceReport();
  for (const RecordedLine &Line : R.Lines) {
    line(Line);
    rows(Line);
    if (Report == Line.Report && !Line.RepeatOf) {
      Local.addIfPrinted(Line.LocalHitm);
      Remote.addIfPrinted(Line.RemoteHitm);
    }
  }
  auto Check = [&](const Sum &OfLines, const std::optional<uint64_t> &Total, const char *Label) {
    if (Total && OfLines.get() && *OfLines.get() > *Total)
      add(Kind::LinesExceedTotals, lineOf(Label),
          fmt::format("the lines have {} together, but '{}' is {}", *OfLines.get(), Label, *Total));
  };
  Check(Local, R.Trace.LocalHitm, "Load Local HITM");
  Check(Remote, R.Trace.RemoteHitm, "Load Remote HITM");
}

/// The sums that perf itself forms for a row of the table (total_records, get_load_llc_misses).
void Checker::line(const RecordedLine &Line) {
  if (!Line.TableLine)
    return;
  auto Check = [&](const char *Name, const std::optional<uint64_t> &Printed,
                   const std::optional<uint64_t> &Parts) {
    if (Printed && Parts && *Printed != *Parts)
      add(Kind::LineNotSum, *Line.TableLine,
          fmt::format("{} of line {} are {}, but their parts are {} together", Name,
                      Line.Index.value_or(0), *Printed, *Parts));
  };
  Check("HITMs", Line.TotalHitm, sumOf(Line.LocalHitm, Line.RemoteHitm));
  Check("peer snoops", Line.TotalPeer, sumOf(Line.LocalPeer, Line.RemotePeer));
  Check("LLC misses", Line.LlcMisses,
        sumOf(Line.LocalDram, Line.RemoteDram, Line.RemoteHitm, Line.RemoteHit));
  auto Stores = sumOf(Line.StoreL1Hit, Line.StoreL1Miss, Line.StoreNoLevel ? Line.StoreNoLevel : 0);
  Check("records", Line.Records, sumOf(Line.Loads, Stores));
  // In a peer display the HITMs are printed beside the hits only.
  auto Local = Line.LlcHitm ? Line.LlcHitm : Line.LocalHitm;
  auto Remote = Line.RemoteLoadHitm ? Line.RemoteLoadHitm : Line.RemoteHitm;
  // A class of its own while peers had one column.
  auto Peer = Line.LocalPeer || !Line.TotalPeer ? 0 : Line.TotalPeer;
  Check("loads", Line.Loads,
        sumOf(Line.FillBufferHit, Line.L1Hit, Line.L2Hit, Line.LlcHit, Local, Line.RemoteHit,
              Remote, Peer, Line.LocalDram, Line.RemoteDram));
}

/// Percentages of a line's rows are 100 together, within what rounding can change.
void Checker::rows(const RecordedLine &Line) {
  if (Line.Rows.empty() || !Line.ParetoLine)
    return;
  for (const ShareOfLine &S : sharesOfLine()) {
    if (!(Line.*S.Whole) || *(Line.*S.Whole) == 0)
      continue;
    double Total = 0, Rounding = 0;
    bool All = true;
    for (const RecordedRow &Row : Line.Rows) {
      const std::optional<Percent> &P = (Row.*S.Part).Printed;
      All &= P.has_value();
      if (!P)
        continue;
      Total += P->value();
      Rounding += 0.5 * std::pow(10.0, -static_cast<double>(P->Decimals));
    }
    if (All && std::fabs(Total - 100) > Rounding + 1e-6)
      add(Kind::RowsNotLine, *Line.ParetoLine,
          fmt::format("the rows have {:.2f}% of the line's {} {}", Total, *(Line.*S.Whole),
                      S.Name));
  }
}

} // namespace

void findInconsistencies(Recording &R, ReportProblems &Problems) {
  Checker C(R);
  C.labels();
  C.trace();
  C.llcMisses();
  C.lines();
  llvm::sort(R.Inconsistencies, [](const Inconsistency &A, const Inconsistency &B) {
    return std::tie(A.InputLine, A.What, A.Message) < std::tie(B.InputLine, B.What, B.Message);
  });
  constexpr size_t MostNamed = 1000;
  if (R.Inconsistencies.size() <= MostNamed)
    return;
  Problems.warn(
      "contradictions", R.Inconsistencies[MostNamed].InputLine,
      fmt::format("{} more numbers that contradict each other, from here on, are not listed",
                  R.Inconsistencies.size() - MostNamed));
  R.Inconsistencies.resize(MostNamed);
}

} // namespace cachelint::evidence
