//===-- SourceProgram.cpp --------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/SourceProgram.h"

#include "tool/driver/BuildUnits.h"
#include "tool/driver/CachedReader.h"

#include "llvm/TargetParser/Triple.h"

namespace cachelint::driver {

using namespace model;

uint64_t lineSizeOf(Str Target) {
  llvm::Triple T(Target);
  if (T.isPPC() || (T.isOSDarwin() && T.isAArch64()))
    return 128;
  if (T.isSystemZ())
    return 256;
  return 64;
}

Bits lineSizeFor(const Options &O, Str Target) {
  return Bits::fromBytes(O.LineSize ? *O.LineSize : lineSizeOf(Target));
}

llvm::Expected<SourceUnits> readSources(const Options &O, const std::vector<std::string> &Paths,
                                        bool Bodies, StringPool &Pool, ProblemSink &Problems) {
  auto Units = findUnits(O, Paths, WordsOf::UnitsAsked, Problems);
  if (!Units)
    return Units.takeError();
  SourceUnits Result;
  Result.Words = std::move(Units->Words);
  Result.Commands = Units->Commands.size();
  facts::Merger Merged;
  CachedReader Reader(O, Bodies, Result.Words, Pool, Problems);
  Result.Read = Reader.run(Units->Commands, Merged);
  Result.Cached = Reader.hits();
  Result.Facts = Merged.take();
  if (Result.Read == 0)
    return llvm::createStringError("none of the %zu translation units could be read",
                                   Result.Commands);
  return Result;
}

} // namespace cachelint::driver
