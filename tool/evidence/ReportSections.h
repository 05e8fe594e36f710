//===-- ReportSections.h - the parts of a report -----------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// `perf c2c report --stdio` prints five sections, each under a title between lines of '='. Pages
// and mails show some of them, often without the title; their lines are then known by their shape.
//
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_REPORTSECTIONS_H
#define CACHELINT_EVIDENCE_REPORTSECTIONS_H

#include "tool/evidence/TextLines.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace cachelint::evidence {

enum class Part {
  Trace,   ///< "Trace Event Information"
  Shared,  ///< "Global Shared Cache Line Event Information"
  Details, ///< "c2c details"
  Table,   ///< "Shared Data Cache Line Table"
  Pareto,  ///< "Shared Cache Line Distribution Pareto"
  Unknown, ///< a title between lines of '=' that no release known here prints
  None,    ///< text before the first part
};

struct Section {
  Part Kind = Part::None;
  unsigned Report = 0;    ///< a part that was there already starts the next report
  uint64_t FirstLine = 0; ///< line of the title, or of the first line without one
  llvm::StringRef Title;  ///< as printed; empty where the copy has none
  llvm::ArrayRef<TextLine> Body;
};

/// Every line but titles is in exactly one section, in order.
std::vector<Section> splitSections(llvm::ArrayRef<TextLine> Lines);

/// The part a line belongs to by its shape alone; None for any other text.
Part partOfLine(llvm::StringRef Line);

/// The part that \p Line is the title of; None for any other text.
Part partOfTitle(llvm::StringRef Line);

bool isRuler(llvm::StringRef Line);      ///< '=' only
bool isSeparator(llvm::StringRef Line);  ///< '-' only, around the first row of a line's block
bool isDots(llvm::StringRef Line);       ///< "# .....  ....", under the header
bool isGroupLine(llvm::StringRef Line);  ///< "#   ----- HITM -----  ...", the first header line
bool isNamesLine(llvm::StringRef Line);  ///< "#   Num  RmtHitm ...", the second, or its beginning
bool isTableRow(llvm::StringRef Line);   ///< "0  0x404180 ... 66.67% ..."
bool isLineHeader(llvm::StringRef Line); ///< "0  30  30  20  20  0x404180", first row of a block
bool isTerminalTitle(
    llvm::StringRef Line);              ///< "Cacheline 0x404180", above one line's rows in the UI
bool isParetoRow(llvm::StringRef Line); ///< "33.33%  33.33% ..."

/// \p Line without '#', the fold marks of the terminal UI and "words:" that a page put before a
/// row.
llvm::StringRef rowText(llvm::StringRef Line);

} // namespace cachelint::evidence

#endif
