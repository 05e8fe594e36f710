//===-- Frontend.h - runs clang on one translation unit -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_FRONTEND_H
#define CACHELINT_AST_FRONTEND_H

#include "tool/ast/CompileDb.h"
#include "tool/model/Program.h"
#include "tool/support/Problems.h"
#include "tool/support/StringPool.h"

#include "llvm/Support/Error.h"

#include <map>
#include <string>

namespace cachelint::ast {

class HeaderBodies;

struct ExtractOptions {
  model::Bits LineSize = model::Bits::fromBytes(64);
  /// Also say what function bodies do: accesses, value flow, threads, allocations. Without it they
  /// are parsed all the same, for the records that stand inside and for what is asserted of others.
  bool Bodies = true;
  /// Where clang's own headers are; empty: where the clang that cachelint was built with has them.
  std::string ResourceDir;
  /// Text to read instead of the disk's, by absolute path: unsaved files of an editor, tests.
  std::map<std::string, std::string> Files;
  /// Bodies of header functions that units of the run have given: clang skips them, and the unit
  /// refers to their facts (UnitFacts::Shared, UnitFacts::Refers). Null: all facts are the unit's
  /// own.
  HeaderBodies *Known = nullptr;
};

/// What the reading of a unit depended on, beside its command. Absolute paths, sorted.
struct UnitReads {
  std::vector<std::string> Files;
  std::vector<std::string> Absent; ///< looked for, and not there
  bool Crashed = false;            ///< the facts may lack something that another run finds
};

/// Parses one unit and reads its facts. Safe to call from many threads at once; nothing of the
/// process (working directory, environment) is changed. Strings of the result live in \p Pool.
///
/// Errors that clang finds in the source are problems at their position, and the unit is read as
/// far as it goes; it is named as failed. The returned error means that nothing could be read: no
/// such file, a command that clang cannot make sense of, a crash of clang, which the process
/// survives. It is not in \p Problems.
llvm::Expected<model::UnitFacts> extractUnit(const CompileCommand &Command,
                                             const model::Vocabulary &Words, StringPool &Pool,
                                             ProblemSink &Problems, const ExtractOptions &Options,
                                             UnitReads *Reads = nullptr);

} // namespace cachelint::ast

#endif
