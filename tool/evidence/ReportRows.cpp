//===-- ReportRows.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportRows.h"

#include "tool/evidence/ReportSections.h"
#include "tool/evidence/ReportShapes.h"
#include "tool/evidence/RowCells.h"
#include "tool/evidence/RowSplit.h"

#include "fmt/format.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cachelint::evidence {

using llvm::ArrayRef;
using llvm::StringRef;
using model::RecordedRow;
using enum ColumnKind;

namespace {

struct RowShare {
  ColumnKind Kind;
  model::Share RecordedRow::*Field;
};
constexpr RowShare RowShares[] = {
    {RemoteHitm, &RecordedRow::RemoteHitm},   {LocalHitm, &RecordedRow::LocalHitm},
    {RemotePeer, &RecordedRow::RemotePeer},   {LocalPeer, &RecordedRow::LocalPeer},
    {AnyPeer, &RecordedRow::AnyPeer},         {StoreL1Hit, &RecordedRow::StoreL1Hit},
    {StoreL1Miss, &RecordedRow::StoreL1Miss}, {StoreNoLevel, &RecordedRow::StoreNoLevel},
};

struct RowCount {
  ColumnKind Kind;
  std::optional<uint64_t> RecordedRow::*Field;
};
constexpr RowCount RowCounts[] = {
    {PaCount, &RecordedRow::PaCount},
    {Pid, &RecordedRow::Pid},
    {CyclesRemoteHitm, &RecordedRow::CyclesRemoteHitm},
    {CyclesLocalHitm, &RecordedRow::CyclesLocalHitm},
    {CyclesRemotePeer, &RecordedRow::CyclesRemotePeer},
    {CyclesLocalPeer, &RecordedRow::CyclesLocalPeer},
    {CyclesAnyPeer, &RecordedRow::CyclesAnyPeer},
    {CyclesLoad, &RecordedRow::CyclesLoad},
    {Records, &RecordedRow::Records},
    {CpuCount, &RecordedRow::CpuCount},
};

std::optional<uint64_t> RecordedRow::*rowCount(ColumnKind Kind) {
  for (const RowCount &C : RowCounts)
    if (C.Kind == Kind)
      return C.Field;
  return nullptr;
}

} // namespace

model::Share RecordedRow::*rowShare(ColumnKind Kind) {
  for (const RowShare &S : RowShares)
    if (S.Kind == Kind)
      return S.Field;
  return nullptr;
}

namespace {

class RowReader {
public:
  RowReader(const Columns &Cols, const RowText &Source, ReportProblems &Problems)
      : Cols(Cols), Source(Source), Problems(Problems) {
    Row.InputLine = Source.InputLine;
  }

  void dropCutCell(Cells &Head, const Cells &Texts);
  void readHead(ArrayRef<StringRef> Head);
  void readTail(Cells Texts);
  RecordedRow Row;

private:
  void assign(const Column &C, StringRef Cell);
  void assignAnchored(ArrayRef<StringRef> Head);
  void assignText(const Column &C, StringRef Cell);
  bool read(const Column &C, StringRef Cell);

