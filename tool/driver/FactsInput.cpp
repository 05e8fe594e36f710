//===-- FactsInput.cpp - ------------------------------------------------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/FactsInput.h"

#include "tool/driver/Profile.h"
#include "tool/driver/UnitReader.h"
#include "tool/driver/Version.h"
#include "tool/facts/FactsFiles.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace cachelint::driver {

using namespace model;
namespace fs = llvm::sys::fs;

static llvm::Expected<std::vector<std::string>> listFiles(const std::vector<std::string> &Inputs) {
  std::vector<std::string> Files;
  for (const std::string &Input : Inputs) {
    if (!fs::is_directory(Input)) {
      Files.push_back(Input);
      continue;
    }
    size_t Before = Files.size();
    std::error_code EC;
    for (fs::recursive_directory_iterator It(Input, EC), End; !EC && It != End; It.increment(EC))
      if (llvm::sys::path::extension(It->path()) == ".facts")
        Files.push_back(It->path());
    if (EC)
      return llvm::createStringError(EC, "%s: %s", Input.c_str(), EC.message().c_str());
    if (Files.size() == Before)
      return llvm::createStringError("%s: no file in it ends in .facts; cachelint facts makes them",
                                     Input.c_str());
  }
  std::sort(Files.begin(), Files.end());
  return Files;
}

static llvm::Expected<Vocabulary> wordsOf(const Options &O, const facts::FactsFiles &All) {
  if (!O.Profile.empty())
    return resolveProfile(O.Profile);
  if (All.words().size() == 1)
    return All.words().begin()->second;
  std::string Names;
  for (const auto &[Id, Words] : All.words())
    Names += (Names.empty() ? "" : ", ") + Words.Name;
  return llvm::createStringError(
      "the facts were made with different profiles (%s): give the same --profile to each run of "
      "cachelint facts",
      Names.c_str());
}

llvm::Expected<SourceUnits> readFactsFiles(const Options &O, StringPool &Pool,
                                           ProblemSink &Problems) {
  auto Files = listFiles(O.FactsDirs);
  if (!Files)
    return Files.takeError();
  facts::FactsFiles All(versionText(), Pool, Problems);
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Buffers;
  for (const std::string &File : *Files) {
    auto Buffer = llvm::MemoryBuffer::getFile(File, false, /*RequiresNullTerminator=*/false);
    if (!Buffer) {
      Problems.fail(File, "cannot be read: " + Buffer.getError().message());
      continue;
    }
    if (llvm::Error E = All.add(**Buffer))
      Problems.fail(File, llvm::toString(std::move(E)));
    Buffers.push_back(std::move(*Buffer));
  }
  if (All.units() == 0) {
    for (const Problem &P : Problems.sorted())
      return llvm::createStringError("%s", P.text().c_str());
    return llvm::createStringError("no unit is in the facts files given");
  }
  auto Words = wordsOf(O, All);
  if (!Words)
    return Words.takeError();
  SourceUnits Result;
  Result.Words = std::move(*Words);
  Result.Commands = Result.Read = All.units();
  facts::Merger Merged;
  All.mergeInto(Merged, jobsOf(O));
  Result.Facts = Merged.take();
  return Result;
}

} // namespace cachelint::driver
