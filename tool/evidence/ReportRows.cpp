//===-- ReportRows.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportRows.h"

#include "tool/evidence/ReportSections.h"
#include "tool/evidence/ReportShapes.h"
#include "tool/evidence/RowCells.h"

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

/// Cells of \p Text that stand in front of the first text column. With a Tid column, which may hold
/// a name with blanks, the cells behind it are counted from the end when that is known.
static Cells splitHead(const Columns &Cols, StringRef &Text, bool EndKnown) {
  size_t Count = firstTextColumn(Cols);
  std::optional<size_t> Thread = Cols.find(Tid);
  Cells Head;
  auto TakeTokens = [&](size_t Limit) {
    while (Head.size() < Limit) {
      StringRef Token = takeToken(Text);
      if (Token.empty())
        return;
      Head.push_back(Token);
    }
  };
  if (!Thread || *Thread >= Count) {
    TakeTokens(EndKnown || Count == Cols.List.size() ? 128 : Count);
    return Head;
  }
  TakeTokens(*Thread);
  if (!EndKnown) {
    if (StringRef Cell = takeCell(Text); !Cell.empty())
      Head.push_back(Cell);
    TakeTokens(Count);
    return Head;
  }
  Cells Rest = splitTokens(Text);
  size_t Behind = Count - *Thread - 1;
  if (Rest.size() <= Behind) {
    Head.append(Rest);
    return Head;
  }
  StringRef First = Rest.front(), LastOfName = Rest[Rest.size() - Behind - 1];
  Head.push_back(StringRef(First.data(), static_cast<size_t>(LastOfName.end() - First.data())));
  Head.append(Rest.end() - Behind, Rest.end());
  return Head;
}

RowParts splitRow(const Columns &Cols, StringRef Row) {
  RowParts Parts;
  std::optional<size_t> SymbolColumn = Cols.find(Symbol);
  size_t SymbolAt = SymbolColumn ? findSymbolCell(Row) : StringRef::npos;
  bool EndKnown = SymbolAt != StringRef::npos;
  StringRef Text = Row.take_front(SymbolAt);
  Parts.Head = splitHead(Cols, Text, EndKnown);
  Parts.Tail = EndKnown ? Row.drop_front(SymbolAt) : Text.trim();
  return Parts;
}

static size_t countTailCells(StringRef Tail) {
  if (findSymbolCell(Tail) != 0)
    return splitCells(Tail).size();
  bool Named = takeSymbolCell(Tail).size() > 4; // "[.]" can end a wrapped line
  return Named + splitCells(Tail).size();
}

bool isWholeRow(const Columns &Cols, StringRef Row) {
  RowParts Parts = splitRow(Cols, Row);
  size_t TextColumn = firstTextColumn(Cols);
  if (Parts.Head.size() < TextColumn)
    return false;
  if (Parts.Tail.count('{') > Parts.Tail.count('}'))
    return false; // wrapped inside a node
  // In a copy with one blank everywhere the tail has one cell, wrapped or not.
  size_t Cells = countTailCells(Parts.Tail);
  if (Cells == 1 && splitTokens(Parts.Tail).size() > 2 && !StringRef(Row.trim()).contains("  "))
    return true;
  return Cells >= Cols.List.size() - TextColumn;
}

namespace {

class RowReader {
public:
  RowReader(const Columns &Cols, const RowText &Source, ReportProblems &Problems)
      : Cols(Cols), Source(Source), Problems(Problems) {
    Row.InputLine = Source.InputLine;
  }

