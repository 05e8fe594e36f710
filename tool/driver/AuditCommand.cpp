//===-- AuditCommand.cpp ---------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/BinaryInput.h"
#include "tool/driver/Commands.h"
#include "tool/driver/FindingsRun.h"
#include "tool/driver/Profile.h"
#include "tool/facts/Merge.h"

#include "llvm/ADT/STLExtras.h"

namespace cachelint::driver {

using namespace model;

/// Of a binary there is no text to recognise a project by: its words are those of all profiles that
/// are not at odds with one another, or of the one that is asked for.
static llvm::Expected<Vocabulary> vocabularyOf(const Options &O) {
  return resolveProfile(O.Profile.empty() ? "generic,dpdk,linux" : O.Profile);
}

llvm::Expected<int> runAudit(const Options &O, ProblemSink &Problems) {
  Options Joined = O;
  // The files that are looked at are the recorded ones, unless others are named.
  if (!O.Recordings.empty() && O.Binaries.empty())
    Joined.Binaries = O.Inputs;
  auto Run = FindingsRun::prepare(Joined, Problems);
  if (!Run)
    return Run.takeError();
  auto Words = vocabularyOf(O);
  if (!Words)
    return Words.takeError();
  Stats S;
  StringPool Pool;
  // -C narrows what is reported, not what is read: a variable's neighbours are any.
  Options All = O;
  All.Records.clear();
  BinaryReader Reader(All, Pool, Problems);
  BinaryReader::Wish W;
  W.Variables = true;
  W.Words = &*Words;
  facts::Merger Merged;
  size_t Read = 0;
  for (const std::string &Path : O.Inputs) {
    auto Facts = Reader.read(Path, W);
    if (!Facts) {
      if (O.Inputs.size() == 1)
        return Facts.takeError();
      Problems.fail(Path, llvm::toString(Facts.takeError()));
      continue;
    }
    ++Read;
    if (llvm::is_contained(Joined.Binaries, Path))
      Run->keepRead(Path, *Facts);
    Merged.add(std::move(*Facts));
  }
  if (!Read)
    return llvm::createStringError("none of the %zu files could be read", O.Inputs.size());
  S.count("files", Read);
  S.stageDone("reading");
  Program Whole = facts::buildProgram(Merged.take(), *Words, Pool);
  S.count("records", Whole.Records.size());
  S.count("variables", Whole.Variables.size());
  S.stageDone("merging");
  return Run->finish(Whole, *Words, Pool, S, FindingsRun::Order::ByWeight);
}

} // namespace cachelint::driver
