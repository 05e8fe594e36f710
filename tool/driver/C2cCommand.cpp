//===-- C2cCommand.cpp ------------------------------------------------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/Commands.h"
#include "tool/driver/Evidence.h"
#include "tool/driver/Output.h"
#include "tool/driver/RuleRunner.h"
#include "tool/driver/SourceProgram.h"
#include "tool/report/Contention.h"

namespace cachelint::driver {

using namespace model;

namespace {

class C2cRun {
public:
  C2cRun(const Options &O, NameGlobs Names, ProblemSink &Problems)
      : O(O), Names(std::move(Names)), Problems(Problems) {}

  llvm::Expected<int> run() {
    auto Recorded = Evidence::read(O, Pool, Problems);
    if (!Recorded)
      return Recorded.takeError();
    bool HasSource = !O.BuildDir.empty();
    if (HasSource)
      if (llvm::Error E = readSource((*Recorded)->target()))
        return E;
    std::vector<JoinedRecording> Joined = (*Recorded)->join(HasSource ? &Whole : nullptr);
    facts::applyEvidence(Findings, Joined);
    if (llvm::Error E = write(Joined))
      return E;
    return ExitClean;
  }

private:
  /// With the source at hand rows are also joined by line, and lines with the findings they
  /// confirm.
  llvm::Error readSource(Str Target) {
    auto Units = readSources(O, {}, /*Bodies=*/true, Pool, Problems);
    if (!Units)
      return Units.takeError();
    Words = std::move(Units->Words);
    Whole = facts::buildProgram(std::move(Units->Facts), Words, Pool);
    rules::RuleOptions Settings;
    Settings.LineSize = lineSizeFor(O, Target);
    Findings = runRules({Whole, Words, Settings}, RuleGlobs(), NameGlobs()).Findings;
    return llvm::Error::success();
  }

  llvm::Error write(std::vector<JoinedRecording> &Joined) {
    return writeOutput(O.OutputFile, [&](llvm::raw_ostream &Out) {
      for (JoinedRecording &J : Joined) {
        report::ContentionDocument Doc;
        Doc.Findings = Findings;
        Doc.UnexplainedLines =
            O.BuildDir.empty() ? std::vector<report::Unexplained>() : unexplainedOf(J);
        // After the look at unexplained lines: their indices are those of the unfiltered list.
        if (!Names.empty())
          std::erase_if(J.Lines, [this](const JoinedLine &L) { return !Names.selects(L.Record); });
        Doc.Joined = &J;
        O.Output == Format::Json ? report::renderContentionJson(Doc, Out)
                                 : report::renderContentionText(Doc, Out);
      }
    });
  }

  const Options &O;
  NameGlobs Names;
  ProblemSink &Problems;
  StringPool Pool;
  Vocabulary Words;
  Program Whole;
  std::vector<Finding> Findings;
};

} // namespace

llvm::Expected<int> runC2c(const Options &O, ProblemSink &Problems) {
  auto Names = NameGlobs::parse(O.Records);
  if (!Names)
    return Names.takeError();
  return C2cRun(O, std::move(*Names), Problems).run();
}

} // namespace cachelint::driver
