//===-- ReportHeader.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportHeader.h"

#include "tool/evidence/ReportSections.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cachelint::evidence {

using llvm::StringRef;

// Headers have under 400 columns. What is longer is no header, and must not be collected for ever.
static constexpr size_t LongestHeader = 4096;

static bool isData(StringRef Line) {
  return isTableRow(Line) || isLineHeader(Line) || isParetoRow(Line) || isSeparator(Line) ||
         isRuler(Line);
}

static void append(std::string &To, StringRef Part) {
  if (!To.empty())
    To += ' '; // one blank: a name of two words may have been wrapped between them
  To += Part;
}

bool HeaderCollector::take(const TextLine &L) {
  StringRef Line = L.Text.ltrim();
  bool Marked = Line.consume_front("#");
  Line = Line.ltrim();
  if (Line.empty() || isDots(L.Text)) {
    // A line of dots can be wrapped too, and ends the header all the same.
    if (isDots(L.Text) || Marked) {
      Open = Nothing;
      return true;
    }
    return false;
  }
  if (isGroupLine(Line) && !isData(Line) && (Marked || Open != Names)) {
    if (Open != Groups)
      Text = {};
    Open = Groups;
    append(Text.Groups, Line);
    return true;
  }
  if (isNamesLine(Line) && (Marked || Open != Names)) {
    Open = Names;
    Text.Names = Line.str();
    NamesLine = L.Number;
    NamesWidth = L.Text.size();
    return true;
  }
  // "...", "<snip>": marks of what a page left out are no parts of a header.
  bool Words = llvm::any_of(Line, [](char C) { return llvm::isAlpha(C); });
  if (Marked || Open == Nothing || isData(L.Text) || !Words || Line.starts_with("<") ||
      Text.Groups.size() + Text.Names.size() > LongestHeader)
    return false;
  append(Open == Groups ? Text.Groups : Text.Names, Line);
  return true;
}

HeaderText HeaderCollector::finish() {
  HeaderText Result = std::move(Text);
  Text = {};
  Open = Nothing;
  return Result;
}

} // namespace cachelint::evidence
