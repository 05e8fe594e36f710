//===-- ArrayBuilder.h - the arrays of a program and who touches them -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_ARRAYBUILDER_H
#define CACHELINT_FACTS_ARRAYBUILDER_H

#include "tool/facts/Alignments.h"
#include "tool/facts/PathResolver.h"
#include "tool/facts/ThreadIds.h"
#include "tool/model/Program.h"
#include "tool/support/StringPool.h"

#include <deque>
#include <map>
#include <vector>

namespace cachelint::facts {

/// Collects the accesses to elements of arrays. Of several indices into one array the one that is a
/// thread's counts; without such a one the access is listed under each.
class ArrayBuilder {
public:
  ArrayBuilder(const model::Program &P, PathResolver &Resolver, const ThreadIds &Ids,
               Alignments &Aligns, StringPool &Pool)
      : P(P), Resolver(Resolver), Ids(Ids), Aligns(Aligns), Pool(Pool) {}

  std::vector<model::ArrayFacts> build();

private:
  /// One array under one stride, while it is collected.
  struct Collected {
    model::ArrayFacts Facts; ///< without its accesses
    std::deque<model::ElementAccess> Accesses;
    std::vector<model::AccessPath> Bases; ///< paths to the first element, different ones
  };
  using Key = std::tuple<model::Str, model::Bits, model::Str>; ///< array, stride, element record

  void addAccess(const model::Access &A);
  void addTouch(const model::Access &A, const Touch &T);
  void addElement(const model::Access &A, const Touch &T, size_t Step, ThreadIndexVerdict Verdict);
  void rateElement(model::ElementAccess &E) const;
  model::StorageKind storageOf(const model::Access &A, const Place &Where) const;
  void addBase(Collected &C, const model::AccessPath &Path, size_t Step);
  model::ArrayFacts finish(Collected &&C);

  const model::Program &P;
  PathResolver &Resolver;
  const ThreadIds &Ids;
  Alignments &Aligns;
  StringPool &Pool;
  std::map<Key, Collected> Arrays;
};

} // namespace cachelint::facts

#endif
