//===-- CachedReader.cpp - ------------------------------------------------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/CachedReader.h"

#include "tool/driver/Version.h"

#include <atomic>
#include <thread>

namespace cachelint::driver {

CachedReader::CachedReader(const Options &O, bool Bodies, const model::Vocabulary &Words,
                           StringPool &Pool, ProblemSink &Problems)
    : O(O), Problems(Problems), WordsId(facts::idOf(facts::packWords(Words))),
      Cache(FactsCache::open(O, Bodies, WordsId, Pool, Problems)), Reader(O, Bodies, Words, Pool),
      Found(versionText(), Pool, Problems) {
  Reader.shareBodies();
}

/// Those that are not in the cache.
std::vector<const ast::CompileCommand *>
CachedReader::findCached(llvm::ArrayRef<ast::CompileCommand> Commands) {
  std::vector<char> IsHit(Commands.size());
  std::atomic<size_t> Next = 0;
  auto Work = [&] {
    for (size_t I; (I = Next++) < Commands.size();)
      IsHit[I] = Cache && Cache->find(Commands[I], Found);
  };
  std::vector<std::thread> Workers;
  for (size_t I = 1; Cache && I < std::min<size_t>(jobsOf(O), Commands.size()); ++I)
    Workers.emplace_back(Work);
  Work();
  for (std::thread &T : Workers)
    T.join();
  std::vector<const ast::CompileCommand *> Missing;
  for (size_t I = 0; I != Commands.size(); ++I)
    if (!IsHit[I])
      Missing.push_back(&Commands[I]);
  Hits = Commands.size() - Missing.size();
  return Missing;
}

void CachedReader::keep(const UnitResult &Unit) {
  facts::EntryId Id = Cache->idOf(*Unit.Command);
  Cache->store(*Unit.Command, Unit.Reads, Packer.pack(*Unit.Facts, Id, WordsId, Unit.Problems));
}

void CachedReader::keepPending() {
  for (const UnitResult &Unit : Pending)
    if (Packer.knowsAllOf(*Unit.Facts))
      keep(Unit);
  Pending.clear();
}

size_t CachedReader::run(llvm::ArrayRef<ast::CompileCommand> Commands, facts::Merger &Into) {
  size_t Read = 0;
  std::vector<const ast::CompileCommand *> Missing = findCached(Commands);
  Reader.run(Missing, [&](UnitResult &&Unit) {
    for (const Problem &P : Unit.Problems)
      Problems.add(P);
    if (!Unit.Facts)
      return;
    ++Read;
    if (Cache) {
      Packer.learn(*Unit.Facts);
      if (!Packer.knowsAllOf(*Unit.Facts)) {
        Pending.push_back(Unit);
      } else {
        keep(Unit);
      }
    }
    Into.add(std::move(*Unit.Facts));
  });
  keepPending();
  Found.mergeInto(Into, jobsOf(O));
  if (Cache)
    Cache->clean();
  return Read + Hits;
}

} // namespace cachelint::driver
