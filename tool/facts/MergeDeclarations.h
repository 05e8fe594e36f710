//===-- MergeDeclarations.h - records, variables and functions of many units -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_MERGEDECLARATIONS_H
#define CACHELINT_FACTS_MERGEDECLARATIONS_H

#include "tool/model/Program.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace cachelint::facts {

/// Unites records of one key and one layout; keeps those of one key and different layouts.
///
/// Of equal records the one of the best front end is kept as a whole (its positions belong
/// together); what units see differently (flags, the alignment that one front end cannot tell) is
/// united.
class RecordMerger {
public:
  void add(model::Record R);
  /// Sorted by key, then target, then layout. A record with fields of unknown offset is united with
  /// the only complete one that it does not contradict.
  std::vector<model::Record> take();

private:
  std::vector<model::Record> Records;
  llvm::DenseMap<llvm::StringRef, llvm::SmallVector<uint32_t, 1>> ByKey;
};

/// Unites the declarations of a variable: a definition is better than an extern declaration.
class VariableMerger {
public:
  void add(model::Variable V);
  std::vector<model::Variable> take();

private:
  std::vector<model::Variable> Variables;
  llvm::DenseMap<llvm::StringRef, uint32_t> ByKey;
};

/// A place is taken whole, and from one file only: one in a binary before what the source asks for,
/// then of the first file by name.
void unitePlaces(model::Variable &A, const model::Variable &B);

class FunctionMerger {
public:
  void add(model::Function F);
  std::vector<model::Function> take();

private:
  std::vector<model::Function> Functions;
  llvm::DenseMap<llvm::StringRef, uint32_t> ByKey;
};

} // namespace cachelint::facts

#endif
