//===-- DiffCommand.cpp ----------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/BinaryInput.h"
#include "tool/driver/Commands.h"
#include "tool/driver/GlobList.h"
#include "tool/driver/Output.h"
#include "tool/driver/SourceProgram.h"
#include "tool/model/Wording.h"
#include "tool/report/Diffs.h"

#include "fmt/format.h"

namespace cachelint::driver {

using namespace model;

/// Records that -C does not name were only read because named ones hold them.
static void keepNamed(std::vector<const Record *> &Records, const NameGlobs &Names) {
  std::erase_if(Records,
                [&](const Record *R) { return !Names.selects(R->Name) && !Names.selects(R->Key); });
}

/// A regression is what makes hot code touch more lines: a record that takes more of them, and a
/// field that lies over two where it was in one. With -C the records are a set that somebody cares
/// for: there a field that went to another line and a record that went away count as well.
static void addRegressions(report::DiffDocument &Doc, bool HotSet) {
  auto Add = [&](const Record &R, std::string Reason) {
    Doc.Regressions.push_back({R.Name.str(), std::move(Reason)});
  };
  for (const RecordChange &C : Doc.Diff.Changed) {
    if (uint64_t Gained = C.linesGained())
      Add(*C.After, fmt::format("takes {}, {} more than before",
                                counted(C.LayoutAfter.Lines, "line"), Gained));
    std::vector<std::string> Straddling, Moved;
    for (const FieldChange &F : C.Fields) {
      if (F.beganToStraddle())
        Straddling.push_back(F.After.Name);
      else if (F.changedLine())
        Moved.push_back(F.After.Name);
    }
    if (!Straddling.empty())
      Add(*C.After, fmt::format("has {} over two lines now", quotedList(Straddling)));
    if (HotSet && !Moved.empty())
      Add(*C.After, fmt::format("has {} on another line", quotedList(Moved)));
  }
  if (HotSet)
    for (const Record *R : Doc.Diff.Removed)
      Add(*R, "is gone");
}

llvm::Expected<int> runDiff(const Options &O, ProblemSink &Problems) {
  auto Names = NameGlobs::parse(O.Records);
  if (!Names)
    return Names.takeError();
  StringPool Pool;
  BinaryReader Reader(O, Pool, Problems);
  BinaryReader::Wish W;
  W.NamedRecordsOnly = true;
  auto Old = Reader.readProgram(O.Inputs[0], W);
  if (!Old)
    return Old.takeError();
  auto New = Reader.readProgram(O.Inputs[1], W);
  if (!New)
    return New.takeError();

  report::DiffDocument Doc;
  Doc.OldPath = O.Inputs[0];
  Doc.NewPath = O.Inputs[1];
  Doc.Geometry.LineSize = lineSizeFor(O, New->Units.front().Target);
  Doc.Diff = diffLayouts(*Old, *New, Doc.Geometry);
  if (!Names->empty()) {
    keepNamed(Doc.Diff.Added, *Names);
    keepNamed(Doc.Diff.Removed, *Names);
    std::erase_if(Doc.Diff.Changed, [&](const RecordChange &C) {
      return !Names->selects(C.After->Name) && !Names->selects(C.After->Key);
    });
    if (Old->Records.empty() && New->Records.empty())
      return llvm::createStringError("no record matches the names given with -C");
  }
  addRegressions(Doc, !Names->empty());
  llvm::Error E = writeOutput(O.OutputFile, [&](llvm::raw_ostream &Out) {
    O.Output == Format::Json ? report::renderDiffJson(Doc, Out) : report::renderDiffText(Doc, Out);
  });
  if (E)
    return E;
  bool Fails = O.Fail != FailOn::Never && !Doc.Regressions.empty();
  return Fails ? ExitFindings : ExitClean;
}

} // namespace cachelint::driver
