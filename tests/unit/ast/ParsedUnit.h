//===-- ParsedUnit.h - a unit given as text, for tests of the AST front end -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_TESTS_UNIT_AST_PARSEDUNIT_H
#define CACHELINT_TESTS_UNIT_AST_PARSEDUNIT_H

#include "tool/ast/Frontend.h"
#include "tool/model/Program.h"

#include "gtest/gtest.h"

#include <string>
#include <vector>

namespace cachelint::ast {

/// Words that the tests' sources use.
inline model::Vocabulary testWords() {
  model::Vocabulary W;
  W.AlignMacros = {"__line_aligned", "CACHE_ALIGN"};
  W.GuardMacros = {"LINE_GUARD"};
  W.LockTypes = {"pthread_mutex_t", "spin_lock"};
  W.AtomicTypes = {"atomic_count_t"};
  W.WireTypes = {"be32"};
  W.ThreadBounds = {"MAX_WORKERS", "*_CPUS"};
  W.NotThreadBounds = {"NO_CPUS"};
  return W;
}

/// Reads \p Text as the file /src/FILE; .c is C11, anything else C++20.
class ParsedUnit {
public:
  explicit ParsedUnit(const std::string &Text, const std::string &File = "unit.cpp",
                      std::vector<std::string> Args = {}, ExtractOptions Options = {},
                      model::Vocabulary UseWords = testWords())
      : Words(std::move(UseWords)) {
    bool C = File.size() > 2 && File.substr(File.size() - 2) == ".c";
    Command.Directory = "/";
    Command.File = "/src/" + File;
    Command.Args = {C ? "clang" : "clang++", C ? "-std=c11" : "-std=c++20",
                    "--target=x86_64-pc-linux-gnu"};
    Command.Args.insert(Command.Args.end(), Args.begin(), Args.end());
    Command.Args.insert(Command.Args.end(), {"-c", Command.File});
    Options.Files["/src/" + File] = Text;
    auto Result = extractUnit(Command, Words, Pool, Problems, Options);
    if (Result)
      Facts = std::move(*Result);
    else
      Error = llvm::toString(Result.takeError());
  }

  const model::Record &record(llvm::StringRef Key) const {
    for (const model::Record &R : Facts.Records)
      if (R.Key == Key)
        return R;
    ADD_FAILURE() << "no record " << Key.str() << "; there are:" << keys(Facts.Records) << " "
                  << Error;
    static const model::Record None;
    return None;
  }
  bool hasRecord(llvm::StringRef Key) const {
    return llvm::any_of(Facts.Records, [&](const model::Record &R) { return R.Key == Key; });
  }

  const model::Variable &variable(llvm::StringRef Name) const {
    for (const model::Variable &V : Facts.Variables)
      if (V.Name == Name)
        return V;
    ADD_FAILURE() << "no variable " << Name.str() << "; there are:" << keys(Facts.Variables) << " "
                  << Error;
    static const model::Variable None;
    return None;
  }

  model::Vocabulary Words;
  StringPool Pool;
  ProblemSink Problems;
  CompileCommand Command;
  model::UnitFacts Facts;
  std::string Error;

private:
  template <typename T> static std::string keys(const std::vector<T> &All) {
    std::string Out;
    for (const T &E : All)
      Out += " '" + E.Key.str() + "'";
    return Out;
  }
};

inline const model::Field &fieldOf(const model::Record &R, llvm::StringRef Name) {
  for (const model::Field &F : R.Fields)
    if (F.Name == Name)
      return F;
  ADD_FAILURE() << R.Key.str() << " has no field " << Name.str();
  static const model::Field None;
  return None;
}

} // namespace cachelint::ast

#endif
