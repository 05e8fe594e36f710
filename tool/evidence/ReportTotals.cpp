//===-- ReportTotals.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportTotals.h"

#include "tool/evidence/ReportProblems.h"
#include "tool/evidence/TextCells.h"

#include "fmt/format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cachelint::evidence {

using llvm::StringRef;
using model::Percent;
using model::SharedTotals;
using model::TraceTotals;

namespace {

template <class Totals, class Value> struct Label {
  StringRef Text;
  std::optional<Value> Totals::*Field;
};

constexpr Label<TraceTotals, uint64_t> TraceLabels[] = {
    {"Total records", &TraceTotals::Records},
    {"Locked Load/Store Operations", &TraceTotals::LockedOperations},
    {"Load Operations", &TraceTotals::Loads},
    {"Loads - uncacheable", &TraceTotals::LoadUncacheable},
    {"Loads - IO", &TraceTotals::LoadIo},
    {"Loads - Miss", &TraceTotals::LoadMiss},
    {"Loads - no mapping", &TraceTotals::LoadNoMapping},
    {"Load Fill Buffer Hit", &TraceTotals::FillBufferHit},
    {"Load L1D hit", &TraceTotals::L1Hit},
    {"Load L2D hit", &TraceTotals::L2Hit},
    {"Load LLC hit", &TraceTotals::LlcHit},
    {"Load Local HITM", &TraceTotals::LocalHitm},
    {"Load Remote HITM", &TraceTotals::RemoteHitm},
    {"Load Remote HIT", &TraceTotals::RemoteHit},
    {"Load Local DRAM", &TraceTotals::LocalDram},
    {"Load Remote DRAM", &TraceTotals::RemoteDram},
    {"Load MESI State Exclusive", &TraceTotals::MesiExclusive},
    {"Load MESI State Shared", &TraceTotals::MesiShared},
    {"Load LLC Misses", &TraceTotals::LlcMisses},
    {"Load access blocked by data", &TraceTotals::BlockedByData},       // 5.12
    {"Load access blocked by address", &TraceTotals::BlockedByAddress}, // 5.12
    {"Load HIT Local Peer", &TraceTotals::LocalPeer},                   // 6.0
    {"Load HIT Remote Peer", &TraceTotals::RemotePeer},                 // 6.0
    {"Load HIT Peer", &TraceTotals::AnyPeer},                           // never merged
    {"Store Operations", &TraceTotals::Stores},
    {"Store - uncacheable", &TraceTotals::StoreUncacheable},
    {"Store - no mapping", &TraceTotals::StoreNoMapping},
    {"Store L1D Hit", &TraceTotals::StoreL1Hit},
    {"Store L1D Miss", &TraceTotals::StoreL1Miss},
    {"Store No available memory level", &TraceTotals::StoreNoLevel}, // 6.0
    {"No Page Map Rejects", &TraceTotals::NoPageMap},
    {"Unable to parse data source", &TraceTotals::Unparsable},
};

constexpr Label<TraceTotals, Percent> TraceShareLabels[] = {
    {"LLC Misses to Local DRAM", &TraceTotals::MissesToLocalDram},
    {"LLC Misses to Remote DRAM", &TraceTotals::MissesToRemoteDram},
    {"LLC Misses to Remote cache (HIT)", &TraceTotals::MissesToRemoteHit},
    {"LLC Misses to Remote cache (HITM)", &TraceTotals::MissesToRemoteHitm},
};

constexpr Label<SharedTotals, uint64_t> SharedLabels[] = {
    {"Total Shared Cache Lines", &SharedTotals::Lines},
    {"Load HITs on shared lines", &SharedTotals::LoadHits},
    {"Fill Buffer Hits on shared lines", &SharedTotals::FillBufferHits},
    {"L1D hits on shared lines", &SharedTotals::L1Hits},
    {"L2D hits on shared lines", &SharedTotals::L2Hits},
    {"LLC hits on shared lines", &SharedTotals::LlcHits},
    {"Load hits on peer cache or nodes", &SharedTotals::PeerHits}, // 6.0
    {"Load HITs on peer cache lines", &SharedTotals::PeerHits},    // never merged
    {"Locked Access on shared lines", &SharedTotals::Locked},
    {"Blocked Access on shared lines", &SharedTotals::Blocked}, // 5.12
    {"Store HITs on shared lines", &SharedTotals::StoreHits},
    {"Store L1D hits on shared lines", &SharedTotals::StoreL1Hits},
    {"Store No available memory level", &SharedTotals::StoreNoLevel}, // 6.0
    {"Total Merged records", &SharedTotals::MergedRecords},
};

constexpr StringRef EventsLabel = "Events";
constexpr StringRef SortLabel = "Cachelines sort on";
// The prototype spelt it "groupping".
constexpr StringRef GroupingLabels[] = {"Cacheline data grouping", "Cacheline data groupping"};

template <class Labels> bool isOneOf(const Labels &List, StringRef Text) {
  return llvm::any_of(List, [&](const auto &L) { return L.Text == Text; });
}

/// Stores \p Value in the named field unless it has one already.
template <class Totals, class Value, size_t N>
void setNamed(const Label<Totals, Value> (&List)[N], StringRef Text, Totals &T,
              const std::optional<Value> &New) {
  for (const auto &L : List)
    if (L.Text == Text && New && !(T.*L.Field))
      T.*L.Field = New;
}

struct LabelledText {
  std::string Label; ///< with runs of blanks made one
  StringRef Value;
  size_t Width = 0;     ///< of the value with its padding
  bool Aligned = false; ///< the copy kept runs of blanks
};

/// " %10d"
constexpr size_t ValueWidth = 11;

} // namespace

