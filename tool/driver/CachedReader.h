//===-- CachedReader.h - units from the cache, and the others from source -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_CACHEDREADER_H
#define CACHELINT_DRIVER_CACHEDREADER_H

#include "tool/driver/FactsCache.h"
#include "tool/driver/UnitReader.h"

#include <deque>

namespace cachelint::driver {

class CachedReader {
public:
  CachedReader(const Options &O, bool Bodies, const model::Vocabulary &Words, StringPool &Pool,
               ProblemSink &Problems);

  /// Adds all units to \p Into; how many could be read.
  size_t run(llvm::ArrayRef<ast::CompileCommand> Commands, facts::Merger &Into);
  size_t hits() const { return Hits; }

private:
  std::vector<const ast::CompileCommand *> findCached(llvm::ArrayRef<ast::CompileCommand> Commands);
  void keep(const UnitResult &Unit);
  void keepPending();

  const Options &O;
  ProblemSink &Problems;
  facts::EntryId WordsId;
  std::unique_ptr<FactsCache> Cache; ///< null: off
  UnitReader Reader;
  facts::FactsFiles Found;
  facts::UnitPacker Packer;
  std::deque<UnitResult> Pending; ///< refer to pieces of units that are still being read
  size_t Hits = 0;
};

} // namespace cachelint::driver

#endif
