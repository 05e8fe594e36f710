//===-- ReportSections.cpp -----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportSections.h"

#include "tool/evidence/ReportColumns.h"
#include "tool/evidence/ReportTotals.h"
#include "tool/evidence/TextCells.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cachelint::evidence {

using llvm::StringRef;

static bool consistsOf(StringRef Line, char C, size_t AtLeast) {
  Line = Line.trim();
  return Line.size() >= AtLeast && Line.find_first_not_of(C) == StringRef::npos;
}

bool isRuler(StringRef Line) { return consistsOf(Line, '=', 5); }
bool isSeparator(StringRef Line) { return consistsOf(Line, '-', 10); }

static StringRef withoutHash(StringRef Line) {
  Line = Line.ltrim();
  Line.consume_front("#");
  return Line.ltrim();
}

bool isDots(StringRef Line) {
  StringRef Rest = withoutHash(Line);
  return Rest.size() >= 10 && Rest.find_first_not_of(". \t") == StringRef::npos;
}

StringRef rowText(StringRef Line) {
  Line = withoutHash(Line);
  // "-  0  0x404180": the terminal UI marks what can be folded.
  if ((Line.starts_with("+ ") || Line.starts_with("- ")))
    Line = Line.drop_front(1).ltrim();
  size_t Colon = Line.take_front(40).find(": ");
  if (Colon != StringRef::npos && llvm::isAlpha(Line.front()))
    Line = Line.drop_front(Colon + 1).ltrim();
  return Line;
}

bool isGroupLine(StringRef Line) {
  Line = withoutHash(Line);
  return Line.contains("--- ") && Line.contains(" -") &&
         llvm::any_of(Line, [](char C) { return llvm::isAlpha(C); });
}

bool isNamesLine(StringRef Line) {
  StringRef Rest = withoutHash(Line);
  StringRef First = takeToken(Rest);
  static constexpr StringRef Starts[] = {"Index", "Num", "RmtHitm", "Rmt", "Cacheline", "Address"};
  return llvm::is_contained(Starts, First) && countHeaderNames(withoutHash(Line)) >= 4;
}

bool isTableRow(StringRef Line) {
  Cells Tokens = splitTokens(rowText(Line), 6);
  if (Tokens.size() < 4 || !looksLikeCount(Tokens[0]) || !looksLikeAddress(Tokens[1]))
    return false;
  return llvm::any_of(llvm::drop_begin(Tokens, 2), looksLikePercent);
}

bool isLineHeader(StringRef Line) {
  Cells Tokens = splitTokens(rowText(Line), 16);
  return Tokens.size() >= 4 && looksLikeAddress(Tokens.back()) &&
         llvm::all_of(llvm::drop_end(Tokens), looksLikeCount);
}

bool isTerminalTitle(StringRef Line) {
  Cells Tokens = splitTokens(Line, 3);
  return Tokens.size() == 2 && Tokens[0] == "Cacheline" && looksLikeAddress(Tokens[1]);
}

bool isParetoRow(StringRef Line) {
  // One percentage alone starts a call chain of -g flat or folded.
  Cells Tokens = splitTokens(rowText(Line), 2);
  return Tokens.size() == 2 && looksLikePercent(Tokens[0]) && looksLikePercent(Tokens[1]);
}

Part partOfTitle(StringRef Line) {
  Line = Line.trim();
  if (Line.empty() || !llvm::isAlpha(Line.front()))
    return Part::None;
  if (Line.starts_with_insensitive("Trace Event Information"))
    return Part::Trace;
  if (Line.starts_with_insensitive("Global Shared Cache Line Event Information"))
    return Part::Shared;
  if (Line.equals_insensitive("c2c details"))
    return Part::Details;
  // The terminal UI adds "(N entries, sorted on Total HITMs)".
  if (Line.starts_with_insensitive("Shared Data Cache Line Table"))
    return Part::Table;
  if (Line.starts_with_insensitive("Shared Cache Line Distribution Pareto"))
    return Part::Pareto;
  return Part::None;
}

