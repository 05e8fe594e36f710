//===-- ReportLayouts.cpp ------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportLayouts.h"

#include "tool/evidence/ReportShapes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cachelint::evidence {

using llvm::StringRef;
using model::ReportLayout;
using enum ColumnKind;

namespace {

struct KnownTable {
  StringRef Names;
  bool Peer = false;
};

// The second header lines of 6.0 and later, 5.10, 4.19, and of 2016 and 4.14.
constexpr KnownTable Tables[] = {
    {"Index  Address  Node  PA cnt  Hitm  Total  LclHitm  RmtHitm  records  Loads  Stores  L1Hit  "
     "L1Miss  N/A  FB  L1  L2  LclHit  LclHitm  RmtHit  RmtHitm  Lcl  Rmt"},
    {"Index  Address  Node  PA cnt  Snoop  Total  Local  Remote  records  Loads  Stores  L1Hit  "
     "L1Miss  N/A  FB  L1  L2  LclHit  LclHitm  RmtHit  RmtHitm  Lcl  Rmt",
     true},
    {"Index  Address  Node  PA cnt  Hitm  Total  LclHitm  RmtHitm  records  Loads  Stores  L1Hit  "
     "L1Miss  FB  L1  L2  LclHit  LclHitm  RmtHit  RmtHitm  Lcl  Rmt"},
    {"Index  Address  Node  PA cnt  records  Hitm  Total  Lcl  Rmt  Total  L1Hit  L1Miss  Lcl  Rmt "
     " "
     "Ld Miss  Loads  FB  L1  L2  Llc  Rmt"},
    {"Index  Cacheline  records  Hitm  Total  Lcl  Rmt  Total  L1Hit  L1Miss  Lcl  Rmt  Ld Miss  "
     "Loads  FB  L1  L2  Llc  Rmt"},
};

// Before the text columns; %t is where Pid and Tid come, if at all.
constexpr StringRef Paretos[] = {
    "RmtHitm  LclHitm  L1 Hit  L1 Miss  N/A  Offset  Node  PA cnt%t  Code address  rmt hitm  "
    "lcl hitm  load  records  cnt",
    "RmtHitm  LclHitm  L1 Hit  L1 Miss  Offset  Node  PA cnt%t  Code address  rmt hitm  lcl hitm  "
    "load  records  cnt",
    "RmtHitm  LclHitm  L1 Hit  L1 Miss  Offset%t  Code address  rmt hitm  lcl hitm  load  records  "
    "cnt",
    "RmtHitm  LclHitm  L1 Hit  L1 Miss  Offset%t  Code address  rmt hitm  lcl hitm  load  cnt",
};
constexpr StringRef ThreadNames[] = {"", "  Pid", "  Tid", "  Pid  Tid"};

bool shapesFit(const Columns &Cols, const Cells &Row, CellShape (*ShapeOf)(ColumnKind)) {
  if (Cols.List.size() != Row.size())
    return false;
  for (size_t I = 0; I != Row.size(); ++I)
    if (!fitsShape(ShapeOf(Cols.List[I].Kind), Row[I]))
      return false;
  return true;
}

uint64_t countOf(const Columns &Cols, const Cells &Row, ColumnKind Kind) {
  std::optional<size_t> At = Cols.find(Kind);
  return At ? parseCount(Row[*At]).value_or(0) : 0;
}

/// perf prints the HITMs of a line twice, and its loads as sum of their classes.
bool sumsFit(const Columns &Cols, const Cells &Row) {
  auto N = [&](ColumnKind Kind) { return countOf(Cols, Row, Kind); };
  uint64_t Classes = N(FillBufferHit) + N(L1Hit) + N(L2Hit) + N(LlcHit) + N(RemoteHit) +
                     N(LocalDram) + N(RemoteDram);
  if (Cols.has(LlcHitm)) {
    Classes += N(LlcHitm) + N(RemoteLoadHitm);
    if (Cols.has(LocalHitm) && (N(LlcHitm) != N(LocalHitm) || N(RemoteLoadHitm) != N(RemoteHitm)))
      return false;
  } else {
    Classes += N(LocalHitm) + N(RemoteHitm);
  }
  return N(Loads) == Classes &&
         N(Records) == N(Loads) + N(StoreL1Hit) + N(StoreL1Miss) + N(StoreNoLevel);
}

} // namespace

