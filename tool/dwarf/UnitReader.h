//===-- UnitReader.h - one thread's share of a file -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_UNITREADER_H
#define CACHELINT_DWARF_UNITREADER_H

#include "tool/dwarf/BinaryReader.h"
#include "tool/dwarf/ContentHash.h"
#include "tool/dwarf/Harvest.h"
#include "tool/dwarf/RecordReader.h"
#include "tool/dwarf/VariableReader.h"

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
  llvm::StringRef Path; ///< the file itself, for problems
};

/// Reads units of one file, in file order, and keeps what they say that is new.
class UnitReader {
public:
  UnitReader(const FileContext &File, StringPool &Pool, ProblemSink &Problems, Harvest &Out);

  /// \p Order is the unit's place among all units of the input.
  void read(size_t Number, uint64_t Order);

private:
  void takeRecord(NodeRef Record, uint64_t Order);
  bool isWanted(NodeRef Record);
  void takeHeldRecords(NodeRef Record, uint64_t Order, unsigned Depth);
  void takeVariable(NodeRef N, uint64_t Order);
  void takeFunction(NodeRef N, uint64_t Order);
  void addRecord(NodeRef Record, uint64_t Order, unsigned Depth);

  const FileContext &File;
  ProblemSink &Problems;
  Harvest &Out;
  UnitStore Units;
  Naming Names;
  TypeReader Types;
  LineFiles Lines;
  ContentHash Hashes;
  RecordReader RecordsOf;
  VariableReader VariablesOf;
};

} // namespace cachelint::dwarf

#endif
