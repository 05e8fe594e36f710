//===-- FindingsRun.h - from a program to findings in a document -------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_FINDINGSRUN_H
#define CACHELINT_DRIVER_FINDINGSRUN_H

#include "tool/driver/Evidence.h"
#include "tool/driver/Options.h"
#include "tool/driver/RuleRunner.h"
#include "tool/driver/Stats.h"
#include "tool/model/Program.h"
#include "tool/support/Problems.h"
#include "tool/support/StringPool.h"

#include "llvm/Support/Error.h"

namespace cachelint::driver {

/// What `check` and `audit` share: the rules over a program, recordings that bear them out, output
/// and exit code.
class FindingsRun {
public:
  /// Fails where --rules or -C cannot be read, or --rules selects nothing.
  static llvm::Expected<FindingsRun> prepare(const Options &O, ProblemSink &Problems);

  /// \p Path is one of Options::Binaries that was read already.
  void keepRead(const std::string &Path, model::UnitFacts Facts) { Known[Path] = std::move(Facts); }

  enum class Order { ByPosition, ByWeight };

  /// Joins Options::Binaries and Options::Recordings, runs the rules, writes. \p Whole, \p Words
  /// and \p S must outlive the call only. Returns ExitClean or ExitFindings.
  llvm::Expected<int> finish(model::Program &Whole, const model::Vocabulary &Words,
                             StringPool &Pool, Stats &S, Order Sorting);

private:
  FindingsRun(const Options &O, ProblemSink &Problems, RuleGlobs Rules, NameGlobs Names)
      : O(O), Problems(Problems), Rules(std::move(Rules)), Names(std::move(Names)) {}

  report::FindingsDocument findings(const model::Program &Whole, const model::Vocabulary &Words,
                                    llvm::ArrayRef<model::JoinedRecording> Joined);
  void meetEvidence(llvm::MutableArrayRef<model::JoinedRecording> Joined,
                    report::FindingsDocument &Doc);
  llvm::Error write(const report::FindingsDocument &Doc);

  const Options &O;
  ProblemSink &Problems;
  RuleGlobs Rules;
  NameGlobs Names;
  ReadBinaries Known;
};

} // namespace cachelint::driver

#endif