Columns guessTableColumns(const Cells &Row, std::optional<model::DisplayMode> Display) {
  Columns Found;
  for (const KnownTable &Known : Tables) {
    if (Display && Known.Peer != (*Display == model::DisplayMode::Peer))
      continue;
    Columns Cols = readTableColumns({"", Known.Names.str()});
    if (!shapesFit(Cols, Row, shapeInTable) || !sumsFit(Cols, Row))
      continue;
    if (!Found.empty())
      return {};
    Found = std::move(Cols);
  }
  return Found;
}

/// All layouts without header, made once: a page can have thousands of tables.
static const std::vector<Columns> &knownParetos() {
  static const std::vector<Columns> All = [] {
    std::vector<Columns> Result;
    for (StringRef Known : Paretos)
      for (StringRef Threads : ThreadNames) {
        auto [Before, After] = Known.split("%t");
        Result.push_back(readParetoColumns({"", (Before + Threads + After).str()}));
      }
    return Result;
  }();
  return All;
}

/// What a HITM column is in a peer display, and what is left of it if the display is not known.
static void changeDisplay(Column &C, bool Peer) {
  static constexpr struct {
    ColumnKind Hitm, Peer;
    StringRef PeerHeader, Either;
  } Pairs[] = {
      {RemoteHitm, RemotePeer, "Rmt", "remote HITM or peer"},
      {LocalHitm, LocalPeer, "Lcl", "local HITM or peer"},
      {CyclesRemoteHitm, CyclesRemotePeer, "rmt peer", "cycles of remote HITM or peer"},
      {CyclesLocalHitm, CyclesLocalPeer, "lcl peer", "cycles of local HITM or peer"},
  };
  for (const auto &P : Pairs)
    if (C.Kind == P.Hitm) {
      C = Peer ? Column{P.Peer, P.PeerHeader.str()} : Column{Unknown, P.Either.str()};
      return;
    }
}

Columns guessParetoColumns(const Cells &Row, std::optional<model::DisplayMode> Display) {
  for (const Columns &Known : knownParetos()) {
    if (!shapesFit(Known, Row, shapeInRow))
      continue;
    Columns Cols = Known;
    bool MayBePeer = Cols.has(StoreNoLevel);
    if (MayBePeer && (!Display || *Display == model::DisplayMode::Peer))
      for (Column &C : Cols.List)
        changeDisplay(C, Display.has_value());
    return Cols;
  }
  return {};
}

static bool hasHeader(const Columns &Cols, StringRef Text) {
  return llvm::any_of(Cols.List, [&](const Column &C) { return C.Header == Text; });
}

std::optional<ReportLayout> layoutOf(const Columns &Table, const Columns &Pareto) {
  auto Any = [&](StringRef Text) { return hasHeader(Table, Text) || hasHeader(Pareto, Text); };
  if (Any("Any Lvl") || Any("Anylvl") || hasHeader(Pareto, "Peer"))
    return ReportLayout::Unmerged;
  if (Table.has(StoreNoLevel) || Pareto.has(StoreNoLevel))
    return ReportLayout::Perf60;
  if (Any("RmtHitm"))
    return ReportLayout::Perf510;
  if (hasHeader(Table, "Llc") || hasHeader(Pareto, "Rmt")) {
    if (Any("PA cnt"))
      return ReportLayout::Perf419;
    if (!Pareto.empty())
      return Pareto.has(Records) ? ReportLayout::Perf414 : ReportLayout::Prototype2016;
  }
  return std::nullopt;
}

std::optional<ReportLayout> layoutOf(const std::vector<model::Statistic> &Statistics) {
  auto Any = [&](StringRef Label) {
    return llvm::any_of(Statistics, [&](const model::Statistic &S) { return S.Label == Label; });
  };
  if (Any("Load HIT Peer") || Any("Load HITs on peer cache lines"))
    return ReportLayout::Unmerged;
  if (Any("Load HIT Local Peer") || Any("Store No available memory level"))
    return ReportLayout::Perf60;
  if (Any("Load access blocked by data")) // since 5.12
    return ReportLayout::Perf510;
  if (Any("Cacheline data groupping"))
    return ReportLayout::Prototype2016;
  return std::nullopt;
}

} // namespace cachelint::evidence
