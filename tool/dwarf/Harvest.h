//===-- Harvest.h - what one thread found in all that it read -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_HARVEST_H
#define CACHELINT_DWARF_HARVEST_H

#include "tool/model/Program.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

#include <optional>
#include <string>
#include <vector>

namespace cachelint::dwarf {

/// Something found, and what orders it: the first unit that has it wins.
template <typename T> struct Found {
  uint64_t Hash = 0; ///< of the content
  uint64_t Unit = 0; ///< a number that grows from unit to unit and from file to file
  T What;
};

/// Each thread has its own, for all files and units that it reads; what it has seen it does not
/// keep again.
struct Harvest {
  std::vector<Found<model::Record>> Records;
  std::vector<Found<model::Variable>> Variables;
  std::vector<Found<model::Function>> Functions;
  /// What all units with records or variables can say.
  std::optional<model::Capability> All;
  size_t SplitCount = 0;                 ///< units whose entries are in a .dwo file or package
  std::vector<std::string> MissingSplit; ///< .dwo files that are not there
  /// Names of Options.Records that were found, where those are no globs.
  llvm::StringSet<> NamesSeen;
  llvm::DenseSet<uint64_t> Seen;         ///< hashes of records and functions
  llvm::DenseMap<uint64_t, bool> Wanted; ///< by hash of the name
};

} // namespace cachelint::dwarf

#endif
