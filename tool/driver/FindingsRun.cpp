//===-- FindingsRun.cpp ----------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/FindingsRun.h"

#include "tool/driver/Output.h"
#include "tool/driver/SourceProgram.h"
#include "tool/facts/BinaryJoin.h"

#include "fmt/format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>

namespace cachelint::driver {

using namespace model;

static bool counts(const Finding &F, FailOn Limit) {
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

llvm::Expected<FindingsRun> FindingsRun::prepare(const Options &O, ProblemSink &Problems) {
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
  return FindingsRun(O, Problems, std::move(*Rules), std::move(*Names));
}

static void countFindings(const report::FindingsDocument &Doc, Stats &S) {
  llvm::StringMap<uint64_t> PerRule;
  for (const Finding &F : Doc.Findings)
    ++PerRule[F.Rule];
  for (const rules::Rule *R : rules::allRules())
    if (auto It = PerRule.find(R->info().Id); It != PerRule.end())
      S.count(("findings of " + R->info().Id).str(), It->second);
}

report::FindingsDocument FindingsRun::findings(const Program &Whole, const Vocabulary &Words,
                                               llvm::ArrayRef<JoinedRecording> Joined) {
  rules::RuleOptions Settings;
  Str Target = Whole.Units.empty() ? Str() : Whole.Units.front().Target;
  Settings.LineSize = lineSizeFor(O, Target);
  Settings.Pedantic = O.Pedantic;
  RuleResults Results = runRules({Whole, Words, Settings, Joined}, Rules, Names);
  report::FindingsDocument Doc;
  Doc.Findings = std::move(Results.Findings);
  Doc.NotRunRules = std::move(Results.NotRun);
  for (const report::NotRun &N : Doc.NotRunRules)
    Problems.warn("", fmt::format("rule {} not run: {}", N.Rule, N.Reason));
  return Doc;
}

void FindingsRun::meetEvidence(llvm::MutableArrayRef<JoinedRecording> Joined,
                               report::FindingsDocument &Doc) {
  facts::applyEvidence(Doc.Findings, Joined);
  for (const JoinedRecording &J : Joined) {
    for (const BinaryFit &B : J.Binaries)
      if (!B.Fits)
        Problems.warn(B.Path, B.Message);
    for (report::Unexplained &U : unexplainedOf(J))
      Doc.UnexplainedLines.push_back(std::move(U));
  }
}

llvm::Error FindingsRun::write(const report::FindingsDocument &Doc) {
  return writeOutput(O.OutputFile, [&](llvm::raw_ostream &Out) {
    if (O.Output == Format::Json)
      return report::renderFindingsJson(Doc, Out);
    llvm::SmallString<256> Here;
    if (llvm::sys::fs::current_path(Here))
      Here.clear();
    report::renderFindingsText(Doc, Here, Out);
  });
}

/// The gravest first, and of those the ones that waste most.
static void sortByWeight(std::vector<Finding> &All) {
  std::stable_sort(All.begin(), All.end(), [](const Finding &A, const Finding &B) {
    return std::tuple(A.Level, A.Sure, A.Weight) > std::tuple(B.Level, B.Sure, B.Weight);
  });
}

llvm::Expected<int> FindingsRun::finish(Program &Whole, const Vocabulary &Words, StringPool &Pool,
                                        Stats &S, Order Sorting) {
  std::unique_ptr<Evidence> Recorded;
  std::vector<JoinedRecording> Joined;
  if (!O.Recordings.empty() || !O.Binaries.empty()) {
    auto Read = Evidence::read(O, Pool, Problems, std::move(Known));
    if (!Read)
      return Read.takeError();
    Recorded = std::move(*Read);
    facts::joinBinaries(Whole, Recorded->binaryFacts());
    Joined = Recorded->join(&Whole);
    S.stageDone("evidence");
  }
  report::FindingsDocument Doc = findings(Whole, Words, Joined);
  if (Sorting == Order::ByWeight)
    sortByWeight(Doc.Findings);
  S.stageDone("rules");
  if (!Joined.empty())
    meetEvidence(Joined, Doc);
  // Last, so that a recording that could not be read is among them.
  for (const Problem &P : Problems.sorted())
    if (P.Level == ProblemLevel::Failure)
      Doc.Failed.push_back(P);
  countFindings(Doc, S);
  if (llvm::Error E = write(Doc))
    return E;
  if (O.Stats)
    S.print(llvm::errs());
  bool Any = llvm::any_of(Doc.Findings, [this](const Finding &F) { return counts(F, O.Fail); });
  return Any ? ExitFindings : ExitClean;
}

} // namespace cachelint::driver
