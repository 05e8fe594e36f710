//===-- FactsFiles.h - the program that facts files are of --------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_FACTSFILES_H
#define CACHELINT_FACTS_FACTSFILES_H

#include "tool/facts/FactsFile.h"
#include "tool/facts/Merge.h"

#include <map>
#include <set>

namespace cachelint::facts {

/// Units of facts files, on the way to one program. Whatever the order of the files, the program is
/// the one that merging the units themselves gives.
class FactsFiles {
public:
  FactsFiles(llvm::StringRef Version, StringPool &Pool, ProblemSink &Problems)
      : Version(Version), Pool(Pool), Problems(Problems) {}

  /// The bytes of \p File must live until all is merged. Of a file with an error nothing is taken.
  llvm::Error add(llvm::MemoryBufferRef File);

  /// Reads each part once, \p Jobs at a time. Units and parts that cannot be read, or that are not
  /// there, are failures in the problem sink, as are the problems that units had when they were
  /// read.
  void mergeInto(Merger &M, unsigned Jobs);

  bool hasPart(EntryId Id) const { return Parts.count(Id) != 0; }
  size_t units() const { return Units.size(); }
  size_t parts() const { return Parts.size(); }
  /// Vocabularies that units were read with: more than one, and their facts do not fit together.
  const std::map<EntryId, model::Vocabulary> &words() const { return Words; }

private:
  struct Part {
    FactsEntry Entry;
    llvm::StringRef File;
    /// Of the units that have it the first by name, as merging whole units would choose.
    model::Str OwnInput;
  };
  struct Unit {
    StoredUnit Stored;
    llvm::StringRef File;
  };

  llvm::Error addUnit(const FactsEntry &Entry, llvm::StringRef File);
  bool chooseParts(const Unit &U);

  std::string Version;
  StringPool &Pool;
  ProblemSink &Problems;
  std::map<EntryId, Part> Parts;
  std::map<EntryId, Unit> Units;
  std::map<EntryId, EntryId> ByCommand; ///< command to unit
  std::map<EntryId, model::Vocabulary> Words;
};

} // namespace cachelint::facts

#endif
