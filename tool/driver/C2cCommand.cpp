//===-- C2cCommand.cpp ------------------------------------------------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/Commands.h"
#include "tool/driver/Output.h"
#include "tool/driver/Recordings.h"
#include "tool/report/Contention.h"

namespace cachelint::driver {

using namespace model;

static JoinedRecording unresolved(const Recording &R) {
  JoinedRecording J;
  J.From = &R;
  for (const RecordedLine &L : R.Lines) {
    JoinedLine Line;
    Line.Line = &L;
    for (const RecordedRow &Row : L.Rows) {
      JoinedRow Joined;
      Joined.Row = &Row;
      Line.Rows.push_back(std::move(Joined));
    }
    J.Lines.push_back(std::move(Line));
  }
  return J;
}

llvm::Expected<int> runC2c(const Options &O, ProblemSink &Problems) {
  auto R = readRecording(O.Recordings.front(), Problems);
  if (!R)
    return R.takeError();
  JoinedRecording Joined = unresolved(*R);
  report::ContentionDocument Doc;
  Doc.Joined = &Joined;
  llvm::Error E = writeOutput(O.OutputFile, [&](llvm::raw_ostream &Out) {
    O.Output == Format::Json ? report::renderContentionJson(Doc, Out)
                             : report::renderContentionText(Doc, Out);
  });
  if (E)
    return E;
  return ExitClean;
}

} // namespace cachelint::driver
