//===-- CheckCommand.cpp ---------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/Commands.h"
#include "tool/driver/FactsInput.h"
#include "tool/driver/FindingsRun.h"
#include "tool/driver/SourceProgram.h"

namespace cachelint::driver {

using namespace model;

static void countProgram(const Program &P, Stats &S) {
  S.count("records", P.Records.size());
  S.count("functions", P.Functions.size());
  S.count("accesses", P.Accesses.size());
  S.count("thread roots", P.Roots.size());
  S.count("arrays", P.Arrays.size());
}

llvm::Expected<int> runCheck(const Options &O, ProblemSink &Problems) {
  auto Run = FindingsRun::prepare(O, Problems);
  if (!Run)
    return Run.takeError();
  Stats S;
  StringPool Pool;
  auto Units = O.FactsDirs.empty() ? readSources(O, O.Inputs, /*Bodies=*/true, Pool, Problems)
                                   : readFactsFiles(O, Pool, Problems);
  if (!Units)
    return Units.takeError();
  S.count("translation units", Units->Commands);
  if (Units->Cached)
    S.count("of these from the cache", Units->Cached);
  S.stageDone("parsing");
  Program Whole = facts::buildProgram(std::move(Units->Facts), Units->Words, Pool);
  countProgram(Whole, S);
  S.stageDone("merging");
  return Run->finish(Whole, Units->Words, Pool, S, FindingsRun::Order::ByPosition);
}

} // namespace cachelint::driver
