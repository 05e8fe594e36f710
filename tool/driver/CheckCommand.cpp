//===-- CheckCommand.cpp ---------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/Commands.h"
#include "tool/driver/Evidence.h"
#include "tool/driver/Output.h"
#include "tool/driver/RuleRunner.h"
#include "tool/driver/SourceProgram.h"
#include "tool/driver/Stats.h"

#include "fmt/format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>

namespace cachelint::driver {

using namespace model;

namespace {

bool counts(const Finding &F, FailOn Limit) {
  switch (Limit) {
  case FailOn::Note:
    return true;
  case FailOn::Warning:
    return F.Level >= Severity::Warning;
  case FailOn::Error:
    return F.Level >= Severity::Error;
  case FailOn::Confirmed:
    return F.Evidence.State == EvidenceState::Confirmed;
  case FailOn::Never:
    return false;
  }
  return false;
}

class CheckRun {
public:
  CheckRun(const Options &O, RuleGlobs Rules, NameGlobs Names, ProblemSink &Problems)
      : O(O), Rules(std::move(Rules)), Names(std::move(Names)), Problems(Problems) {}

  llvm::Expected<int> run() {
    auto Units = readSources(O, O.Inputs, /*Bodies=*/true, Pool, Problems);
    if (!Units)
      return Units.takeError();
    Words = std::move(Units->Words);
    S.count("translation units", Units->Commands);
    S.stageDone("parsing");
    Whole = facts::buildProgram(std::move(Units->Facts), Words, Pool);
    countProgram();
    S.stageDone("merging");
    report::FindingsDocument Doc = findings();
    S.stageDone("rules");
    if (!O.Recordings.empty()) {
      if (llvm::Error E = meetEvidence(Doc))
        return E;
      S.stageDone("evidence");
    }
    // Last, so that a recording that could not be read is among them.
    for (const Problem &P : Problems.sorted())
      if (P.Level == ProblemLevel::Failure)
        Doc.Failed.push_back(P);
    if (llvm::Error E = write(Doc))
      return E;
    if (O.Stats)
      S.print(llvm::errs());
    bool Any = std::any_of(Doc.Findings.begin(), Doc.Findings.end(),
                           [this](const Finding &F) { return counts(F, O.Fail); });
    return Any ? ExitFindings : ExitClean;
  }

private:
  report::FindingsDocument findings() {
    rules::RuleOptions Settings;
    Str Target = Whole.Units.empty() ? Str() : Whole.Units.front().Target;
    Settings.LineSize = lineSizeFor(O, Target);
    Settings.Pedantic = O.Pedantic;
    RuleResults Results = runRules({Whole, Words, Settings}, Rules, Names);
    report::FindingsDocument Doc;
    Doc.Findings = std::move(Results.Findings);
    Doc.NotRunRules = std::move(Results.NotRun);
    for (const report::NotRun &N : Doc.NotRunRules)
      Problems.warn("", fmt::format("rule {} not run: {}", N.Rule, N.Reason));
    return Doc;
  }

  llvm::Error meetEvidence(report::FindingsDocument &Doc) {
    auto Recorded = Evidence::read(O, Pool, Problems);
    if (!Recorded)
      return Recorded.takeError();
    std::vector<JoinedRecording> Joined = (*Recorded)->join(&Whole);
    facts::applyEvidence(Doc.Findings, Joined);
    for (const JoinedRecording &J : Joined) {
      for (const BinaryFit &B : J.Binaries)
        if (!B.Fits)
          Problems.warn(B.Path, B.Message);
      for (report::Unexplained &U : unexplainedOf(J))
        Doc.UnexplainedLines.push_back(std::move(U));
    }
    return llvm::Error::success();
  }

  llvm::Error write(const report::FindingsDocument &Doc) {
    countFindings(Doc);
    return writeOutput(O.OutputFile, [&](llvm::raw_ostream &Out) {
      if (O.Output == Format::Json)
        return report::renderFindingsJson(Doc, Out);
      llvm::SmallString<256> Here;
      if (llvm::sys::fs::current_path(Here))
        Here.clear();
      report::renderFindingsText(Doc, Here, Out);
    });
  }

  void countProgram() {
    S.count("records", Whole.Records.size());
    S.count("functions", Whole.Functions.size());
    S.count("accesses", Whole.Accesses.size());
    S.count("thread roots", Whole.Roots.size());
    S.count("arrays", Whole.Arrays.size());
  }

  void countFindings(const report::FindingsDocument &Doc) {
    llvm::StringMap<uint64_t> PerRule;
    for (const Finding &F : Doc.Findings)
      ++PerRule[F.Rule];
    for (const rules::Rule *R : rules::allRules())
      if (auto It = PerRule.find(R->info().Id); It != PerRule.end())
        S.count(("findings of " + R->info().Id).str(), It->second);
  }

  const Options &O;
  RuleGlobs Rules;
  NameGlobs Names;
  ProblemSink &Problems;
  StringPool Pool;
  Vocabulary Words;
  Program Whole;
  Stats S;
};

} // namespace

llvm::Expected<int> runCheck(const Options &O, ProblemSink &Problems) {
  auto Rules = RuleGlobs::parse(O.Rules);
  if (!Rules)
    return Rules.takeError();
  auto Names = NameGlobs::parse(O.Records);
  if (!Names)
    return Names.takeError();
  auto Selected = [&](const rules::Rule *R) { return Rules->selects(R->info().Id); };
  if (llvm::none_of(rules::allRules(), Selected))
    return llvm::createStringError("--rules '%s' selects no rule; `cachelint explain` lists them",
                                   O.Rules.c_str());
  return CheckRun(O, std::move(*Rules), std::move(*Names), Problems).run();
}

} // namespace cachelint::driver
