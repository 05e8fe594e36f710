//===-- ReportPareto.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportPareto.h"

#include "tool/evidence/ReportBlocks.h"
#include "tool/evidence/ReportHeader.h"
#include "tool/evidence/ReportLayouts.h"
#include "tool/evidence/ReportRows.h"
#include "tool/evidence/RowCells.h"
#include "tool/evidence/RowSplit.h"

#include "fmt/format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>

namespace cachelint::evidence {

using llvm::StringRef;
using enum ColumnKind;

/// The columns with text, in the order of all releases without --coalesce and --no-source.
static Columns usualTexts() {
  return {{{Symbol, "Symbol"}, {Object, "Object"}, {SourceLine, "Source:Line"}, {Nodes, "Node"}}};
}

namespace {

class ParetoReader {
public:
  ParetoReader(const Section &S, ReadState &State) : S(S), State(State), Blocks(S.Report, State) {}

  void read() {
    for (const TextLine &L : S.Body)
      line(L);
    flush();
    useWaitingBlock();
    dropCounts();
  }

private:
  void line(const TextLine &L);
  bool continues(const TextLine &L) const;
  void other(const TextLine &L);
  bool isBlockPart(const TextLine &L, const Cells &Tokens);
  void dropCounts();
  void keepCut(const TextLine &L);
  void useHeader();
  std::optional<model::DisplayMode> displayOfLines() const;
  void guessColumns(StringRef Row, uint64_t Line);
  void startBlock(const TextLine &L, StringRef Text);
  void startTerminalBlock(const TextLine &L, StringRef Address);
  void useWaitingBlock();
  void flush();

