//===-- FactsFile.h - facts of units in files ---------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// A facts file holds units, the parts that they are made of and the words that they were read with;
// docs/facts-format.md describes it. A part is all that a unit says of one source file. It goes by
// the hash of its bytes, so that what a hundred units say of a header in the same words is written,
// read and merged once.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_FACTSFILE_H
#define CACHELINT_FACTS_FACTSFILE_H

#include "tool/model/Program.h"
#include "tool/model/Vocabulary.h"
#include "tool/support/Problems.h"
#include "tool/support/StringPool.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cachelint::facts {

/// Hash (XXH3, 128 bits) of the bytes of an entry.
struct EntryId {
  uint64_t Low = 0, High = 0;
  auto operator<=>(const EntryId &) const = default;
  std::string hex() const; ///< 32 digits
};
EntryId idOf(llvm::StringRef Bytes);

/// A unit as it is stored: where it comes from and what it is made of.
struct StoredUnit {
  model::Origin From;
  EntryId Command; ///< hash of how it is compiled: one unit goes by one, whatever its sources say
  EntryId Words;   ///< of the vocabulary it was read with
  std::vector<EntryId> Parts;
  std::vector<Problem> Problems; ///< of its reading
};

/// A unit in bytes.
struct PackedUnit {
  std::string Unit;
  std::map<EntryId, std::shared_ptr<const std::string>> Parts;
  EntryId Own; ///< the part about its main file, which no other unit has; zero: there is none
};

/// Turns the units of a run into bytes. Pieces of headers that several units refer to are packed
/// once for all units that refer to the same ones of a file.
class UnitPacker {
public:
  /// Keeps the pieces that the unit read itself. Their strings must live as long as the packer.
  void learn(const model::UnitFacts &Unit);
  /// All that the unit refers to was learnt.
  bool knowsAllOf(const model::UnitFacts &Unit) const;
  PackedUnit pack(const model::UnitFacts &Unit, EntryId Command, EntryId Words,
                  std::vector<Problem> Problems);

private:
  using Pieces = std::vector<const model::SharedFacts *>;
  EntryId packPieces(const Pieces &OfOneFile, PackedUnit &Into);

  llvm::DenseMap<llvm::StringRef, std::unique_ptr<model::SharedFacts>> Known;
  std::map<EntryId, std::pair<EntryId, std::shared_ptr<const std::string>>> Done; ///< by keys
};

/// \p Unit must hold all pieces that it refers to.
PackedUnit packUnit(const model::UnitFacts &Unit, EntryId Command, EntryId Words,
                    std::vector<Problem> Problems);
std::string packWords(const model::Vocabulary &Words);

enum class EntryKind : uint32_t { Unit = 1, Part = 2, Words = 3, Dependencies = 4 };

/// Collects entries; each part and vocabulary once.
class FactsWriter {
public:
  /// \p Version: of the program; facts of another one are refused.
  explicit FactsWriter(llvm::StringRef Version);
  void add(EntryKind Kind, llvm::StringRef Bytes);
  void add(const PackedUnit &Unit);
  const std::string &bytes() const { return Bytes; }

private:
  std::string Bytes;
  std::map<EntryId, bool> Written;
};

struct FactsEntry {
  EntryKind Kind;
  EntryId Id;
  llvm::StringRef Bytes;
  uint64_t Offset; ///< of Bytes in the file
};

/// The entries of a file; their bytes are not looked at. The error names the file and the place:
/// no facts file, one of another version, one that ends too early.
llvm::Expected<std::vector<FactsEntry>> readEntries(llvm::MemoryBufferRef File,
                                                    llvm::StringRef Version);

/// A file or directory, cut before its last name: the same few directories hold all.
struct PathRef {
  model::Str Dir, Leaf;
};
/// What the reading of a unit depended on, beside its command. Sorted.
struct Dependencies {
  std::vector<PathRef> Files;  ///< that were read
  std::vector<PathRef> Absent; ///< that were looked for and not there
};
std::string packDependencies(const Dependencies &D);

/// Each checks the hash of the bytes and all that is in them. \p File names the file in the error.
llvm::Expected<StoredUnit> readUnit(const FactsEntry &Entry, llvm::StringRef File,
                                    StringPool &Pool);
llvm::Expected<Dependencies> readDependencies(const FactsEntry &Entry, llvm::StringRef File,
                                              StringPool &Pool);
llvm::Expected<model::Vocabulary> readWords(const FactsEntry &Entry, llvm::StringRef File);
/// \p OwnInput: main file of the unit that the part is read for.
llvm::Expected<model::FactLists> readPart(const FactsEntry &Entry, llvm::StringRef File,
                                          model::Str OwnInput, StringPool &Pool);

} // namespace cachelint::facts

#endif