static std::optional<LabelledText> splitLabel(StringRef Line) {
  size_t Colon = Line.find(':');
  if (Colon == StringRef::npos)
    return std::nullopt;
  LabelledText Result;
  Result.Label = llvm::join(splitTokens(Line.take_front(Colon)), " ");
  StringRef Value = Line.drop_front(Colon + 1);
  Result.Width = Value.size();
  Result.Value = Value.trim();
  Result.Aligned = Line.contains("  ") && Line.starts_with(" ");
  return Result;
}

static bool isLabelOf(Part Kind, StringRef Label) {
  switch (Kind) {
  case Part::Trace:
    return isOneOf(TraceLabels, Label) || isOneOf(TraceShareLabels, Label);
  case Part::Shared:
    return isOneOf(SharedLabels, Label);
  case Part::Details:
    return Label == EventsLabel || Label == SortLabel || llvm::is_contained(GroupingLabels, Label);
  default:
    return false;
  }
}

Part partOfStatistic(StringRef Line) {
  if (Line.size() > 400) // event names can be long, labels are not
    return Part::None;
  std::optional<LabelledText> L = splitLabel(Line);
  if (!L || L->Label == EventsLabel) // a word of prose
    return Part::None;
  Part Found = Part::None;
  for (Part Kind : {Part::Trace, Part::Shared, Part::Details}) {
    if (!isLabelOf(Kind, L->Label))
      continue;
    if (Found != Part::None) // "Store No available memory level" is in two
      return Part::None;
    Found = Kind;
  }
  return Found;
}

static std::optional<model::DisplayMode> displayMode(StringRef Text) {
  if (Text.starts_with_insensitive("Total HITM"))
    return model::DisplayMode::TotalHitm;
  if (Text.starts_with_insensitive("Remote HITM"))
    return model::DisplayMode::RemoteHitm;
  if (Text.starts_with_insensitive("Local HITM"))
    return model::DisplayMode::LocalHitm;
  // "Snoop Peers" before the series was merged.
  if (Text.starts_with_insensitive("Peer Snoop") || Text.starts_with_insensitive("Snoop Peer"))
    return model::DisplayMode::Peer;
  return std::nullopt;
}

namespace {

class StatisticsReader {
public:
  StatisticsReader(const Section &S, model::Recording &R, ReportProblems &Problems)
      : S(S), R(R), Problems(Problems),
        TakesNamed(S.Kind == Part::Trace ? R.Trace == TraceTotals() : R.Shared == SharedTotals()) {}

  void read(bool LastMayBeCut) {
    for (const TextLine &L : S.Body) {
      bool Last = LastMayBeCut && &L == &S.Body.back();
      line(L, Last);
    }
  }

private:
  void line(const TextLine &L, bool MayBeCut);
  void readValue(const LabelledText &Text, bool MayBeCut, model::Statistic &Entry);
  void setWrappedEvent(const TextLine &L);
  void setDetail(const TextLine &L, const LabelledText &Text);
  void setTotals(const model::Statistic &Entry);

