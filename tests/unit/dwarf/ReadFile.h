//===-- ReadFile.h - read a file, or fail the test -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_TESTS_UNIT_DWARF_READFILE_H
#define CACHELINT_TESTS_UNIT_DWARF_READFILE_H

#include "tool/dwarf/BinaryReader.h"

namespace cachelint::test {

/// Facts of a file, with the pool that owns their texts, and helpers that fail the test where there
/// is nothing to be found.
class ReadFile {
public:
  explicit ReadFile(const std::string &Path, dwarf::ReadOptions Options = {});

  const model::Record &record(model::Str Key) const;
  const model::Field &field(model::Str Record, model::Str Name) const;
  const model::Variable &variable(model::Str Name) const;
  std::vector<const model::Record *> records(model::Str Key) const;
  std::vector<std::string> recordKeys() const;

  StringPool Pool;
  ProblemSink Problems;
  model::UnitFacts Facts;
  std::string Error; ///< of the whole file; empty when it was read
};

} // namespace cachelint::test

#endif
