//===-- UnitReader.h - one thread's share of a file -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_UNITREADER_H
#define CACHELINT_DWARF_UNITREADER_H

#include "tool/dwarf/BinaryReader.h"
#include "tool/dwarf/ContentHash.h"
#include "tool/dwarf/RecordReader.h"
#include "tool/dwarf/VariableReader.h"

#include "llvm/ADT/DenseSet.h"

namespace cachelint::dwarf {

/// What all threads that read one file share. Nothing in it changes while they read.
struct FileContext {
  const UnitIndex &Units;
  const Machine &Target;
  const model::Binary &Image;
  const TypeWords &Words;
  const ReadOptions &Options;
  const NameSet &Wanted; ///< of Options.Records; empty: all
  model::Origin Origin;
};

/// Something found, and what orders it: the first unit that has it wins.
template <typename T> struct Found {
  uint64_t Hash = 0; ///< of the content
  size_t Unit = 0;
  T What;
};

/// Reads units one after the other, in file order, and keeps what they say that is new. Each thread
/// has its own.
class UnitReader {
public:
  UnitReader(const FileContext &File, StringPool &Pool, ProblemSink &Problems);

  void read(size_t Number);

  std::vector<Found<model::Record>> Records;
  std::vector<Found<model::Variable>> Variables;
  std::vector<Found<model::Function>> Functions;
  /// United, and what all units with records can say.
  model::Capability Any = model::Capability::None;
  std::optional<model::Capability> All;
  size_t UnitsElsewhere = 0; ///< units whose entries are in a .dwo file
  std::string FirstElsewhere;
  /// Names of Options.Records that were found, where those are no globs.
  llvm::StringSet<> NamesSeen;

private:
  void takeRecord(Unit &U, uint32_t Index, size_t Number);
  bool isWanted(NodeRef Record);
  void takeHeldRecords(NodeRef Record, size_t Number, unsigned Depth);
  void takeVariable(NodeRef N, size_t Number);
  void takeFunction(NodeRef N, size_t Number);
  void addRecord(NodeRef Record, size_t Number, unsigned Depth);

  const FileContext &File;
  ProblemSink &Problems;
  UnitStore Units;
  Naming Names;
  TypeReader Types;
  LineFiles Lines;
  ContentHash Hashes;
  RecordReader RecordsOf;
  VariableReader VariablesOf;
  llvm::DenseSet<uint64_t> Seen;         ///< hashes of records
  llvm::DenseMap<uint64_t, bool> Wanted; ///< by hash of the name
};

} // namespace cachelint::dwarf

#endif
