//===-- ReportHeader.h - collects the header of a table ----------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_REPORTHEADER_H
#define CACHELINT_EVIDENCE_REPORTHEADER_H

#include "tool/evidence/ReportColumns.h"
#include "tool/evidence/TextLines.h"

#include <cstdint>

namespace cachelint::evidence {

/// Takes the lines of a table's header one after another, wherever mail programs wrapped them.
///
/// A header is one line of groups and one of names, both with '#' (the terminal UI has none), then
/// a line of dots. What was wrapped off a line follows it without '#'.
class HeaderCollector {
public:
  /// True when \p L belongs to a header and was taken.
  bool take(const TextLine &L);

  /// A header was begun and not handed out yet.
  bool pending() const { return Open != Nothing || !Text.Names.empty(); }
  /// The header, which ends with this call.
  HeaderText finish();
  uint64_t namesLine() const { return NamesLine; }
  /// Where the line of names ends. The last column of the table of lines is right-aligned to it.
  size_t namesWidth() const { return NamesWidth; }

private:
  enum { Nothing, Groups, Names } Open = Nothing; ///< which line a wrapped part would continue
  HeaderText Text;
  uint64_t NamesLine = 0;
  size_t NamesWidth = 0;
};

} // namespace cachelint::evidence

#endif
