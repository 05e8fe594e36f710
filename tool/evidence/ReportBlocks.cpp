//===-- ReportBlocks.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportBlocks.h"

#include "tool/evidence/ReportShapes.h"

#include "fmt/format.h"
#include "llvm/ADT/STLExtras.h"

namespace cachelint::evidence {

using llvm::StringRef;
using model::RecordedLine;
using enum ColumnKind;

/// The counts that stand above the rows of a block.
static constexpr std::optional<uint64_t> RecordedLine::*BlockCounts[] = {
    &RecordedLine::LocalHitm,   &RecordedLine::RemoteHitm,   &RecordedLine::LocalPeer,
    &RecordedLine::RemotePeer,  &RecordedLine::TotalPeer,    &RecordedLine::StoreL1Hit,
    &RecordedLine::StoreL1Miss, &RecordedLine::StoreNoLevel,
};

static bool sameCounts(const RecordedLine &A, const RecordedLine &B) {
  return llvm::all_of(
      BlockCounts, [&](auto Field) { return !(A.*Field) || !(B.*Field) || A.*Field == B.*Field; });
}

void LineIndex::update(const model::Recording &R, unsigned ForReport) {
  if (Report != ForReport) {
    ByNumber.clear();
    ByAddress.clear();
    Report = ForReport;
  }
  for (; Indexed != R.Lines.size(); ++Indexed) {
    const RecordedLine &Line = R.Lines[Indexed];
    if (Line.Report != Report)
      continue;
    if (Line.Index)
      ByNumber.try_emplace(*Line.Index, Indexed);
    if (Line.Address)
      ByAddress.try_emplace(*Line.Address, Indexed);
  }
}

std::optional<size_t> BlockJoiner::find(const std::unordered_map<uint64_t, size_t> &Map,
                                        const std::optional<uint64_t> &Key) const {
  State.Lines.update(State.R, Report);
  auto It = Key ? Map.find(*Key) : Map.end();
  return It == Map.end() ? std::nullopt : std::optional(It->second);
}

size_t BlockJoiner::append(RecordedLine Line) {
  Line.Report = Report;
  State.R.Lines.push_back(std::move(Line));
  return State.R.Lines.size() - 1;
}

size_t BlockJoiner::addAddress(StringRef Address, uint64_t InputLine) {
  RecordedLine Line;
  Line.ParetoLine = InputLine;
  Line.Address = parseAddress(Address);
  std::optional<size_t> Known = find(State.Lines.ByAddress, Line.Address);
  if (!Known || State.R.Lines[*Known].ParetoLine)
    return append(std::move(Line));
  State.R.Lines[*Known].ParetoLine = InputLine;
  return *Known;
}

size_t BlockJoiner::addUnknown() { return append({}); }

RecordedLine BlockJoiner::read(const Cells &Tokens, uint64_t InputLine,
                               const Columns &RowCols) const {
  RecordedLine Block;
  Block.ParetoLine = InputLine;
  Block.Address = parseAddress(Tokens.back());
  Block.Index = parseCount(Tokens.front());
  size_t Shares = RowCols.find(Offset).value_or(0);
  if (Tokens.size() == Shares + 2) {
    for (size_t I = 0; I != Shares; ++I) {
      ColumnKind Kind = RowCols.List[I].Kind;
      if (auto Field = lineCount(Kind); Field && shapeInRow(Kind) == CellShape::Percent)
        Block.*Field = parseCount(Tokens[I + 1]);
      else
        Block.Others.push_back({RowCols.List[I].Header, Tokens[I + 1].str()});
    }
    return Block;
  }
  if (!RowCols.empty())
    State.Problems.warn("cells missing", InputLine,
                        fmt::format("{} counts above the rows of a line, where the header has {}: "
                                    "only number and address are used",
                                    Tokens.size() - 2, Shares));
  for (StringRef Cell : llvm::drop_end(llvm::drop_begin(Tokens)))
    Block.Others.push_back({"count", Cell.str()});
  return Block;
}

void BlockJoiner::nameDifference(const RecordedLine &Known, const RecordedLine &Block) const {
  State.R.Inconsistencies.push_back(
      {model::Inconsistency::Kind::TableAndParetoDiffer, *Block.ParetoLine,
       fmt::format(
           "the counts above the rows of line 0x{:x} are not those printed for it at line {}",
           *Block.Address, Known.ParetoLine.value_or(Known.TableLine.value_or(0)))});
}

size_t BlockJoiner::add(const Cells &Tokens, uint64_t InputLine, const Columns &RowCols) {
  RecordedLine Block = read(Tokens, InputLine, RowCols);
  std::optional<size_t> At = find(State.Lines.ByNumber, Block.Index);
  if (!At || !Block.Address)
    return append(std::move(Block));
  RecordedLine &Known = State.R.Lines[*At];
  if (Known.Address != Block.Address) {
    if (Known.TableLine)
      State.Problems.warn(
          "line of another address", InputLine,
          fmt::format("rows of line {} have another address than the table gives for it",
                      *Block.Index));
    return append(std::move(Block));
  }
  if (!sameCounts(Known, Block)) {
    nameDifference(Known, Block);
    return append(std::move(Block));
  }
  if (Known.ParetoLine) {
    Block.RepeatOf = *At;
    return append(std::move(Block));
  }
  Known.ParetoLine = InputLine;
  for (auto Field : BlockCounts)
    if (!(Known.*Field))
      Known.*Field = Block.*Field;
  llvm::append_range(Known.Others, Block.Others);
  return *At;
}

} // namespace cachelint::evidence
