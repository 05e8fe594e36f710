//===-- Recording.h - what a recording says about cache lines ----*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One recording of memory accesses, aggregated by cache line and then by offset and code address,
// as `perf c2c report` aggregates it. An empty optional means that the input does not say; a zero
// was printed. Counts are samples, cycles are mean weights in the unit of the CPU's event,
// addresses are virtual addresses of the recorded process, texts are the bytes of the input (not
// always UTF-8).
//
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_RECORDING_H
#define CACHELINT_MODEL_RECORDING_H

#include "tool/model/RecordedRow.h"
#include "tool/model/RecordingTotals.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cachelint::model {

/// Which release's columns the text has. Names give the first release of a range.
enum class ReportLayout {
  Prototype2016, ///< "Data address" without node, no "Total records" in rows
  Perf414,       ///< 4.14: rows gained "Total records"; still no node and PA cnt
  Perf419,       ///< 4.19 to 5.9: columns named Rmt and Lcl
  Perf510,       ///< 5.10 to 5.19: RmtHitm and LclHitm, no stores without a level
  Perf60,        ///< 6.0 and later: stores N/A, peer snoops
  Unmerged,      ///< columns of a patch series that no release has
};

/// What the lines are sorted on, and what the share of a line is a share of.
enum class DisplayMode { TotalHitm, RemoteHitm, LocalHitm, Peer };

/// One line of text that has no place of its own in the model.
struct NumberedText {
  uint64_t Line = 0; ///< 1-based line of the input
  std::string Text;
  bool operator==(const NumberedText &) const = default;
};

/// One cache line, from the table of lines, the pareto, or both.
struct RecordedLine {
  unsigned Report = 0;                           ///< which report of the input, from 0
  std::optional<uint64_t> TableLine, ParetoLine; ///< 1-based lines of the input
  std::optional<uint64_t> Index;                 ///< as printed
  std::optional<uint64_t> Address;               ///< first byte of the line
  std::optional<std::string> Node;               ///< node list of the data, or "N/A"
  std::optional<uint64_t> PaCount;               ///< changes of the physical address
  std::optional<Percent> DisplayShare;           ///< of all HITMs or peers, see Recording::Display
  std::optional<uint64_t> TotalHitm, LocalHitm, RemoteHitm;
  std::optional<uint64_t> TotalPeer, LocalPeer, RemotePeer;
  std::optional<uint64_t> Records; ///< loads and the three classes of stores, not the other stores
  std::optional<uint64_t> Loads;   ///< sum of the classes below, which overlap
  std::optional<uint64_t> Stores;
  std::optional<uint64_t> StoreL1Hit, StoreL1Miss;
  std::optional<uint64_t> StoreNoLevel; ///< N/A; "Any Lvl" of an unmerged layout
  std::optional<uint64_t> FillBufferHit, L1Hit, L2Hit;
  std::optional<uint64_t> LlcHit;         ///< without HITM
  std::optional<uint64_t> LlcHitm;        ///< printed a second time, beside LlcHit
  std::optional<uint64_t> RemoteHit;      ///< without HITM
  std::optional<uint64_t> RemoteLoadHitm; ///< printed a second time, beside RemoteHit
  std::optional<uint64_t> LlcMisses;      ///< layouts before 5.10
  std::optional<uint64_t> LocalDram, RemoteDram;
  std::vector<NamedText> Others; ///< cells of columns that are not known
  std::vector<RecordedRow> Rows; ///< in the order printed: by offset

  /// Index in Recording::Lines of an earlier line of which this is a second print, as pages that
  /// discuss a report have it. Whoever sums over lines leaves this one out.
  std::optional<size_t> RepeatOf;

  bool operator==(const RecordedLine &) const = default;
};

/// Two printed numbers that cannot both be right, or that mean less than they seem to.
struct Inconsistency {
  enum class Kind {
    RecordsNotLoadsAndStores, ///< samples that are neither load, store nor unparsable
    LoadClassesExceedLoads,   ///< perf counts remote loads as DRAM too, on x86
    StoreClassesExceedStores,
    LlcMissesNotSum,
    MesiNotDram,
    PercentNotRatio,
    RepeatedLabel, ///< one label, two values in one section
    LineNotSum,    ///< the columns of a line do not add up
    TableAndParetoDiffer,
    LinesExceedTotals, ///< the lines together have more than the whole recording
    RowsNotLine, ///< the rows of a line do not add up to it: rows were left out or printed twice
  };
  Kind What;
  uint64_t InputLine = 0; ///< 1-based line of the input
  std::string Message;    ///< names both numbers
  bool operator==(const Inconsistency &) const = default;
};

struct Recording {
  std::string Source; ///< name of the input
  std::optional<ReportLayout> Layout;
  std::optional<DisplayMode> Display;
  std::vector<std::string> CoalesceKeys; ///< as printed: "offset", "pid", "iaddr" ...
  std::vector<std::string> Events;
  unsigned Reports = 0; ///< reports in the input; pages often show two

  /// Lines before, between and after the parts of a report: command lines, "# captured on",
  /// "[...]".
  std::vector<NumberedText> Notes;
  std::vector<Statistic> Statistics; ///< every number of the statistics, known or not, in order
  TraceTotals Trace;                 ///< of the first report that prints each
  SharedTotals Shared;
  std::vector<RecordedLine> Lines;
  std::vector<Inconsistency> Inconsistencies;

  bool operator==(const Recording &) const = default;
};

} // namespace cachelint::model

#endif