  void readHead(const Cells &Head);
  void readTail(StringRef Tail, bool SingleBlanks);
  RecordedRow Row;

private:
  void assign(const Column &C, StringRef Cell);
  void assignMarked(llvm::ArrayRef<StringRef> Head);
  void assignText(const Column &C, StringRef Cell);
  bool read(const Column &C, StringRef Cell);
  Cells tailCells(StringRef Tail) const;
  Cells tailCellsFromEnd(StringRef Tail) const;

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

void RowReader::readHead(const Cells &Head) {
  size_t Wanted = firstTextColumn(Cols);
  // The last cell of a cut row may lack digits.
  size_t Sure = Source.MayBeCut && Head.size() < Wanted ? Head.size() - !Head.empty() : Head.size();
  if (Head.size() == Wanted || Sure < Head.size()) {
    for (size_t I = 0; I != Sure; ++I)
      assign(Cols.List[I], Head[I]);
    return;
  }
  Problems.warn("cells missing", Source.InputLine,
                fmt::format("row of {} cells where the header has {} columns: only cells that "
                            "cannot have moved are used",
                            Head.size(), Wanted));
  Row.Others.push_back({"whole row", llvm::join(Source.Parts, " ")});
  // Percentages stand first; behind them nothing but the addresses says which cell is missing.
  size_t Shares = 0;
  while (Shares < Head.size() && looksLikePercent(Head[Shares]))
    ++Shares;
  size_t Columns = 0;
  while (Columns < Wanted && shapeInRow(Cols.List[Columns].Kind) == CellShape::Percent)
    ++Columns;
  if (Shares == Columns)
    for (size_t I = 0; I != Shares; ++I)
      assign(Cols.List[I], Head[I]);
  assignMarked(llvm::ArrayRef<StringRef>(Head).drop_front(Shares));
}

/// The offset is the first address of a row, the code address the second.
void RowReader::assignMarked(ArrayRef<StringRef> Head) {
  static constexpr ColumnKind InOrder[] = {Offset, CodeAddress};
  const ColumnKind *Next = std::begin(InOrder);
  for (StringRef Cell : Head) {
    while (Next != std::end(InOrder) && !Cols.has(*Next))
      ++Next;
    if (Next == std::end(InOrder))
      return;
    if (looksLikeAddress(Cell))
      assign(Cols.List[*Cols.find(*Next++)], Cell);
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

/// One cell for each column but the nodes, and the rest, which is the nodes.
Cells RowReader::tailCells(StringRef Tail) const {
  size_t Count = Cols.List.size() - firstTextColumn(Cols);
  Cells Result;
  if (Count > 1 && Cols.List[firstTextColumn(Cols)].Kind == Symbol)
    Result.push_back(takeSymbolCell(Tail));
  while (Result.size() + 1 < Count)
    if (StringRef Cell = takeCell(Tail); !Cell.empty())
      Result.push_back(Cell);
    else
      return Result;
  if (StringRef Rest = Tail.trim(); !Rest.empty() && Count != 0)
    Result.push_back(Rest);
  return Result;
}

/// The same in a copy that has one blank everywhere: nodes, source and object have no blanks of
/// their own as a rule, so that what is left in front of them is the symbol.
Cells RowReader::tailCellsFromEnd(StringRef Tail) const {
  Tail = Tail.trim();
  Cells Result;
  size_t Count = Cols.List.size() - firstTextColumn(Cols);
  if (Count > 1 && Cols.List.back().Kind == Nodes) {
    size_t Start = Tail.size();
    Cells Tokens = splitTokens(Tail);
    for (StringRef Token : llvm::reverse(Tokens)) {
      size_t At = static_cast<size_t>(Token.data() - Tail.data());
      if (readNodes(Tail.drop_front(At)))
        Start = At;
    }
    if (Start != Tail.size())
      Result.push_back(Tail.drop_front(Start));
    Tail = Tail.take_front(Start).rtrim();
    --Count;
  }
  for (; Count > 1; --Count) {
    auto [Before, Last] = Tail.rsplit(' ');
    if (Last.empty())
      break;
    Result.push_back(Last);
    Tail = Before.rtrim();
  }
  Result.push_back(Tail);
  return Cells(Result.rbegin(), Result.rend());
}

void RowReader::readTail(StringRef Tail, bool SingleBlanks) {
  Cells Texts = SingleBlanks ? tailCellsFromEnd(Tail) : tailCells(Tail);
  size_t First = firstTextColumn(Cols);
  for (size_t I = 0; I != Texts.size(); ++I)
    assignText(Cols.List[First + I], Texts[I]);
  if (First == Cols.List.size() && !Tail.trim().empty())
    Row.Others.push_back({"rest of the row", Tail.trim().str()});
  size_t Missing = Cols.List.size() - First - Texts.size();
  // Nodes alone can be missing: perf prints none for a row whose CPUs are not known.
  bool OnlyNodes = Missing == 1 && Cols.List.back().Kind == Nodes;
  if (Missing != 0 && !OnlyNodes)
    Problems.warn(Source.MayBeCut ? "cut row" : "cells missing", Source.InputLine,
                  fmt::format("{} column {}",
                              Source.MayBeCut ? "the input ends inside this row, in front of"
                                              : "row ends before",
                              quoted(Cols.List[First + Texts.size()].Header)));
}

/// True when the last cell is what its column says, so that the blanks between the cells are right.
bool nodesFit(const Columns &Cols, StringRef Row) {
  RowParts Parts = splitRow(Cols, Row);
  size_t Count = Cols.List.size() - firstTextColumn(Cols);
  StringRef Tail = Parts.Tail;
  for (size_t I = 1; I < Count; ++I)
    I == 1 ? takeSymbolCell(Tail) : takeCell(Tail);
  return readNodes(Tail).has_value();
}

} // namespace

RecordedRow readRow(const Columns &Cols, const RowText &Text, ReportProblems &Problems) {
  std::string Row = llvm::join(Text.Parts, "  ");
  // A row wrapped at a blank inside its symbol has one cell too many when joined so.
  if (Text.Parts.size() > 1 && Cols.has(Nodes) && !nodesFit(Cols, Row))
    if (std::string Closer = llvm::join(Text.Parts, " "); nodesFit(Cols, Closer))
      Row = std::move(Closer);
  StringRef Cleaned = rowText(Row);
  RowParts Split = splitRow(Cols, Cleaned);
  RowReader Reader(Cols, Text, Problems);
  Reader.readHead(Split.Head);
  Reader.readTail(Split.Tail, !Cleaned.contains("  "));
  return std::move(Reader.Row);
}

} // namespace cachelint::evidence
