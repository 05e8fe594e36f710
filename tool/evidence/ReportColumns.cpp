//===-- ReportColumns.cpp ------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportColumns.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace cachelint::evidence {

using llvm::ArrayRef;
using llvm::StringRef;
using enum ColumnKind;

namespace {

/// "A column named Name, behind a column of kind After, before one named Next, is Kind." Names are
/// not unique: "Lcl" was local HITM, local peer and local DRAM. The first rule that fits decides.
struct HeaderRule {
  StringRef Name;
  ColumnKind Kind;
  std::optional<ColumnKind> After = std::nullopt;
  StringRef Next = {};
};

constexpr HeaderRule TableRules[] = {
    {"Index", Index},
    {"Cacheline", Address},
    {"Address", Address},
    {"Node", DataNode},
    {"PA cnt", PaCount},
    {"Hitm", DisplayShare},
    {"Snoop", DisplayShare},
    {"Peer", DisplayShare,
     PaCount}, // "Snoop / Peer" twice in an unmerged layout: share, then count
    {"Peer", AnyPeer},
    {"Total", TotalHitm, std::nullopt, "LclHitm"},
    {"Total", TotalHitm, std::nullopt, "Lcl"}, // before 5.10
    {"Total", AnyPeer, std::nullopt, "Local"},
    {"Total", Stores, std::nullopt, "L1Hit"}, // before 5.10
    {"Local", LocalPeer},
    {"Remote", RemotePeer},
    {"LclHitm", LlcHitm, LlcHit},
    {"LclHitm", LocalHitm},
    {"RmtHitm", RemoteLoadHitm, RemoteHit},
    {"RmtHitm", RemoteHitm},
    {"Lcl", LocalHitm, TotalHitm},
    {"Lcl", LocalDram},
    {"Rmt", RemoteHitm, LocalHitm},
    {"Rmt", RemoteDram, LocalDram},
    {"Rmt", RemoteHit, LlcHit},
    {"records", Records},
    {"Loads", Loads},
    {"Stores", Stores},
    {"L1Hit", StoreL1Hit},
    {"L1Miss", StoreL1Miss},
    {"N/A", StoreNoLevel},
    {"Anylvl", StoreNoLevel}, // what the series called it before it became N/A
    {"FB", FillBufferHit},
    // Where a page is cut at its right edge, "L1" and "LclHit" can be what is left of "L1Hit" and
    // "LclHitm", and the numbers under them lack digits too.
    {"L1", L1Hit, FillBufferHit},
    {"L2", L2Hit, L1Hit},
    {"Llc", LlcHit},
    {"LclHit", LlcHit, L2Hit},
    {"RmtHit", RemoteHit, LlcHitm},
    {"Ld Miss", LlcMisses},
};

constexpr HeaderRule ParetoRules[] = {
    {"Num", Index},
    {"RmtHitm", RemoteHitm},
    {"LclHitm", LocalHitm},
    {"Rmt", RemoteHitm},
    {"Lcl", LocalHitm},
    {"Peer", AnyPeer},
    {"L1 Hit", StoreL1Hit},
    {"L1 Miss", StoreL1Miss},
    {"N/A", StoreNoLevel},
    {"Any Lvl", StoreNoLevel},
    {"Offset", Offset},
    {"Off", Offset}, // terminal UI
    {"Node", DataNode, Offset},
    {"Node", Nodes},
    {"Node{cpu list}", Nodes},
    {"Node{cpus %hitms %stores}", Nodes},
    {"Node{cpus %peers %stores}", Nodes},
    {"PA cnt", PaCount},
    {"Pid", Pid},
    {"Tid", Tid},
    {"Code address", CodeAddress},
    {"rmt hitm", CyclesRemoteHitm},
    {"lcl hitm", CyclesLocalHitm},
    {"rmt peer", CyclesRemotePeer},
    {"lcl peer", CyclesLocalPeer},
    {"peer", CyclesAnyPeer},
    {"load", CyclesLoad},
    {"records", Records},
    {"cnt", CpuCount},
    {"Symbol", Symbol},
    {"Object", Object},
    {"Source:Line", SourceLine},
};

} // namespace

static bool isName(ArrayRef<HeaderRule> Rules, StringRef Text) {
  return llvm::any_of(Rules, [&](const HeaderRule &R) { return R.Name == Text; });
}

