//===-- Findings.h - print findings ------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_REPORT_FINDINGS_H
#define CACHELINT_REPORT_FINDINGS_H

#include "tool/model/Finding.h"
#include "tool/support/Problems.h"

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace cachelint::report {

/// A rule that could not look, and why.
struct NotRun {
  std::string Rule;
  std::string Reason;
};

/// A cache line that bounced and that no finding speaks of.
struct Unexplained {
  std::string Where; ///< "global stats+64 (worker_statistics)", or the address
  std::string Record, Variable;
  std::optional<uint64_t> Address;
  model::EvidenceCounts Counts;
};

/// What `cachelint check` prints.
struct FindingsDocument {
  std::vector<model::Finding> Findings; ///< in the order to be printed
  std::vector<NotRun> NotRunRules;
  std::vector<Problem> Failed; ///< inputs that failed
  std::vector<Unexplained> UnexplainedLines;
};

/// Like clang's: `path:line:col: warning: message [cachelint-RULE]`, the source line, and notes
/// below. Paths below \p Directory are printed relative to it.
void renderFindingsText(const FindingsDocument &Doc, llvm::StringRef Directory,
                        llvm::raw_ostream &Out);

/// The JSON document of docs/findings-json.md. Ends with a newline.
void renderFindingsJson(const FindingsDocument &Doc, llvm::raw_ostream &Out);

llvm::StringRef severityName(model::Severity S);
llvm::StringRef confidenceName(model::Confidence C);
llvm::StringRef evidenceName(model::EvidenceState E);

/// "12 local HITM, 3 remote HITM, 40 stores"; counts that are zero are left out.
std::string countsText(const model::EvidenceCounts &C);

} // namespace cachelint::report

#endif
