//===-- RecordedRow.h - accesses of one instruction to a line ----*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The rows of a line in a recording: see Recording.h for units and for what empty means.
//
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_RECORDEDROW_H
#define CACHELINT_MODEL_RECORDEDROW_H

#include "tool/model/Bits.h"
#include "tool/model/RecordingTotals.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cachelint::model {

/// One cell that has no place of its own in the model.
struct NamedText {
  std::string Name; ///< column header
  std::string Text;
  bool operator==(const NamedText &) const = default;
};
/// A row's part of one count of its line.
///
/// The text holds percentages only. With two decimals several counts can give the same percentage
/// once the line has 10000 samples or more; then Count is empty and only Estimate, the nearest, is
/// given.
struct Share {
  std::optional<Percent> Printed;
  std::optional<uint64_t> Count;
  std::optional<uint64_t> Estimate;
  bool operator==(const Share &) const = default;
};

/// CPUs First to Last, both included.
struct CpuRange {
  uint64_t First = 0, Last = 0;
  bool operator==(const CpuRange &) const = default;
};

/// A NUMA node whose CPUs made the accesses of a row. How much is known depends on -N and -NN.
struct NodeUse {
  uint64_t Node = 0;
  std::optional<uint64_t> CpuCount;
  std::vector<CpuRange> Cpus;
  std::optional<Percent> ContendedShare; ///< of the row's HITMs or peer snoops; empty: printed n/a
  std::optional<Percent> StoreShare;
  bool operator==(const NodeUse &) const = default;
};

/// The accesses of one instruction (and thread, where coalesced so) to one offset of a line.
struct RecordedRow {
  uint64_t InputLine = 0; ///< 1-based line of the input
  Share RemoteHitm, LocalHitm;
  Share RemotePeer, LocalPeer;
  Share AnyPeer; ///< one column for local and remote, in unmerged layouts
  Share StoreL1Hit, StoreL1Miss, StoreNoLevel;

  std::optional<Bits> Offset;          ///< from the start of the line
  std::optional<std::string> DataNode; ///< node list of the data, "0-1", or "N/A"
  std::optional<uint64_t> PaCount;     ///< changes of the physical address, not distinct pages
  std::optional<uint64_t> Pid, Tid;
  std::optional<std::string> Comm;
  std::optional<uint64_t> CodeAddress;

  /// Mean weights. perf prints 0 where a row has no sample of the class.
  std::optional<uint64_t> CyclesRemoteHitm, CyclesLocalHitm;
  std::optional<uint64_t> CyclesRemotePeer, CyclesLocalPeer, CyclesAnyPeer;
  std::optional<uint64_t> CyclesLoad;
  std::optional<uint64_t> Records;  ///< samples, loads and stores
  std::optional<uint64_t> CpuCount; ///< CPUs that made them

  std::optional<char> Mode;          ///< '.' user, 'k' kernel, as in "[k] "
  std::optional<std::string> Symbol; ///< without the mode; perf may have put the raw address here
  bool SymbolMayBeCut = false;       ///< as wide as perf prints it without --full-symbols
  std::optional<std::string> Object; ///< short name of the file that holds the code

  std::optional<std::string> SourceText; ///< the Source:Line cell as printed
  std::optional<std::string>
      SourceFile;                     ///< empty where the cell is symbol+offset or object[address]
  std::optional<uint64_t> SourceLine; ///< empty where perf printed 0 or ?
  bool SourceMayBeCut = false;        ///< also when only the end of the line number may be gone

  std::optional<std::string> NodesText;
  std::vector<NodeUse> Nodes;
  std::vector<std::string> CallChain; ///< lines under the row, with their indentation
  std::vector<NamedText> Others;      ///< cells of columns that are not known

  bool operator==(const RecordedRow &) const = default;
};

} // namespace cachelint::model

#endif
