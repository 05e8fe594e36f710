//===-- C2cReport.cpp - any bytes as text of perf c2c report -------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportReader.h"

#include <cstdint>
#include <cstdlib>

using namespace cachelint;

static void require(bool Condition) {
  if (!Condition)
    std::abort();
}

/// What whoever joins the recording to layouts relies on.
static void checkModel(const model::Recording &R) {
  for (size_t I = 0; I != R.Lines.size(); ++I) {
    const model::RecordedLine &Line = R.Lines[I];
    require(!Line.RepeatOf || *Line.RepeatOf < I);
    require(Line.Report < R.Reports);
    for (const model::RecordedRow &Row : Line.Rows) {
      require(!Row.RemoteHitm.Count || *Row.RemoteHitm.Count <= *Line.RemoteHitm);
      require(!Row.LocalHitm.Count || *Row.LocalHitm.Count <= *Line.LocalHitm);
      require(!Row.Offset || Row.Offset->bytes() < (1u << 20));
      require(!Row.SourceLine || *Row.SourceLine != 0);
    }
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ProblemSink Sink;
  auto Read = evidence::readC2cReport(
      "fuzz", llvm::StringRef(reinterpret_cast<const char *>(Data), Size), Sink);
  if (Read)
    checkModel(*Read);
  else
    require(!llvm::toString(Read.takeError()).empty());
  return 0;
}
