//===-- FactsCommand.cpp - ---------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/BuildUnits.h"
#include "tool/driver/CacheFolder.h"
#include "tool/driver/Commands.h"
#include "tool/driver/Stats.h"
#include "tool/driver/UnitReader.h"
#include "tool/driver/Version.h"
#include "tool/facts/FactsFile.h"

#include <set>

namespace cachelint::driver {

/// A unit goes by how it is compiled, whoever compiles it.
static facts::EntryId idOf(const ast::CompileCommand &Command) {
  std::string Key = Command.Directory + '\0' + Command.File;
  for (const std::string &Arg : Command.Args)
    Key += '\0' + Arg;
  return facts::idOf(Key);
}

/// A unit of which nothing could be read is a unit without facts, so that whoever merges hears of
/// it.
static model::UnitFacts factsOf(UnitResult &Unit) {
  if (Unit.Facts)
    return std::move(*Unit.Facts);
  model::UnitFacts Empty;
  Empty.From.Input = Unit.Command->File;
  return Empty;
}

/// As make and Ninja read it: a space in a name behind a backslash, a dollar doubled.
static std::string dependencyText(const Options &O, const std::vector<UnitResult> &Units) {
  std::set<std::string> Files;
  for (const UnitResult &Unit : Units)
    Files.insert(Unit.Reads.Files.begin(), Unit.Reads.Files.end());
  auto Escaped = [](llvm::StringRef Name) {
    std::string Text;
    for (char C : Name)
      Text += C == ' ' ? "\\ " : C == '$' ? "$$" : std::string(1, C);
    return Text;
  };
  std::string Text = Escaped(O.OutputFile) + ":";
  for (const std::string &F : Files)
    Text += " \\\n  " + Escaped(F);
  return Text + "\n";
}

llvm::Expected<int> runFacts(const Options &O, ProblemSink &Problems) {
  auto Units = findUnits(O, O.Inputs, WordsOf::WholeBuild, Problems);
  if (!Units)
    return Units.takeError();
  Stats S;
  StringPool Pool;
  std::vector<const ast::CompileCommand *> Commands;
  for (const ast::CompileCommand &C : Units->Commands)
    Commands.push_back(&C);
  std::vector<UnitResult> Results;
  UnitReader(O, /*Bodies=*/true, Units->Words, Pool).run(Commands, [&](UnitResult &&Unit) {
    Results.push_back(std::move(Unit));
  });
  S.count("translation units", Commands.size());
  S.stageDone("parsing");
  // The order in which units finish is chance.
  llvm::sort(Results,
             [](const UnitResult &A, const UnitResult &B) { return A.Command < B.Command; });
  std::string Words = facts::packWords(Units->Words);
  facts::FactsWriter Out(versionText());
  Out.add(facts::EntryKind::Words, Words);
  facts::UnitPacker Packer;
  for (const UnitResult &Unit : Results)
    if (Unit.Facts)
      Packer.learn(*Unit.Facts);
  for (UnitResult &Unit : Results) {
    for (const Problem &P : Unit.Problems)
      Problems.add(P);
    Out.add(Packer.pack(factsOf(Unit), idOf(*Unit.Command), facts::idOf(Words), Unit.Problems));
  }
  if (std::error_code EC = writeThenRename(O.OutputFile, Out.bytes()))
    return llvm::createStringError(EC, "cannot write %s: %s", O.OutputFile.c_str(),
                                   EC.message().c_str());
  if (!O.DepFile.empty())
    if (std::error_code EC = writeThenRename(O.DepFile, dependencyText(O, Results)))
      return llvm::createStringError(EC, "cannot write %s: %s", O.DepFile.c_str(),
                                     EC.message().c_str());
  S.stageDone("writing");
  if (O.Stats)
    S.print(llvm::errs());
  return ExitClean;
}

} // namespace cachelint::driver
