//===-- TextLines.h - the lines of a pasted report ---------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_TEXTLINES_H
#define CACHELINT_EVIDENCE_TEXTLINES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"

#include <cstdint>
#include <vector>

namespace cachelint::evidence {

class ReportProblems;

struct TextLine {
  uint64_t Number = 0;  ///< 1-based
  llvm::StringRef Text; ///< without what the way of copying added, and without trailing blanks
};

/// Cuts a text into lines and takes off what terminals, mail and pagers put around a report:
/// carriage returns, colours, "> " of a reply, no-break spaces of a web page, the numbers of `nl`.
///
/// Lines point into the text given to the constructor, or into this object.
class TextLines {
public:
  TextLines(llvm::StringRef Text, ReportProblems &Problems);

  llvm::ArrayRef<TextLine> lines() const { return Lines; }
  /// The text does not end in a line feed, so that its last line may be cut.
  bool endsInsideLine() const { return EndsInsideLine; }
  uint64_t lastNumber() const { return Lines.empty() ? 0 : Lines.back().Number; }

private:
  llvm::StringRef clean(llvm::StringRef Line);

  std::vector<TextLine> Lines;
  llvm::BumpPtrAllocator Rewritten;
  bool EndsInsideLine = false;
};

} // namespace cachelint::evidence

#endif
