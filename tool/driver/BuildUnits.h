//===-- BuildUnits.h - the units that a command line asks for -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_BUILDUNITS_H
#define CACHELINT_DRIVER_BUILDUNITS_H

#include "tool/ast/CompileDb.h"
#include "tool/driver/Options.h"
#include "tool/model/Vocabulary.h"
#include "tool/support/Problems.h"

#include "llvm/Support/Error.h"

namespace cachelint::driver {

struct BuildUnits {
  std::vector<ast::CompileCommand> Commands; ///< of the units asked for; at least one
  model::Vocabulary Words;                   ///< of the profile given or recognised
};

enum class WordsOf {
  UnitsAsked, ///< recognised in the units asked for
  WholeBuild, ///< in all of the database, so that units read one by one get the same
};

/// Reads compile_commands.json of Options::BuildDir, or of the nearest folder above the first of
/// \p Paths (or the working directory) that has one, as clang-tidy does.
llvm::Expected<BuildUnits> findUnits(const Options &O, const std::vector<std::string> &Paths,
                                     WordsOf Which, ProblemSink &Problems);

} // namespace cachelint::driver

#endif
