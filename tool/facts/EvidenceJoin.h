//===-- EvidenceJoin.h - recorded cache lines and the fields on them -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// A row of a recording is joined with a field in one of two ways. By address: the line lies in a
// variable of a binary whose place in the recorded process is known; the field is then certain. By
// source position: the row's code is at a line of source where one field is accessed. What is not
// certain stays unresolved, with the reason.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_EVIDENCEJOIN_H
#define CACHELINT_FACTS_EVIDENCEJOIN_H

#include "tool/model/Binary.h"
#include "tool/model/Join.h"
#include "tool/model/Program.h"

#include "llvm/ADT/ArrayRef.h"

namespace cachelint::facts {

/// A binary that may have been recorded. Image must be given; the others as far as the file has
/// debug information.
struct RecordedBinary {
  const model::Binary *Image = nullptr;
  const model::UnitFacts *Facts = nullptr; ///< records sorted by key
  model::CodeMap *Code = nullptr;
};

struct JoinInput {
  const model::Recording *Recording = nullptr;
  llvm::ArrayRef<RecordedBinary> Binaries;
  const model::Program *Source = nullptr;            ///< null: no source is at hand
  model::Bits LineSize = model::Bits::fromBytes(64); ///< of the recorded machine
};

/// All arguments must outlive the result. Lines that are a second print of an earlier one are left
/// out.
model::JoinedRecording joinRecording(const JoinInput &Input);

/// Sets the evidence of each finding, and of each line the findings that it bears out. Of several
/// recordings each may confirm; a finding that one confirms is not refuted by another.
void applyEvidence(std::vector<model::Finding> &Findings,
                   llvm::MutableArrayRef<model::JoinedRecording> Recordings);

/// Indices of the lines that bounced, that hold at least a hundredth of all contention of the
/// recording, and that no finding explains; hottest first. After applyEvidence.
std::vector<size_t> unexplainedLines(const model::JoinedRecording &Joined);

} // namespace cachelint::facts

#endif
