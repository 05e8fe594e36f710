//===-- FactsCache.h - facts of units, kept from run to run -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// A unit goes by its command, the words of the profile, this very program, and then by the content
// of all files that its reading touched and by the names that it looked for in vain. Time stamps
// count for nothing. Files of the cache are written under another name and then renamed, so that a
// run that is killed leaves nothing half done and two runs at once do not disturb each other.
//
//   xx/<command>.deps   what the last few readings of the unit depended on
//   xx/<state>.unit     the unit, and its part about its main file
//   xx/<hash>.part      a part that several units may have
#ifndef CACHELINT_DRIVER_FACTSCACHE_H
#define CACHELINT_DRIVER_FACTSCACHE_H

#include "tool/ast/Frontend.h"
#include "tool/driver/FileStates.h"
#include "tool/driver/Options.h"
#include "tool/facts/FactsFiles.h"

#include "llvm/Support/Chrono.h"
#include "llvm/Support/MemoryBuffer.h"

namespace cachelint::driver {

/// Safe to use from many threads.
class FactsCache {
public:
  /// Null when --cache is off, or when it is not given and there is no home to put it in. \p Words:
  /// id of the vocabulary.
  static std::unique_ptr<FactsCache> open(const Options &O, bool Bodies, facts::EntryId Words,
                                          StringPool &Pool, ProblemSink &Problems);

  facts::EntryId idOf(const ast::CompileCommand &Command) const;

  /// Adds the unit to \p Into and returns true, when it is there and nothing it depends on has
  /// changed.
  bool find(const ast::CompileCommand &Command, facts::FactsFiles &Into);
  /// Keeps a unit; not when one of its files changed while the run went on.
  void store(const ast::CompileCommand &Command, const ast::UnitReads &Reads,
             const facts::PackedUnit &Unit);
  /// Removes what was not used for longest, when something was stored and all is more than the
  /// limit.
  void clean();

private:
  FactsCache(const Options &O, std::string Folder, StringPool &Pool, ProblemSink &Problems);

  std::string fileOf(facts::EntryId Id, llvm::StringRef Extension) const;
  std::unique_ptr<llvm::MemoryBuffer> load(const std::string &Path) const;
  bool save(const std::string &Path, llvm::StringRef Bytes);
  std::vector<facts::Dependencies> dependenciesOf(facts::EntryId Command);
  /// Empty: a file is missing, or one is there that was not.
  std::optional<facts::EntryId> stateOf(facts::EntryId Command, const facts::Dependencies &D);
  bool addUnit(facts::EntryId State, facts::FactsFiles &Into);

  std::string Folder;
  uint64_t Limit; ///< bytes
  std::string Version;
  std::string Base; ///< what the key of all units of this run begins with
  StringPool &Pool;
  ProblemSink &Problems;
  FileStates States;
  llvm::sys::TimePoint<> Started;
  std::mutex Lock; ///< of what is below, and of the FactsFiles
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Buffers;
  bool Stored = false, Broken = false;
};

} // namespace cachelint::driver

#endif
