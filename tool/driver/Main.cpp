//===-- Main.cpp ------------------------------------------------------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/CommandLine.h"
#include "tool/driver/Commands.h"

#include "llvm/Support/raw_ostream.h"

namespace cachelint::driver {

static llvm::Expected<int> dispatch(const Options &O, ProblemSink &Problems) {
  switch (O.What) {
  case Command::Check:
    return runCheck(O, Problems);
  case Command::Audit:
    return runAudit(O, Problems);
  case Command::Layout:
    return runLayout(O, Problems);
  case Command::Diff:
    return runDiff(O, Problems);
  case Command::C2c:
    return runC2c(O, Problems);
  case Command::Facts:
    return runFacts(O, Problems);
  case Command::Explain:
    return runExplain(O);
  }
  return ExitUsage;
}

static void print(const ProblemSink &Problems) {
  for (const Problem &P : Problems.sorted())
    llvm::errs() << "cachelint: " << (P.Level == ProblemLevel::Failure ? "error: " : "warning: ")
                 << P.text() << '\n';
}

int runMain(int Argc, const char *const *Argv) {
  std::variant<Options, EarlyExit> Parsed = parseCommandLine(Argc, Argv);
  if (const EarlyExit *Exit = std::get_if<EarlyExit>(&Parsed)) {
    (Exit->ToStderr ? llvm::errs() : llvm::outs()) << Exit->Text;
    return Exit->Code;
  }
  ProblemSink Problems;
  llvm::Expected<int> Code = dispatch(std::get<Options>(Parsed), Problems);
  print(Problems);
  if (!Code) {
    llvm::errs() << "cachelint: error: " << llvm::toString(Code.takeError()) << '\n';
    return ExitUsage;
  }
  return Problems.hasFailures() ? static_cast<int>(ExitPartial) : *Code;
}

} // namespace cachelint::driver