  const Columns &Cols;
  const RowText &Source;
  ReportProblems &Problems;
};

bool RowReader::read(const Column &C, StringRef Cell) {
  if (auto Field = rowShare(C.Kind)) {
    (Row.*Field).Printed = parsePercent(Cell);
    return looksLikePercent(Cell);
  }
  if (auto Field = rowCount(C.Kind))
    return (Row.*Field = parseCount(Cell)).has_value();
  switch (C.Kind) {
  case Offset: {
    std::optional<uint64_t> Bytes = parseAddress(Cell);
    if (!Bytes || *Bytes >= (1u << 20)) // a line has 64 to 256 bytes
      return false;
    Row.Offset = model::Bits::fromBytes(*Bytes);
    return true;
  }
  case CodeAddress:
    return (Row.CodeAddress = parseAddress(Cell)).has_value();
  case DataNode:
    Row.DataNode = Cell.str();
    return true;
  case Tid:
    readThread(Cell, Row);
    return Row.Tid.has_value();
  default:
    return false;
  }
}

void RowReader::assign(const Column &C, StringRef Cell) {
  if (fitsShape(shapeInRow(C.Kind), Cell) && read(C, Cell))
    return;
  Row.Others.push_back({C.Header, Cell.str()});
  if (C.Kind != Unknown)
    Problems.warn("cell of another kind", Source.InputLine,
                  fmt::format("{} in column {} is not of its kind, or too large: kept as text",
                              quoted(Cell), quoted(C.Header)));
}

void RowReader::readHead(ArrayRef<StringRef> Head) {
  size_t Wanted = firstTextColumn(Cols);
  if (Head.size() == Wanted || (Source.MayBeCut && Head.size() < Wanted)) {
    for (size_t I = 0; I != Head.size(); ++I)
      assign(Cols.List[I], Head[I]);
    return;
  }
  Problems.warn("cells missing", Source.InputLine,
                fmt::format("row of {} cells where the header has {} columns: only cells that "
                            "cannot have moved are used",
                            Head.size(), Wanted));
  Row.Others.push_back({"whole row", llvm::join(Source.Parts, " ")});
  assignAnchored(Head);
}

/// Uses the cells between two marks if there are as many as columns: the marks are the beginning,
/// the offset and the code address, the only addresses of a row, and its symbol.
void RowReader::assignAnchored(ArrayRef<StringRef> Head) {
  size_t Cell = 0, C = 0, Columns = firstTextColumn(Cols);
  while (Cell != Head.size() || C != Columns) {
    size_t CellEnd = Cell, ColumnEnd = C;
    while (CellEnd != Head.size() && !looksLikeAddress(Head[CellEnd]))
      ++CellEnd;
    while (ColumnEnd != Columns && shapeInRow(Cols.List[ColumnEnd].Kind) != CellShape::Address)
      ++ColumnEnd;
    if (CellEnd - Cell == ColumnEnd - C)
      for (size_t I = 0; I != CellEnd - Cell; ++I)
        assign(Cols.List[C + I], Head[Cell + I]);
    bool Both = CellEnd != Head.size() && ColumnEnd != Columns;
    if (Both)
      assign(Cols.List[ColumnEnd], Head[CellEnd]);
    // Without its counterpart a mark says nothing of what follows it.
    else if (CellEnd != Head.size() || ColumnEnd != Columns)
      return;
    Cell = CellEnd + Both;
    C = ColumnEnd + Both;
  }
}

void RowReader::assignText(const Column &C, StringRef Cell) {
  switch (C.Kind) {
  case Symbol:
    return readSymbol(Cell, Row);
  case Object:
    Row.Object = Cell.str();
    return;
  case SourceLine:
    return readSource(Cell, Row);
  case Nodes:
    Row.NodesText = Cell.str();
    if (auto Read = readNodes(Cell))
      Row.Nodes = std::move(*Read);
    else
      Problems.warn("unknown nodes", Source.InputLine,
                    fmt::format("{} is no list of nodes: kept as text", quoted(Cell)));
    return;
  default:
    Row.Others.push_back({C.Header, Cell.str()});
  }
}

void RowReader::readTail(Cells Texts) {
  size_t First = firstTextColumn(Cols);
  size_t Missing = Cols.List.size() - First - Texts.size();
  // Nodes alone can be missing: perf prints none for a row whose CPUs are not known.
  bool OnlyNodes = Missing == 1 && Cols.List.back().Kind == Nodes && !Source.MayBeCut;
  bool Cut = Missing != 0 && !OnlyNodes;
  if (Cut && !Source.MayBeCut)
    Problems.warn(
        "cells missing", Source.InputLine,
        fmt::format("row ends before column {}", quoted(Cols.List[First + Texts.size()].Header)));
  // What was cut off may have begun inside the last cell. A symbol is of use all the same, as perf
  // cuts symbols itself.
  bool CutSymbol = Cut && Texts.size() == 1 && Cols.List[First].Kind == Symbol &&
                   findSymbolCell(Texts[0]) == 0 && Texts[0].size() > 4;
  if (Cut && !CutSymbol && !Texts.empty())
    Row.Others.push_back({"cut cell", Texts.pop_back_val().str()});
  for (size_t I = 0; I != Texts.size(); ++I)
    assignText(Cols.List[First + I], Texts[I]);
  Row.SymbolMayBeCut |= CutSymbol;
}

/// The input ends inside this row: its last cell may lack its end.
void RowReader::dropCutCell(Cells &Head, const Cells &Texts) {
  if (Head.size() + Texts.size() >= Cols.List.size() || Head.empty())
    return;
  StringRef Last = Texts.empty() ? Head.back() : Texts.back();
  Problems.warn("cut row", Source.InputLine,
                fmt::format("the input ends inside this row, in or behind {}", quoted(Last)));
  if (!Texts.empty())
    return;
  Row.Others.push_back({"cut cell", Head.back().str()});
  Head.pop_back();
}

} // namespace

RecordedRow readRow(const Columns &Cols, const RowText &Text, ReportProblems &Problems) {
  std::string Row = llvm::join(Text.Parts, "  ");
  // A row wrapped at a blank inside its symbol has one cell too many when joined so.
  if (Text.Parts.size() > 1 && Cols.has(Nodes) && !nodesFit(Cols, Row))
    if (std::string Closer = llvm::join(Text.Parts, " "); nodesFit(Cols, Closer))
      Row = std::move(Closer);
  StringRef Cleaned = rowText(Row);
  auto [Head, Tail] = splitRow(Cols, Cleaned);
  Cells Texts = splitTail(Cols, Tail, !Cleaned.contains("  "));
  RowReader Reader(Cols, Text, Problems);
  if (Text.MayBeCut)
    Reader.dropCutCell(Head, Texts);
  Reader.readHead(Head);
  Reader.readTail(Texts);
  if (firstTextColumn(Cols) == Cols.List.size() && !Tail.trim().empty())
    Reader.Row.Others.push_back({"rest of the row", Tail.trim().str()});
  return std::move(Reader.Row);
}

} // namespace cachelint::evidence
