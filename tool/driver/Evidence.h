//===-- Evidence.h - recordings and binaries of a run -------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_EVIDENCE_H
#define CACHELINT_DRIVER_EVIDENCE_H

#include "tool/driver/Options.h"
#include "tool/facts/EvidenceJoin.h"
#include "tool/model/Recording.h"
#include "tool/report/Findings.h"
#include "tool/support/Problems.h"
#include "tool/support/StringPool.h"

#include "llvm/Support/Error.h"

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cachelint::driver {

/// What was read of binaries already, by path.
using ReadBinaries = std::map<std::string, model::UnitFacts>;

/// The recordings and binaries that the command line names, and their join. Everything that a join
/// points to lives here.
class Evidence {
public:
  /// Reads all of Options::Recordings and Options::Binaries; the types of those in \p Known are not
  /// read again. One that cannot be read is a failure in \p Problems; the error means that there
  /// are recordings and none could be read.
  static llvm::Expected<std::unique_ptr<Evidence>>
  read(const Options &O, StringPool &Pool, ProblemSink &Problems, ReadBinaries Known = {});

  /// Joins with the binaries, and with \p Source unless it is null.
  std::vector<model::JoinedRecording> join(const model::Program *Source) const;

  /// What the binaries say of records and variables.
  std::vector<const model::UnitFacts *> binaryFacts() const;

  /// The triple of the first binary, for the size of a line; empty without binaries.
  model::Str target() const;

private:
  struct Binary {
    model::Binary Image;
    model::UnitFacts Facts;
    std::unique_ptr<model::CodeMap> Code;
  };
  llvm::Error readBinary(const std::string &Path, StringPool &Pool, ProblemSink &Problems);
  llvm::Expected<model::UnitFacts> factsOf(const std::string &Path, StringPool &Pool,
                                           ProblemSink &Problems);

  const Options *Asked = nullptr;
  std::deque<model::Recording> Recordings;
  std::deque<Binary> Binaries;
  ReadBinaries Known;
};

/// Hot lines that no finding explains, for reports.
std::vector<report::Unexplained> unexplainedOf(const model::JoinedRecording &Joined);

} // namespace cachelint::driver

#endif
