//===-- TextLines.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/TextLines.h"

#include "tool/evidence/ReportProblems.h"

#include "fmt/format.h"
#include "llvm/ADT/StringExtras.h"

#include <string>

namespace cachelint::evidence {

using llvm::StringRef;

// perf cuts symbols at 30 columns, or with --full-symbols at its buffer of a few KiB.
static constexpr size_t LongestLine = 64 * 1024;

/// `nl` and `cat -n` put a number and a tab before a line; a report has no tabs of its own.
static StringRef dropLineNumber(StringRef Line) {
  StringRef Rest = Line.ltrim(" \t");
  size_t Digits = Rest.find_first_not_of("0123456789");
  if (Digits == 0 || Digits == StringRef::npos || Rest[Digits] != '\t')
    return Line;
  return Rest.drop_front(Digits + 1);
}

static StringRef dropReplyMarks(StringRef Line) {
  while (Line.starts_with("> ") || Line.starts_with(">>"))
    Line = Line.drop_front(1);
  Line.consume_front(">");
  return Line;
}

/// Without "ESC [ ... letter" sequences, and with no-break spaces made blanks.
static std::string withoutMarkup(StringRef Line) {
  std::string Result;
  Result.reserve(Line.size());
  for (size_t I = 0; I < Line.size(); ++I) {
    if (Line[I] == '\x1b' && I + 1 < Line.size() && Line[I + 1] == '[') {
      I += 2;
      while (I < Line.size() && !llvm::isAlpha(Line[I]))
        ++I;
    } else if (Line.substr(I).starts_with("\xc2\xa0")) {
      Result += ' ';
      ++I;
    } else {
      Result += Line[I];
    }
  }
  return Result;
}

/// The terminal UI draws a scroll bar at the right edge.
static StringRef dropScrollBar(StringRef Line) {
  Line = Line.rtrim(" \t\r");
  for (StringRef Mark : {"\u2592", "\u25c6", "\u2588", "\u2502"})
    Line.consume_back(Mark);
  return Line;
}

StringRef TextLines::clean(StringRef Line) {
  if (Line.find_first_of("\x1b\xc2") != StringRef::npos)
    Line = StringRef(withoutMarkup(Line)).copy(Rewritten);
  if (Line.starts_with(">"))
    Line = dropReplyMarks(Line);
  return dropScrollBar(dropLineNumber(Line)).rtrim(" \t\r");
}

TextLines::TextLines(StringRef Text, ReportProblems &Problems) {
  Text.consume_front("\xef\xbb\xbf");
  EndsInsideLine = !Text.empty() && !Text.ends_with("\n");
  for (uint64_t Number = 1; !Text.empty(); ++Number) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    if (Line.size() > LongestLine) {
      Problems.warn("line too long", Number,
                    fmt::format("line of {} bytes passed over: no line of a report is that long",
                                Line.size()));
      Line = {};
    }
    Lines.push_back({Number, clean(Line)});
  }
}

} // namespace cachelint::evidence
