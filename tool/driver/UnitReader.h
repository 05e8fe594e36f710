//===-- UnitReader.h - parses units, several at a time -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_UNITREADER_H
#define CACHELINT_DRIVER_UNITREADER_H

#include "tool/ast/Frontend.h"
#include "tool/ast/HeaderBodies.h"
#include "tool/driver/Options.h"

#include "llvm/ADT/ArrayRef.h"

#include <functional>
#include <optional>

namespace cachelint::driver {

/// One unit after its reading.
struct UnitResult {
  const ast::CompileCommand *Command = nullptr;
  std::optional<model::UnitFacts> Facts; ///< empty: nothing could be read
  std::vector<Problem> Problems;         ///< why, or what was passed over
  ast::UnitReads Reads;
};

/// Called for one unit at a time, in no order that can be relied on.
using TakeUnit = std::function<void(UnitResult &&)>;

class UnitReader {
public:
  UnitReader(const Options &O, bool Bodies, const model::Vocabulary &Words, StringPool &Pool);

  /// From now on a header's function is read by one unit, to whose facts others refer. Each unit's
  /// facts are whole without it.
  void shareBodies();
  /// Options::Jobs at a time.
  void run(llvm::ArrayRef<const ast::CompileCommand *> Commands, const TakeUnit &Take);

private:
  UnitResult read(const ast::CompileCommand &Command) const;

  const Options &O;
  const model::Vocabulary &Words;
  StringPool &Pool;
  ast::HeaderBodies Known;
  ast::ExtractOptions Extract;
};

/// Options::Jobs, or one for each core.
unsigned jobsOf(const Options &O);

} // namespace cachelint::driver

#endif
