//===-- Contention.h - print recorded contention ------------------------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_REPORT_CONTENTION_H
#define CACHELINT_REPORT_CONTENTION_H

#include "tool/model/Finding.h"
#include "tool/model/Join.h"
#include "tool/report/Findings.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <vector>

namespace cachelint::report {

/// What `cachelint c2c` prints.
struct ContentionDocument {
  const model::JoinedRecording *Joined = nullptr;
  std::vector<model::Finding> Findings; ///< that lines may confirm; empty without source
  std::vector<Unexplained> UnexplainedLines;
};

/// Hottest line first; for each the fields at its offsets, who touches them and how.
void renderContentionText(const ContentionDocument &Doc, llvm::raw_ostream &Out);

/// The JSON document of docs/c2c-json.md. Ends with a newline.
void renderContentionJson(const ContentionDocument &Doc, llvm::raw_ostream &Out);

llvm::StringRef verdictName(model::SharingVerdict V);
llvm::StringRef objectKindName(model::ObjectKind K);
llvm::StringRef resolvedByName(model::ResolvedBy R);
llvm::StringRef accessName(model::RowAccess A);
llvm::StringRef layoutName(model::ReportLayout L);
llvm::StringRef displayName(model::DisplayMode D);

/// "0-3,8", or empty when no CPU is known.
std::string cpuListText(const model::NodeUse &Use);

} // namespace cachelint::report

#endif
