//===-- ReportProblems.h - problems of one text input ------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_REPORTPROBLEMS_H
#define CACHELINT_EVIDENCE_REPORTPROBLEMS_H

#include "tool/support/Problems.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace cachelint::evidence {

/// Names the problems of one input, a few of each kind.
///
/// A damaged report can have one problem a line; after the first ten of a kind only their number is
/// of use, and the sink must not grow with the input.
class ReportProblems {
public:
  ReportProblems(llvm::StringRef Input, ProblemSink &Sink) : Input(Input), Sink(Sink) {}
  ~ReportProblems(); ///< tells the sink how many were left out
  ReportProblems(const ReportProblems &) = delete;
  ReportProblems &operator=(const ReportProblems &) = delete;

  /// \p Kind groups problems for counting, and names them in "N more: KIND".
  void warn(llvm::StringRef Kind, uint64_t Line, std::string Message);

private:
  std::string Input;
  ProblemSink &Sink;
  llvm::StringMap<uint64_t> Seen;
};

} // namespace cachelint::evidence

#endif
