//===-- RowSplit.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/RowSplit.h"

#include "tool/evidence/RowCells.h"

#include "llvm/ADT/STLExtras.h"

namespace cachelint::evidence {

using llvm::StringRef;
using enum ColumnKind;

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

/// One cell for each column but the nodes, and the rest, which is the nodes.
static Cells tailCells(const Columns &Cols, StringRef Tail) {
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
static Cells tailCellsFromEnd(const Columns &Cols, StringRef Tail) {
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

Cells splitTail(const Columns &Cols, StringRef Tail, bool SingleBlanks) {
  // Rows of perf are far shorter; looking for the first node from the end takes time with the
  // square.
  constexpr size_t LongestTail = 4096;
  Tail = Tail.trim();
  if (Tail.empty())
    return {};
  return SingleBlanks && Tail.size() <= LongestTail ? tailCellsFromEnd(Cols, Tail)
                                                    : tailCells(Cols, Tail);
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

bool nodesFit(const Columns &Cols, StringRef Row) {
  RowParts Parts = splitRow(Cols, Row);
  size_t Count = Cols.List.size() - firstTextColumn(Cols);
  StringRef Tail = Parts.Tail;
  for (size_t I = 1; I < Count; ++I)
    I == 1 ? takeSymbolCell(Tail) : takeCell(Tail);
  return readNodes(Tail).has_value();
}

} // namespace cachelint::evidence