  const Section &S;
  model::Recording &R;
  ReportProblems &Problems;
  /// Totals of different reports must not be mixed into one set: they would contradict each other.
  const bool TakesNamed;
  std::string LastLabel;
  bool EventWrapped = false; ///< the last event has no name yet
};

void StatisticsReader::line(const TextLine &L, bool MayBeCut) {
  if (L.Text.empty() || isRuler(L.Text))
    return;
  std::optional<LabelledText> Text = splitLabel(L.Text);
  // Without a title above it, only a known label makes a statistic of a line of prose.
  bool Known = Text && isLabelOf(S.Kind, Text->Label);
  if (EventWrapped && !Known)
    return setWrappedEvent(L);
  StringRef Bare = L.Text.ltrim();
  bool Foreign = !Text || Bare.starts_with("#") || Bare.starts_with("$");
  if (Foreign || (S.Title.empty() && !Known && LastLabel != EventsLabel)) {
    if (MayBeCut && !Text && L.Text.starts_with(" "))
      Problems.warn("cut statistic", L.Number,
                    fmt::format("the input ends inside {}", quoted(Bare)));
    R.Notes.push_back({L.Number, L.Text.str()});
    return;
  }
  if (Text->Label.empty()) // "  : cpu/mem-stores/P": the second event
    Text->Label = LastLabel;
  LastLabel = Text->Label;
  model::Statistic Entry{S.Report, L.Number, S.Title.str(), Text->Label, Text->Value.str(), {}, {}};
  readValue(*Text, MayBeCut, Entry);
  R.Statistics.push_back(Entry);
  if (S.Kind == Part::Details)
    setDetail(L, *Text);
  else
    setTotals(Entry);
}

void StatisticsReader::readValue(const LabelledText &Text, bool MayBeCut, model::Statistic &Entry) {
  // Values are right-aligned: one that ends further left lacks its last digits. Copies that lost
  // blanks do not tell.
  if (MayBeCut && S.Kind != Part::Details && Text.Aligned && Text.Width < ValueWidth)
    return Problems.warn("cut statistic", Entry.InputLine,
                         fmt::format("the input ends inside the value of {}: {} is not used",
                                     quoted(Text.Label), quoted(Text.Value)));
  Entry.Count = parseCount(Text.Value);
  Entry.Part = parsePercent(Text.Value);
  if (looksLikeCount(Text.Value) && !Entry.Count)
    Problems.warn(
        "number too large", Entry.InputLine,
        fmt::format("{} of {} is more than 64 bits hold", quoted(Text.Value), quoted(Text.Label)));
}

/// "Events :" with a name too long for the mail's lines, which stands on the next.
void StatisticsReader::setWrappedEvent(const TextLine &L) {
  R.Statistics.back().Text = L.Text.trim().str();
  R.Events.back() = L.Text.trim().str();
  EventWrapped = false;
}

void StatisticsReader::setTotals(const model::Statistic &Entry) {
  if (!TakesNamed)
    return;
  if (S.Kind == Part::Trace) {
    setNamed(TraceLabels, Entry.Label, R.Trace, Entry.Count);
    setNamed(TraceShareLabels, Entry.Label, R.Trace, Entry.Part);
  } else {
    setNamed(SharedLabels, Entry.Label, R.Shared, Entry.Count);
  }
}

void StatisticsReader::setDetail(const TextLine &L, const LabelledText &Text) {
  if (LastLabel == EventsLabel && S.Report == 0) {
    R.Events.push_back(Text.Value.str());
    EventWrapped = Text.Value.empty();
  } else if (LastLabel == SortLabel) {
    std::optional<model::DisplayMode> Mode = displayMode(Text.Value);
    if (!Mode)
      Problems.warn("unknown order of lines", L.Number,
                    fmt::format("lines are sorted on {}, which no release known here does",
                                quoted(Text.Value)));
    if (!R.Display)
      R.Display = Mode;
  } else if (llvm::is_contained(GroupingLabels, LastLabel) && R.CoalesceKeys.empty()) {
    llvm::SmallVector<StringRef, 8> Keys;
    Text.Value.split(Keys, ',', 16, false);
    for (StringRef Key : Keys)
      R.CoalesceKeys.push_back(Key.trim().str());
  }
}

} // namespace

void readStatistics(const Section &S, bool LastMayBeCut, model::Recording &R,
                    ReportProblems &Problems) {
  StatisticsReader(S, R, Problems).read(LastMayBeCut);
}

} // namespace cachelint::evidence