  const Section &S;
  ReadState &State;
  BlockJoiner Blocks;
  HeaderCollector Header;
  Columns Cols;                   ///< as in the header
  Columns RowCols;                ///< without the number of the line, which rows leave blank
  std::optional<size_t> Current;  ///< index in Lines
  RowText Row;                    ///< the row being collected; no parts if none
  bool InChain = false;           ///< in the call chain under the last row
  std::optional<TextLine> Counts; ///< a block's counts whose address was wrapped off
  /// Without header, the counts of a block can be told apart only by the rows under them.
  std::optional<std::pair<uint64_t, std::string>> Waiting;
};

} // namespace

void ParetoReader::line(const TextLine &L) {
  StringRef Text = rowText(L.Text);
  if (L.Text.empty() || isRuler(L.Text) || isSeparator(L.Text)) {
    flush();
    InChain = false;
    return;
  }
  if (isParetoRow(L.Text)) {
    flush();
    useHeader();
    Row.Parts.push_back(L.Text);
    Row.InputLine = L.Number;
    Row.MayBeCut = L.Number == State.CutLine;
    InChain = false;
    return;
  }
  if (isLineHeader(L.Text)) {
    flush();
    useHeader();
    return startBlock(L, Text);
  }
  if (Header.take(L))
    return flush();
  if (continues(L)) {
    Row.Parts.push_back(L.Text);
    Row.MayBeCut = L.Number == State.CutLine;
    return;
  }
  other(L);
}

/// True when \p L was wrapped off the row that is being collected.
bool ParetoReader::continues(const TextLine &L) const {
  constexpr size_t MostParts = 16;
  if (Row.Parts.empty() || InChain || Row.Parts.size() == MostParts)
    return false;
  std::string Joined = llvm::join(Row.Parts, "  ");
  bool Whole = RowCols.empty()
                   ? findSymbolCell(Joined) != StringRef::npos && isWholeRow(usualTexts(), Joined)
                   : isWholeRow(RowCols, Joined);
  if (!Whole)
    return !L.Text.ltrim().starts_with("|");
  // A row is whole with its first node; more of them may have been wrapped off.
  return readNodes(L.Text).has_value();
}

/// The first line of a call chain: "|" or "---main" of -g graph, a percentage of flat and folded.
static bool startsChain(StringRef Line) {
  bool Indented = Line.starts_with("        ");
  StringRef Rest = Line.trim();
  StringRef First = takeToken(Rest);
  return First.starts_with("|") || First.starts_with("--") || looksLikePercent(First) ||
         (Indented && !First.starts_with("[..") && !First.starts_with("..") && First != "#");
}

/// Call chains, wrapped blocks, titles of the terminal UI, and what is none of these.
void ParetoReader::other(const TextLine &L) {
  Cells Tokens = splitTokens(L.Text, 64);
  if (isBlockPart(L, Tokens))
    return;
  bool CutRow = L.Number == State.CutLine && !InChain && looksLikePercent(Tokens[0]);
  bool UnderRow = !CutRow && (InChain || !Row.Parts.empty());
  flush();
  if (UnderRow && (InChain || startsChain(L.Text))) {
    InChain = true;
    State.R.Lines[*Current].Rows.back().CallChain.push_back(L.Text.str());
    return;
  }
  if (L.Number == State.CutLine && llvm::isDigit(Tokens[0].front()))
    return keepCut(L);
  State.R.Notes.push_back({L.Number, L.Text.str()});
}

bool ParetoReader::isBlockPart(const TextLine &L, const Cells &Tokens) {
  if (Counts && Tokens.size() == 1 && looksLikeAddress(Tokens[0])) {
    useHeader();
    std::string Joined = (llvm::Twine(Counts->Text) + "  " + Tokens[0]).str();
    TextLine First = {Counts->Number, {}};
    Counts.reset();
    startBlock(First, Joined);
    return true;
  }
  dropCounts();
  bool AllCounts = llvm::all_of(Tokens, looksLikeCount);
  if (AllCounts && Tokens.size() >= 3 && L.Number != State.CutLine) {
    flush();
    Counts = L;
    return true;
  }
  if (isTerminalTitle(L.Text)) {
    flush();
    startTerminalBlock(L, Tokens[1]);
    return true;
  }
  return false;
}

/// No address followed: they were no counts of a line.
void ParetoReader::dropCounts() {
  if (Counts)
    State.R.Notes.push_back({Counts->Number, Counts->Text.str()});
  Counts.reset();
}

/// The input ends inside \p L, in front of what would make it a row.
void ParetoReader::keepCut(const TextLine &L) {
  State.Problems.warn(
      "cut row", L.Number,
      fmt::format("the input ends inside this row: {} is not used", quoted(L.Text)));
  State.R.Notes.push_back({L.Number, L.Text.str()});
}

static Columns withoutIndex(Columns Cols) {
  llvm::erase_if(Cols.List, [](const Column &C) { return C.Kind == Index; });
  return Cols;
}

/// A page that is cut at its right edge lacks the names of the last columns, which the rows show in
/// part. They are those of all releases, if rows are told apart by code address.
static void restoreTexts(Columns &Cols) {
  std::optional<size_t> Last = Cols.find(CpuCount);
  if (!Last || !Cols.has(CodeAddress) || Cols.has(Symbol))
    return;
  Cols.List.resize(*Last + 1);
  llvm::append_range(Cols.List, usualTexts().List);
}

void ParetoReader::useHeader() {
  if (!Header.pending())
    return;
  HeaderText Text = Header.finish();
  if (Text.Names.empty())
    return;
  Cols = readParetoColumns(Text);
  RowCols = withoutIndex(Cols);
  restoreTexts(RowCols);
  // Any HITM display has these columns of HITMs; only a peer display has those of peers.
  if (!State.R.Display && RowCols.has(RemotePeer))
    State.R.Display = model::DisplayMode::Peer;
  if (State.ParetoColumns.empty())
    State.ParetoColumns = Cols;
  for (const Column &C : Cols.List)
    if (C.Kind == Unknown)
      State.Problems.warn(
          "unknown column", Header.namesLine(),
          fmt::format("column {} of the pareto is not known: kept as text", quoted(C.Header)));
}

/// The display, or where it is not told, whether lines have HITMs or peers at all.
std::optional<model::DisplayMode> ParetoReader::displayOfLines() const {
  if (State.R.Display)
    return State.R.Display;
  for (const model::RecordedLine &L : llvm::reverse(State.R.Lines)) {
    if (L.Report != S.Report)
      break;
    if (L.TotalHitm || L.TotalPeer)
      return L.TotalHitm ? model::DisplayMode::TotalHitm : model::DisplayMode::Peer;
  }
  return std::nullopt;
}

/// Without header the number of cells, of percentages among them, and the addresses decide.
void ParetoReader::guessColumns(StringRef Row, uint64_t Line) {
  size_t SymbolAt = findSymbolCell(Row);
  Cells Head = splitTokens(Row.take_front(SymbolAt));
  RowCols = guessParetoColumns(Head, displayOfLines());
  if (RowCols.empty()) {
    State.Problems.warn("no header", Line,
                        "rows without header, and no known release prints such cells: only "
                        "addresses and the symbol are used");
    RowCols.List = {{Offset, "Offset"}, {CodeAddress, "Code address"}};
  } else {
    State.Problems.warn("no header", Line,
                        "rows without header: columns are those of the release whose cells fit");
  }
  if (SymbolAt != StringRef::npos)
    llvm::append_range(RowCols.List, usualTexts().List);
}

void ParetoReader::startBlock(const TextLine &L, StringRef Text) {
  dropCounts();
  InChain = false;
  useWaitingBlock();
  if (L.Number == State.CutLine)
    return keepCut(L); // the address may lack its last digits
  if (RowCols.empty()) {
    Waiting = {L.Number, Text.str()};
    Current.reset();
    return;
  }
  Current = Blocks.add(splitTokens(Text), L.Number, RowCols);
}

void ParetoReader::useWaitingBlock() {
  if (!Waiting)
    return;
  Current = Blocks.add(splitTokens(Waiting->second), Waiting->first, RowCols);
  Waiting.reset();
}

/// The terminal UI shows one line at a time, under its address alone.
void ParetoReader::startTerminalBlock(const TextLine &L, StringRef Address) {
  useHeader();
  Current = Blocks.addAddress(Address, L.Number);
}

void ParetoReader::flush() {
  if (Row.Parts.empty())
    return;
  if (RowCols.empty())
    guessColumns(llvm::join(Row.Parts, "  "), Row.InputLine);
  useWaitingBlock();
  if (!Current) {
    Current = Blocks.addUnknown();
    State.Problems.warn("rows without line", Row.InputLine,
                        "rows without the cache line above them: its address is not known");
  }
  State.R.Lines[*Current].Rows.push_back(readRow(RowCols, Row, State.Problems));
  Row = {};
}

void readPareto(const Section &S, ReadState &State) { ParetoReader(S, State).read(); }

} // namespace cachelint::evidence
