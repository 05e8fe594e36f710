//===-- ReportColumns.h - what the columns of a report mean ------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Columns come and go with the release, with --coalesce, -N, --no-source and -d, and their order
// changes. So each is known by the text of its header and the headers beside it
// (tools/perf/builtin-c2c.c, the dim_* tables of 4.14 to 7.x; the prototype of 2016; series that
// were never merged).
//
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_REPORTCOLUMNS_H
#define CACHELINT_EVIDENCE_REPORTCOLUMNS_H

#include "tool/evidence/TextCells.h"
#include "tool/model/Recording.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace cachelint::evidence {

/// What a cell says. The same kind is a count in the table of lines and in the first row of a
/// line's block, and a percentage in the rows of the block.
enum class ColumnKind {
  Unknown,
  Index,
  Address,
  DataNode,
  PaCount,
  DisplayShare,
  TotalHitm,
  LocalHitm,
  RemoteHitm,
  AnyPeer,
  LocalPeer,
  RemotePeer,
  Records,
  Loads,
  Stores,
  StoreL1Hit,
  StoreL1Miss,
  StoreNoLevel,
  FillBufferHit,
  L1Hit,
  L2Hit,
  LlcHit,
  LlcHitm,
  RemoteHit,
  RemoteLoadHitm,
  LlcMisses,
  LocalDram,
  RemoteDram,
  Offset,
  Pid,
  Tid,
  CodeAddress,
  CyclesRemoteHitm,
  CyclesLocalHitm,
  CyclesRemotePeer,
  CyclesLocalPeer,
  CyclesAnyPeer,
  CyclesLoad,
  CpuCount,
  Symbol,
  Object,
  SourceLine,
  Nodes,
};

struct Column {
  ColumnKind Kind = ColumnKind::Unknown;
  std::string Header; ///< the second header line's text for it
  bool operator==(const Column &) const = default;
};

struct Columns {
  std::vector<Column> List;

  std::optional<size_t> find(ColumnKind Kind) const;
  bool has(ColumnKind Kind) const { return find(Kind).has_value(); }
  bool empty() const { return List.empty(); }
};

/// The two header lines of a table, without '#', with wrapped parts put back behind their line.
struct HeaderText {
  std::string Groups; ///< "----- HITM -----  ------- Store Refs ------ ..."
  std::string Names;  ///< "Num  RmtHitm  LclHitm ..."
};

/// Columns of the table of lines ("Index  Address ...").
Columns readTableColumns(const HeaderText &Header);
/// Columns of the pareto ("Num  RmtHitm ...  Offset ..."). A peer display has the names Rmt and Lcl
/// of old HITM columns, told apart by "Peer Snoop" above them or "rmt peer" among the cycles.
Columns readParetoColumns(const HeaderText &Header);

/// What DisplayShare of the table of lines is a share of; empty when the header does not say.
std::optional<model::DisplayMode> displayModeOf(const HeaderText &Header, const Columns &Table);

/// How many names of columns, of either table, \p Line has; 0 for text that is no header.
unsigned countHeaderNames(llvm::StringRef Line);

/// Index of the first column that holds text with blanks (Symbol, Object, source, nodes); all
/// before it are single tokens, the thread's name in Tid excepted.
size_t firstTextColumn(const Columns &Cols);

} // namespace cachelint::evidence

#endif
