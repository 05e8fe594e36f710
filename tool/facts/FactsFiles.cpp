//===-- FactsFiles.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/FactsFiles.h"

#include "fmt/format.h"

#include <atomic>
#include <mutex>
#include <thread>

namespace cachelint::facts {

using namespace model;

llvm::Error FactsFiles::add(llvm::MemoryBufferRef File) {
  auto Entries = readEntries(File, Version);
  if (!Entries)
    return Entries.takeError();
  llvm::StringRef Name = File.getBufferIdentifier();
  for (const FactsEntry &E : *Entries) {
    if (E.Kind == EntryKind::Part) {
      Parts.try_emplace(E.Id, Part{E, Name, {}});
    } else if (E.Kind == EntryKind::Unit) {
      if (llvm::Error Err = addUnit(E, Name))
        return Err;
    } else if (E.Kind == EntryKind::Words && !Words.count(E.Id)) {
      auto Read = readWords(E, Name);
      if (!Read)
        return Read.takeError();
      Words.emplace(E.Id, std::move(*Read));
    }
  }
  return llvm::Error::success();
}

llvm::Error FactsFiles::addUnit(const FactsEntry &Entry, llvm::StringRef File) {
  if (Units.count(Entry.Id))
    return llvm::Error::success();
  auto Read = readUnit(Entry, File, Pool);
  if (!Read)
    return Read.takeError();
  auto [Other, IsFirst] = ByCommand.try_emplace(Read->Command, Entry.Id);
  if (!IsFirst)
    Problems.fail(File, fmt::format("its facts of {} are not those in {}: one of the two is out of "
                                    "date and should go",
                                    Read->From.Input.str(), Units[Other->second].File.str()));
  Units.emplace(Entry.Id, Unit{std::move(*Read), File});
  return llvm::Error::success();
}

/// False when one is missing.
bool FactsFiles::chooseParts(const Unit &U) {
  size_t Missing = 0;
  for (EntryId Id : U.Stored.Parts) {
    auto It = Parts.find(Id);
    if (It == Parts.end()) {
      ++Missing;
      continue;
    }
    Str &Own = It->second.OwnInput;
    if (Own.empty() || U.Stored.From.Input < Own)
      Own = U.Stored.From.Input;
  }
  if (Missing)
    Problems.fail(U.File, fmt::format("of the {} source files that {} is made of, the facts of {} "
                                      "are in none of the files given",
                                      U.Stored.Parts.size(), U.Stored.From.Input.str(), Missing));
  return Missing == 0;
}

void FactsFiles::mergeInto(Merger &M, unsigned Jobs) {
  for (const auto &[Id, U] : Units) {
    // Of a unit that could not be read there is nothing but its problems.
    if (!U.Stored.Parts.empty() || !U.Stored.From.Target.empty())
      M.addUnit(U.Stored.From);
    chooseParts(U);
    for (const Problem &P : U.Stored.Problems)
      Problems.add(P);
  }
  std::vector<const Part *> Used;
  for (const auto &[Id, P] : Parts)
    if (!P.OwnInput.empty())
      Used.push_back(&P);
  std::atomic<size_t> Next = 0;
  std::mutex MergeLock;
  auto Work = [&] {
    for (size_t I; (I = Next++) < Used.size();) {
      const Part &P = *Used[I];
      auto Facts = readPart(P.Entry, P.File, P.OwnInput, Pool);
      if (!Facts) {
        Problems.fail(P.File, llvm::toString(Facts.takeError()));
        continue;
      }
      std::lock_guard<std::mutex> Guard(MergeLock);
      M.add(std::move(*Facts));
    }
  };
  std::vector<std::thread> Workers;
  for (size_t I = 1; I < std::min<size_t>(Jobs, Used.size()); ++I)
    Workers.emplace_back(Work);
  Work();
  for (std::thread &T : Workers)
    T.join();
}

} // namespace cachelint::facts