static Part partOfHeader(StringRef Line) {
  if (isNamesLine(Line)) {
    // "RmtHitm" begins the names in the terminal UI, and a wrapped part of the other table's names.
    StringRef Rest = withoutHash(Line);
    if (Rest.starts_with("Num") || Rest.contains("L1 Hit"))
      return Part::Pareto;
    return Rest.starts_with("Rmt") ? Part::None : Part::Table;
  }
  if (!isGroupLine(Line))
    return Part::None;
  for (StringRef Word : {"Store Refs", "Data address", "cycles", "- HITM -", "-- CL --"})
    if (Line.contains(Word))
      return Part::Pareto;
  for (StringRef Word : {"Cacheline", "Load Hitm", "Load Peer", "Store Reference", "Core Load"})
    if (Line.contains(Word))
      return Part::Table;
  return Part::None;
}

Part partOfLine(StringRef Line) {
  if (Line.empty())
    return Part::None;
  if (Part Header = partOfHeader(Line); Header != Part::None)
    return Header;
  if (isParetoRow(Line) || isLineHeader(Line) || isTerminalTitle(Line))
    return Part::Pareto;
  if (isTableRow(Line))
    return Part::Table;
  return partOfStatistic(Line);
}

namespace {

class Splitter {
public:
  explicit Splitter(llvm::ArrayRef<TextLine> Lines) : Lines(Lines) {}

  std::vector<Section> split() {
    open(Part::None, 0, 0, {});
    for (size_t I = 0; I != Lines.size(); ++I)
      line(I);
    close(Lines.size());
    return std::move(Sections);
  }

private:
  void line(size_t I) {
    StringRef Text = Lines[I].Text;
    if (Part Title = titleAt(I); Title != Part::None)
      return start(Title, I, I + 1, Text.trim());
    Part Shape = partOfLine(Text);
    if (Shape == Part::None || Shape == Part::Unknown)
      return;
    if (isTerminalTitle(Text))
      return startTerminalPart(I);
    bool Header = isGroupLine(Text) || isNamesLine(Text);
    // A second header after rows is another table: a page that shows two reports.
    if (Shape != Current.Kind || (Header && HasRows))
      start(Shape, I, I, {});
    HasRows |= !Header;
  }

  Part titleAt(size_t I) const {
    if (Part Title = partOfTitle(Lines[I].Text); Title != Part::None)
      return Title;
    bool Framed = I != 0 && I + 1 < Lines.size() && isRuler(Lines[I - 1].Text) &&
                  isRuler(Lines[I + 1].Text) && !Lines[I].Text.trim().empty() &&
                  !isRuler(Lines[I].Text);
    return Framed ? Part::Unknown : Part::None;
  }

  void start(Part Kind, size_t At, size_t BodyAt, StringRef Title) {
    close(At);
    bool Numbered = Kind != Part::Unknown;
    if (Numbered && HighestPart && Kind <= *HighestPart) {
      ++Report;
      HighestPart.reset();
    }
    if (Numbered)
      HighestPart = Kind;
    open(Kind, At, BodyAt, Title);
  }

  /// The terminal UI shows the rows of one line of the report at a time, each time with the header.
  void startTerminalPart(size_t I) {
    close(I);
    HighestPart = Part::Pareto;
    open(Part::Pareto, I, I, {});
  }

  void open(Part Kind, size_t At, size_t BodyAt, StringRef Title) {
    uint64_t FirstLine = At < Lines.size() ? Lines[At].Number : 0;
    Current = {Kind, Report, FirstLine, Title, {}};
    BodyStart = BodyAt;
    HasRows = false;
  }

  void close(size_t End) {
    Current.Body = Lines.slice(BodyStart, End - BodyStart);
    Sections.push_back(Current);
  }

  llvm::ArrayRef<TextLine> Lines;
  std::vector<Section> Sections;
  Section Current;
  size_t BodyStart = 0;
  bool HasRows = false; ///< of the current section
  unsigned Report = 0;
  std::optional<Part> HighestPart; ///< of the current report
};

} // namespace

std::vector<Section> splitSections(llvm::ArrayRef<TextLine> Lines) {
  return Splitter(Lines).split();
}

} // namespace cachelint::evidence
