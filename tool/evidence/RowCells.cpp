//===-- RowCells.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/RowCells.h"

#include "tool/evidence/TextCells.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

namespace cachelint::evidence {

using llvm::StringRef;

/// Position of "[x] " that begins a cell, with x one of perf's levels.
static size_t findMode(StringRef Row) {
  for (size_t At = Row.find('['); At != StringRef::npos; At = Row.find('[', At + 1)) {
    StringRef Mark = Row.substr(At, 4);
    bool Complete = Mark.size() >= 3 && Mark[2] == ']' && (Mark.size() == 3 || Mark[3] == ' ');
    // hist_entry__cpumode: kernel, user, guest kernel, guest user, hypervisor.
    if (Complete && StringRef(".kguHN").contains(Mark[1]) && (At == 0 || Row[At - 1] == ' '))
      return At;
  }
  return StringRef::npos;
}

size_t findSymbolCell(StringRef Row) {
  size_t Mode = findMode(Row);
  if (Mode == StringRef::npos)
    return Mode;
  // -v: "0x1174             d [.] name", where d says what kind of symbol table named it.
  StringRef Before = Row.take_front(Mode).rtrim();
  size_t Origin = Before.rfind(' ');
  if (Origin == StringRef::npos || Before.size() - Origin != 2 || llvm::isDigit(Before.back()))
    return Mode;
  StringRef WithoutOrigin = Before.take_front(Origin).rtrim();
  size_t Address = WithoutOrigin.rfind(' ') + 1; // npos + 1 is the beginning
  return looksLikeAddress(WithoutOrigin.substr(Address)) ? Address : Mode;
}

StringRef takeSymbolCell(StringRef &Tail) {
  Tail = Tail.ltrim();
  size_t Mode = findMode(Tail);
  StringRef Rest = Mode == StringRef::npos ? Tail : Tail.drop_front(Mode + 3);
  StringRef Name = takeCell(Rest);
  StringRef Cell = Tail.take_front(static_cast<size_t>(Name.end() - Tail.data()));
  Tail = Rest;
  return Cell;
}

void readSymbol(StringRef Cell, model::RecordedRow &Row) {
  size_t Mode = findMode(Cell);
  if (Mode == StringRef::npos) {
    Row.Symbol = Cell.str();
    Row.SymbolMayBeCut = Cell.size() == CutWidth;
    return;
  }
  Row.Mode = Cell[Mode + 1];
  Row.Symbol = Cell.drop_front(Mode + 3).ltrim().str();
  // Not the cell's own width, which a wrapped line changes.
  Row.SymbolMayBeCut = Mode + strlen("[.] ") + Row.Symbol->size() == CutWidth;
}

void readSource(StringRef Cell, model::RecordedRow &Row) {
  Row.SourceText = Cell.str();
  Row.SourceMayBeCut = Cell.size() == CutWidth;
  size_t Colon = Cell.rfind(':');
  if (Colon == StringRef::npos || Colon == 0)
    return;
  StringRef File = Cell.take_front(Colon);
  StringRef Line = Cell.drop_front(Colon + 1).split(' ').first; // "33 (discriminator 2)"
  if (Line == "?" && File == "??")
    return;
  std::optional<uint64_t> Number = parseCount(Line);
  // "RollingMean<double>::mean+0" has colons too.
  if ((!Number && Line != "?") || File == "??")
    return;
  Row.SourceFile = File.str();
  if (Number && *Number != 0) // line 0: the compiler made the instruction for no line
    Row.SourceLine = Number;
}

void readThread(StringRef Cell, model::RecordedRow &Row) {
  auto [Number, Name] = Cell.split(':');
  Row.Tid = parseCount(Number);
  if (!Name.empty())
    Row.Comm = Name.trim().str();
}

/// "0-1,4"
static bool readCpuList(StringRef Text, std::vector<model::CpuRange> &Cpus) {
  if (Text.empty())
    return false;
  for (StringRef Piece : llvm::split(Text, ",")) {
    auto [First, Last] = Piece.split('-');
    std::optional<uint64_t> From = parseCount(First);
    std::optional<uint64_t> To =
        Last.empty() && First.size() == Piece.size() ? From : parseCount(Last);
    if (!From || !To || *To < *From)
      return false;
    Cpus.push_back({*From, *To});
  }
  return true;
}

/// " 1 100.0%    n/a"
static bool readNodeShares(const Cells &Tokens, model::NodeUse &Node) {
  Node.CpuCount = parseCount(Tokens[0]);
  Node.ContendedShare = parsePercent(Tokens[1]);
  Node.StoreShare = parsePercent(Tokens[2]);
  return Node.CpuCount && (Node.ContendedShare || Tokens[1] == "n/a") &&
         (Node.StoreShare || Tokens[2] == "n/a");
}

std::optional<std::vector<model::NodeUse>> readNodes(StringRef Cell) {
  std::vector<model::NodeUse> Result;
  while (!(Cell = Cell.ltrim()).empty()) {
    model::NodeUse Node;
    size_t Digits = std::min(Cell.find_first_not_of("0123456789"), Cell.size());
    std::optional<uint64_t> Number = parseCount(Cell.take_front(Digits));
    if (!Number)
      return std::nullopt;
    Node.Node = *Number;
    Cell = Cell.drop_front(Digits);
    if (Cell.consume_front("{")) {
      size_t End = Cell.find('}');
      if (End == StringRef::npos)
        return std::nullopt;
      Cells Tokens = splitTokens(Cell.take_front(End), 4);
      bool Good = Tokens.size() == 3   ? readNodeShares(Tokens, Node)
                  : Tokens.size() == 1 ? readCpuList(Tokens[0], Node.Cpus)
                                       : false;
      if (!Good)
        return std::nullopt;
      Cell = Cell.drop_front(End + 1);
    } else if (!Cell.empty() && Cell.front() != ' ' && Cell.front() != '\t') {
      return std::nullopt;
    }
    Result.push_back(std::move(Node));
  }
  if (Result.empty())
    return std::nullopt;
  return Result;
}

} // namespace cachelint::evidence
