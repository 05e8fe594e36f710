//===-- ReportTable.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportTable.h"

#include "tool/evidence/ReportHeader.h"
#include "tool/evidence/ReportLayouts.h"
#include "tool/evidence/ReportShapes.h"

#include "fmt/format.h"
#include "llvm/ADT/STLExtras.h"

namespace cachelint::evidence {

using llvm::StringRef;
using model::RecordedLine;
using enum ColumnKind;

namespace {
struct LineCount {
  ColumnKind Kind;
  std::optional<uint64_t> RecordedLine::*Field;
};

constexpr LineCount LineCounts[] = {
    {Index, &RecordedLine::Index},
    {PaCount, &RecordedLine::PaCount},
    {TotalHitm, &RecordedLine::TotalHitm},
    {LocalHitm, &RecordedLine::LocalHitm},
    {RemoteHitm, &RecordedLine::RemoteHitm},
    {AnyPeer, &RecordedLine::TotalPeer},
    {LocalPeer, &RecordedLine::LocalPeer},
    {RemotePeer, &RecordedLine::RemotePeer},
    {Records, &RecordedLine::Records},
    {Loads, &RecordedLine::Loads},
    {Stores, &RecordedLine::Stores},
    {StoreL1Hit, &RecordedLine::StoreL1Hit},
    {StoreL1Miss, &RecordedLine::StoreL1Miss},
    {StoreNoLevel, &RecordedLine::StoreNoLevel},
    {FillBufferHit, &RecordedLine::FillBufferHit},
    {L1Hit, &RecordedLine::L1Hit},
    {L2Hit, &RecordedLine::L2Hit},
    {LlcHit, &RecordedLine::LlcHit},
    {LlcHitm, &RecordedLine::LlcHitm},
    {RemoteHit, &RecordedLine::RemoteHit},
    {RemoteLoadHitm, &RecordedLine::RemoteLoadHitm},
    {LlcMisses, &RecordedLine::LlcMisses},
    {LocalDram, &RecordedLine::LocalDram},
    {RemoteDram, &RecordedLine::RemoteDram},
};
} // namespace

std::optional<uint64_t> RecordedLine::*lineCount(ColumnKind Kind) {
  for (const LineCount &C : LineCounts)
    if (C.Kind == Kind)
      return C.Field;
  return nullptr;
}

namespace {

class TableReader {
public:
  TableReader(const Section &S, ReadState &State) : S(S), State(State) {}

  void read() {
    for (const TextLine &L : S.Body)
      line(L);
    flush();
  }

private:
  void line(const TextLine &L);
  bool continues(const TextLine &L) const;
  void flush();
  void useHeader();
  void addRow(const Cells &Tokens, bool MayBeCut);
  void assign(RecordedLine &Line, const Column &C, StringRef Cell);
  void assignAnchored(RecordedLine &Line, const Cells &Tokens);
  bool lastIsUnsure() const;

