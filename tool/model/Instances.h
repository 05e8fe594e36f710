//===-- Instances.h - how many objects of a record there are ------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_INSTANCES_H
#define CACHELINT_MODEL_INSTANCES_H

#include "tool/model/Program.h"

#include "llvm/ADT/DenseMap.h"

namespace cachelint::model {

/// Objects that variables of a program hold: the variable itself, elements of arrays, members by
/// value. What is allocated at run time cannot be counted.
class Instances {
public:
  explicit Instances(const Program &P);

  /// 0 when no variable holds one. Saturates.
  uint64_t of(Str RecordKey) const { return Counts.lookup(RecordKey); }

private:
  void add(Str RecordKey, uint64_t Number, unsigned Depth);

  const Program &P;
  llvm::DenseMap<Str, uint64_t> Counts;
};

} // namespace cachelint::model

#endif
