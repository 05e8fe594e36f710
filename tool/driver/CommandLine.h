//===-- CommandLine.h - argv to Options -------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_COMMANDLINE_H
#define CACHELINT_DRIVER_COMMANDLINE_H

#include "tool/driver/Options.h"

#include <string>
#include <variant>

namespace cachelint::driver {

/// What parsing gave instead of options: text for the user and how to exit.
struct EarlyExit {
  int Code = 0;
  std::string Text;
  bool ToStderr = false; ///< --help and --version go to stdout, usage errors to stderr
};

std::variant<Options, EarlyExit> parseCommandLine(int Argc, const char *const *Argv);

/// Splits at commas outside of <>, () and []: `Ring<int, 4>,sock*` is two names.
std::vector<std::string> splitNames(const std::string &Text);

} // namespace cachelint::driver

#endif
