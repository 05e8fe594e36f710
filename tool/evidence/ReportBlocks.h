//===-- ReportBlocks.h - joins the pareto to the table of lines --*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_REPORTBLOCKS_H
#define CACHELINT_EVIDENCE_REPORTBLOCKS_H

#include "tool/evidence/ReportTable.h"

#include "llvm/ADT/StringRef.h"

namespace cachelint::evidence {

/// Finds or adds the line of each block of one report's pareto. All return an index in Lines.
class BlockJoiner {
public:
  BlockJoiner(unsigned Report, ReadState &State) : Report(Report), State(State) {}

  /// The block under "0  30  30  20  20  0x404180": number, a count for each column of shares,
  /// which stand first in \p RowCols, and the address. It belongs to the line of the table that has
  /// its number and address. A second block of the same line is another line, which repeats it.
  size_t add(const Cells &Tokens, uint64_t InputLine, const Columns &RowCols);
  /// The terminal UI has nothing but the address above the rows.
  size_t addAddress(llvm::StringRef Address, uint64_t InputLine);
  /// Rows with nothing above them.
  size_t addUnknown();

private:
  model::RecordedLine read(const Cells &Tokens, uint64_t InputLine, const Columns &RowCols) const;
  size_t append(model::RecordedLine Line);
  void nameDifference(const model::RecordedLine &Known, const model::RecordedLine &Block) const;
  /// Index in Lines of the line of the table that \p Key has in \p Map.
  std::optional<size_t> find(const std::unordered_map<uint64_t, size_t> &Map,
                             const std::optional<uint64_t> &Key) const;

  unsigned Report;
  ReadState &State;
};

} // namespace cachelint::evidence

#endif
