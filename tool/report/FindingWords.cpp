//===-- FindingWords.cpp - words for the enumerations of a finding ------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/report/Findings.h"

#include "fmt/format.h"

namespace cachelint::report {

using namespace model;

llvm::StringRef severityName(Severity S) {
  switch (S) {
  case Severity::Note:
    return "note";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return "error";
  }
  return "warning";
}

llvm::StringRef confidenceName(Confidence C) {
  switch (C) {
  case Confidence::Low:
    return "low";
  case Confidence::Medium:
    return "medium";
  case Confidence::High:
    return "high";
  }
  return "low";
}

llvm::StringRef evidenceName(EvidenceState E) {
  switch (E) {
  case EvidenceState::None:
    return "none";
  case EvidenceState::Confirmed:
    return "confirmed";
  case EvidenceState::Refuted:
    return "refuted";
  case EvidenceState::Unobserved:
    return "unobserved";
  }
  return "none";
}

std::string countsText(const EvidenceCounts &C) {
  std::string Text;
  auto Add = [&Text](uint64_t N, const char *What) {
    if (N)
      Text += fmt::format("{}{} {}", Text.empty() ? "" : ", ", N, What);
  };
  Add(C.LocalHitm, "local HITM");
  Add(C.RemoteHitm, "remote HITM");
  Add(C.LocalPeer, "local peer snoops");
  Add(C.RemotePeer, "remote peer snoops");
  Add(C.Loads, "loads");
  Add(C.Stores, "stores");
  return Text.empty() ? "no samples" : Text;
}

} // namespace cachelint::report
