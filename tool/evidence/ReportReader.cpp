//===-- ReportReader.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportReader.h"

#include "tool/evidence/InputKind.h"
#include "tool/evidence/ReportChecks.h"
#include "tool/evidence/ReportCounts.h"
#include "tool/evidence/ReportLayouts.h"
#include "tool/evidence/ReportPareto.h"
#include "tool/evidence/ReportProblems.h"
#include "tool/evidence/ReportSections.h"
#include "tool/evidence/ReportTable.h"
#include "tool/evidence/ReportTotals.h"
#include "tool/evidence/TextLines.h"

#include "fmt/format.h"

namespace cachelint::evidence {

using llvm::StringRef;

static void keepAsNotes(const Section &S, model::Recording &R) {
  for (const TextLine &L : S.Body)
    if (!L.Text.empty() && !isRuler(L.Text))
      R.Notes.push_back({L.Number, L.Text.str()});
}

static void readSection(const Section &S, ReadState &State) {
  switch (S.Kind) {
  case Part::Trace:
  case Part::Shared:
  case Part::Details: {
    bool LastMayBeCut = !S.Body.empty() && S.Body.back().Number == State.CutLine;
    return readStatistics(S, LastMayBeCut, State.R, State.Problems);
  }
  case Part::Table:
    return readLineTable(S, State);
  case Part::Pareto:
    return readPareto(S, State);
  case Part::Unknown:
    State.Problems.warn(
        "unknown section", S.FirstLine,
        fmt::format("section {} is not known: kept as text", S.Title.take_front(60).str()));
    return keepAsNotes(S, State.R);
  case Part::None:
    return keepAsNotes(S, State.R);
  }
}

/// What a report without anything in it means; perf prints the titles all the same.
static void checkForContent(const model::Recording &R, ReportProblems &Problems) {
  if (R.Statistics.empty() && R.Lines.empty())
    Problems.warn("nothing read", 1, "the report has neither totals nor cache lines");
}

llvm::Expected<model::Recording> readC2cReport(StringRef Name, StringRef Text, ProblemSink &Sink) {
  if (InputKind Kind = recogniseInput(Text); Kind != InputKind::C2cReport)
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                   refusal(Kind, Name).c_str());
  model::Recording R;
  R.Source = Name.str();
  ReportProblems Problems(Name, Sink);
  TextLines Lines(Text, Problems);
  ReadState State{R, Problems, Lines.endsInsideLine() ? Lines.lastNumber() : 0, {}, {}, {}};
  std::vector<Section> Sections = splitSections(Lines.lines());
  // Details first: the order of lines says what columns without header are.
  for (bool Details : {true, false})
    for (const Section &S : Sections)
      if ((S.Kind == Part::Details) == Details)
        readSection(S, State);
  llvm::sort(R.Statistics, [](const auto &A, const auto &B) { return A.InputLine < B.InputLine; });
  llvm::sort(R.Notes, [](const auto &A, const auto &B) { return A.Line < B.Line; });
  R.Reports = Sections.back().Report + 1;
  if (R.Reports > 1)
    Problems.warn(
        "several reports", Sections.back().FirstLine,
        fmt::format("the input holds {} reports: totals are those of the first, lines are "
                    "those of all",
                    R.Reports));
  R.Layout = layoutOf(State.TableColumns, State.ParetoColumns);
  if (!R.Layout)
    R.Layout = layoutOf(R.Statistics);
  settleCuts(R);
  deriveCounts(R);
  findInconsistencies(R, Problems);
  checkForContent(R, Problems);
  return R;
}

} // namespace cachelint::evidence
