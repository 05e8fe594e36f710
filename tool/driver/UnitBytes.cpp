//===-- UnitBytes.cpp - ------------------------------------------------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/UnitBytes.h"

#include "tool/driver/FileStates.h"
#include "tool/driver/Version.h"
#include "tool/facts/FactsFiles.h"

namespace cachelint::driver {

using namespace facts;

std::string bytesOf(const UnitResult &Unit, UnitPacker &Packer) {
  StringPool Pool;
  model::UnitFacts Empty;
  Empty.From.Input = Unit.Command->File;
  FactsWriter Out(versionText());
  const model::UnitFacts &Facts = Unit.Facts ? *Unit.Facts : Empty;
  Packer.learn(Facts);
  Out.add(Packer.pack(Facts, {}, {}, Unit.Problems));
  Dependencies D;
  for (const std::string &F : Unit.Reads.Files)
    D.Files.push_back(splitPath(F, Pool));
  for (const std::string &F : Unit.Reads.Absent)
    D.Absent.push_back(splitPath(F, Pool));
  Out.add(EntryKind::Dependencies, packDependencies(D));
  return Out.bytes();
}

llvm::Expected<UnitResult> unitFrom(const std::string &Bytes, const ast::CompileCommand &Command,
                                    StringPool &Pool) {
  UnitResult Result;
  Result.Command = &Command;
  auto Entries = readEntries({Bytes, Command.File}, versionText());
  if (!Entries)
    return Entries.takeError();
  for (const FactsEntry &E : *Entries) {
    if (E.Kind == EntryKind::Unit) {
      auto Stored = readUnit(E, Command.File, Pool);
      if (!Stored)
        return Stored.takeError();
      Result.Problems = std::move(Stored->Problems);
      if (!Stored->From.Target.empty())
        Result.Facts.emplace().From = Stored->From;
    } else if (E.Kind == EntryKind::Dependencies) {
      auto D = readDependencies(E, Command.File, Pool);
      if (!D)
        return D.takeError();
      for (const PathRef &F : D->Files)
        Result.Reads.Files.push_back(pathOf(F));
      for (const PathRef &F : D->Absent)
        Result.Reads.Absent.push_back(pathOf(F));
    }
  }
  if (!Result.Facts)
    return Result;
  Merger All;
  for (const FactsEntry &E : *Entries) {
    if (E.Kind != EntryKind::Part)
      continue;
    auto Part = readPart(E, Command.File, Result.Facts->From.Input, Pool);
    if (!Part)
      return Part.takeError();
    All.add(std::move(*Part));
  }
  static_cast<model::FactLists &>(*Result.Facts) = All.take();
  return Result;
}

} // namespace cachelint::driver