/// Cuts "PA cnt Hitm Total" into names; empty if it is not made of names alone. The longest name
/// wins, since "L1" is a column of the same table as "L1 Hit" in some layouts.
static Cells splitIntoNames(ArrayRef<HeaderRule> Rules, StringRef Cell) {
  Cells Names;
  while (!(Cell = Cell.ltrim()).empty()) {
    StringRef Best;
    for (const HeaderRule &R : Rules)
      if (R.Name.size() > Best.size() && Cell.starts_with(R.Name) &&
          (Cell.size() == R.Name.size() || Cell[R.Name.size()] == ' '))
        Best = R.Name;
    if (Best.empty())
      return {};
    Names.push_back(Best);
    Cell = Cell.drop_front(Best.size());
  }
  return Names;
}

/// Names of the columns in order. Copies that lost the second blank between columns are cut by
/// name.
static Cells headerNames(ArrayRef<HeaderRule> Rules, StringRef Line) {
  Cells Names;
  for (StringRef Cell : splitCells(Line)) {
    Cells Parts;
    if (!isName(Rules, Cell))
      Parts = splitIntoNames(Rules, Cell);
    if (Parts.empty())
      Names.push_back(Cell);
    else
      Names.append(Parts);
  }
  return Names;
}

static Columns readColumns(ArrayRef<HeaderRule> Rules, StringRef Line) {
  Columns Result;
  Cells Names = headerNames(Rules, Line);
  ColumnKind Previous = Unknown;
  for (size_t I = 0; I != Names.size(); ++I) {
    StringRef Next = I + 1 < Names.size() ? Names[I + 1] : StringRef();
    ColumnKind Kind = Unknown;
    for (const HeaderRule &R : Rules)
      if (R.Name == Names[I] && (!R.After || *R.After == Previous) &&
          (R.Next.empty() || R.Next == Next)) {
        Kind = R.Kind;
        break;
      }
    Result.List.push_back({Kind, Names[I].str()});
    Previous = Kind;
  }
  return Result;
}

std::optional<size_t> Columns::find(ColumnKind Kind) const {
  auto It = llvm::find_if(List, [&](const Column &C) { return C.Kind == Kind; });
  if (It == List.end())
    return std::nullopt;
  return static_cast<size_t>(It - List.begin());
}

Columns readTableColumns(const HeaderText &Header) { return readColumns(TableRules, Header.Names); }

Columns readParetoColumns(const HeaderText &Header) {
  Columns Result = readColumns(ParetoRules, Header.Names);
  bool OldNames = llvm::any_of(Result.List, [](const Column &C) { return C.Header == "Rmt"; });
  bool Peer = StringRef(Header.Groups).contains("Peer Snoop") || Result.has(CyclesRemotePeer);
  if (OldNames && Peer)
    for (Column &C : Result.List) {
      if (C.Kind == RemoteHitm)
        C.Kind = RemotePeer;
      if (C.Kind == LocalHitm)
        C.Kind = LocalPeer;
    }
  return Result;
}

std::optional<model::DisplayMode> displayModeOf(const HeaderText &Header, const Columns &Table) {
  if (std::optional<size_t> Share = Table.find(DisplayShare);
      Share && Table.List[*Share].Header != "Hitm")
    return model::DisplayMode::Peer; // "Peer Snoop", or "Snoop Peer" of an unmerged layout
  for (StringRef Word : splitTokens(Header.Groups)) {
    if (Word == "Tot")
      return model::DisplayMode::TotalHitm;
    if (Word == "Rmt")
      return model::DisplayMode::RemoteHitm;
    if (Word == "Lcl")
      return model::DisplayMode::LocalHitm;
  }
  return std::nullopt;
}

unsigned countHeaderNames(StringRef Line) {
  auto Count = [&](ArrayRef<HeaderRule> Rules) {
    return static_cast<unsigned>(
        llvm::count_if(headerNames(Rules, Line), [&](StringRef N) { return isName(Rules, N); }));
  };
  return std::max(Count(TableRules), Count(ParetoRules));
}

size_t firstTextColumn(const Columns &Cols) {
  auto It = llvm::find_if(Cols.List, [](const Column &C) {
    return C.Kind == Symbol || C.Kind == Object || C.Kind == SourceLine || C.Kind == Nodes;
  });
  return static_cast<size_t>(It - Cols.List.begin());
}

} // namespace cachelint::evidence
