//===-- Commands.h - what each command does ------------------------------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_COMMANDS_H
#define CACHELINT_DRIVER_COMMANDS_H

#include "tool/driver/Options.h"
#include "tool/support/Problems.h"

#include "llvm/Support/Error.h"

namespace cachelint::driver {

/// Each returns the exit code that results alone would give (ExitClean or ExitFindings); problems
/// are added by the caller. An error means that there was nothing to work on: ExitUsage.
llvm::Expected<int> runCheck(const Options &O, ProblemSink &Problems);
llvm::Expected<int> runAudit(const Options &O, ProblemSink &Problems);
llvm::Expected<int> runLayout(const Options &O, ProblemSink &Problems);
llvm::Expected<int> runDiff(const Options &O, ProblemSink &Problems);
llvm::Expected<int> runC2c(const Options &O, ProblemSink &Problems);
llvm::Expected<int> runFacts(const Options &O, ProblemSink &Problems);
llvm::Expected<int> runExplain(const Options &O);

/// The whole program: parses the command line, runs the command, prints problems, gives the exit
/// code.
int runMain(int Argc, const char *const *Argv);

} // namespace cachelint::driver

#endif