  const Section &S;
  ReadState &State;
  HeaderCollector Header;
  Columns Cols;
  size_t Width = 0; ///< where complete rows end
  uint64_t RowLine = 0;
  uint64_t LastLine = 0; ///< of the row, which may have been wrapped
  size_t LastWidth = 0;
  std::string Row; ///< the row being collected; empty if none
};

} // namespace

void TableReader::useHeader() {
  if (!Header.pending())
    return;
  Width = Header.namesWidth();
  HeaderText Text = Header.finish();
  Cols = readTableColumns(Text);
  if (!State.R.Display)
    State.R.Display = displayModeOf(Text, Cols);
  if (State.TableColumns.empty())
    State.TableColumns = Cols;
  for (const Column &C : Cols.List)
    if (C.Kind == Unknown)
      State.Problems.warn("unknown column", Header.namesLine(),
                          fmt::format("column {} of the table of lines is not known: kept as text",
                                      quoted(C.Header)));
}

void TableReader::line(const TextLine &L) {
  if (L.Text.empty() || isRuler(L.Text))
    return flush();
  if (isTableRow(L.Text)) {
    flush();
    useHeader(); // not earlier: a wrapped header ends where the first row begins
    Row = rowText(L.Text).str();
    RowLine = LastLine = L.Number;
    LastWidth = L.Text.size();
    return;
  }
  if (Header.take(L))
    return flush();
  if (continues(L)) {
    Row += "  ";
    Row += L.Text;
    LastLine = L.Number;
    LastWidth = 0; // a wrapped row does not end where the others do
    return;
  }
  flush();
  Cells Tokens = splitTokens(L.Text, 1);
  if (L.Number == State.CutLine && looksLikeCount(Tokens[0]))
    State.Problems.warn(
        "cut row", L.Number,
        fmt::format("the input ends inside this row: {} is not used", quoted(L.Text)));
  State.R.Notes.push_back({L.Number, L.Text.str()});
}

/// True when \p L was wrapped off the row that is being collected.
bool TableReader::continues(const TextLine &L) const {
  if (Row.empty() || L.Text.ltrim().starts_with("#"))
    return false;
  constexpr size_t MostColumns = 23; // of all releases
  size_t Cells = splitTokens(Row).size();
  if (!Cols.empty())
    return Cells < Cols.List.size();
  return Cells < MostColumns && llvm::all_of(splitTokens(L.Text), looksLikeCount);
}

/// The input ends in the middle of this row, perhaps of its last number. Numbers are right-aligned,
/// so that a row that ends where the others do is whole; copies that lost the padding cannot tell.
bool TableReader::lastIsUnsure() const {
  return LastLine == State.CutLine && LastWidth < Width && StringRef(Row).contains("   ");
}

void TableReader::flush() {
  if (Row.empty())
    return;
  Cells Tokens = splitTokens(Row);
  if (Cols.empty()) {
    Cols = guessTableColumns(Tokens, State.R.Display);
    State.Problems.warn(
        "no header", RowLine,
        Cols.empty() ? "row without header, and no known release prints such cells: only index and "
                       "address are used"
                     : "row without header: columns are those of the release whose sums fit");
  }
  bool Unsure = lastIsUnsure();
  if (Unsure)
    State.Problems.warn(
        "cut row", RowLine,
        fmt::format("the input ends inside this row: its last number {} is not used",
                    quoted(Tokens.back())));
  else
    Width = std::max(Width, LastWidth);
  addRow(Tokens, Unsure);
  Row.clear();
}

void TableReader::addRow(const Cells &Tokens, bool MayBeCut) {
  RecordedLine Line;
  Line.Report = S.Report;
  Line.TableLine = RowLine;
  if (Tokens.size() == Cols.List.size() || MayBeCut) {
    size_t Count = std::min(Tokens.size() - MayBeCut, Cols.List.size());
    for (size_t I = 0; I != Count; ++I)
      assign(Line, Cols.List[I], Tokens[I]);
  } else {
    assignAnchored(Line, Tokens);
  }
  State.R.Lines.push_back(std::move(Line));
}

void TableReader::assign(RecordedLine &Line, const Column &C, StringRef Cell) {
  bool Fits = fitsShape(shapeInTable(C.Kind), Cell);
  if (auto Field = lineCount(C.Kind))
    Line.*Field = parseCount(Cell);
  else if (C.Kind == Address)
    Line.Address = parseAddress(Cell);
  else if (C.Kind == DataNode && Fits)
    Line.Node = Cell.str();
  else if (C.Kind == DisplayShare)
    Line.DisplayShare = parsePercent(Cell);
  bool Read = C.Kind != Unknown && Fits;
  if (auto Field = lineCount(C.Kind))
    Read = (Line.*Field).has_value();
  if (C.Kind == Address)
    Read = Line.Address.has_value();
  if (Read)
    return;
  Line.Others.push_back({C.Header, Cell.str()});
  if (C.Kind != Unknown)
    State.Problems.warn(
        "cell of another kind", RowLine,
        fmt::format("{} in column {} is not of its kind, or too large: kept as text", quoted(Cell),
                    quoted(C.Header)));
}

void TableReader::assignAnchored(RecordedLine &Line, const Cells &Tokens) {
  Line.Index = parseCount(Tokens[0]);
  Line.Address = parseAddress(Tokens[1]);
  std::optional<size_t> Share = Cols.find(DisplayShare);
  size_t ShareToken = 2;
  while (ShareToken < Tokens.size() && !looksLikePercent(Tokens[ShareToken]))
    ++ShareToken;
  bool HasShare = Share && ShareToken < Tokens.size();
  if (HasShare && ShareToken == *Share)
    for (size_t I = 2; I != ShareToken; ++I)
      assign(Line, Cols.List[I], Tokens[I]);
  if (HasShare)
    Line.DisplayShare = parsePercent(Tokens[ShareToken]);
  if (HasShare && Tokens.size() - ShareToken == Cols.List.size() - *Share)
    for (size_t I = 1; I != Tokens.size() - ShareToken; ++I)
      assign(Line, Cols.List[*Share + I], Tokens[ShareToken + I]);
  Line.Others.push_back({"whole row", Row});
  State.Problems.warn("cells missing", RowLine,
                      fmt::format("row of {} cells under a header of {} columns: only cells that "
                                  "cannot have moved are used",
                                  Tokens.size(), Cols.List.size()));
}

void readLineTable(const Section &S, ReadState &State) { TableReader(S, State).read(); }

} // namespace cachelint::evidence
