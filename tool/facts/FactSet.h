//===-- FactSet.h - facts without repeats -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_FACTSET_H
#define CACHELINT_FACTS_FACTSET_H

#include "tool/facts/Content.h"

#include "llvm/ADT/DenseMap.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

namespace cachelint::facts {

/// Facts that have a position, each kept once: an inline function of a header comes with every unit
/// that includes it.
template <typename T> class FactSet {
public:
  void add(T Fact) {
    // DenseMap keeps the two highest keys for itself.
    uint64_t Hash = hashContent(Fact) >> 1;
    auto [It, IsNew] = Newest.try_emplace(Hash, static_cast<uint32_t>(Facts.size()));
    if (!IsNew) {
      for (uint32_t I = It->second; I != None; I = Older[I])
        if (compareContent(Facts[I], Fact) == 0)
          return;
    }
    Older.push_back(IsNew ? None : It->second);
    It->second = static_cast<uint32_t>(Facts.size());
    Facts.push_back(std::move(Fact));
  }

  /// By position, then by all the rest; leaves the set empty.
  std::vector<T> takeSorted() {
    std::vector<SortKey> Keys = sortKeys();
    std::sort(Keys.begin(), Keys.end(), [this](const SortKey &A, const SortKey &B) {
      auto Place = [](const SortKey &K) { return std::tie(K.File, K.Line, K.Column); };
      if (Place(A) != Place(B))
        return Place(A) < Place(B);
      return A.Fact != B.Fact && compareContent(Facts[A.Fact], Facts[B.Fact]) < 0;
    });
    std::vector<T> Sorted;
    Sorted.reserve(Facts.size());
    for (const SortKey &K : Keys)
      Sorted.push_back(std::move(Facts[K.Fact]));
    *this = FactSet();
    return Sorted;
  }

private:
  static constexpr uint32_t None = ~0u;
  struct SortKey {
    uint32_t File, Line, Column, Fact;
  };

  // Paths have long common beginnings, so that comparing them again and again is what sorting would
  // spend its time on: they are ranked once instead.
  std::vector<SortKey> sortKeys() const {
    llvm::DenseMap<llvm::StringRef, uint32_t> Rank;
    std::vector<llvm::StringRef> Files;
    for (const T &Fact : Facts)
      if (Rank.try_emplace(Fact.Pos.File, 0).second)
        Files.push_back(Fact.Pos.File);
    std::sort(Files.begin(), Files.end());
    for (uint32_t I = 0; I != Files.size(); ++I)
      Rank[Files[I]] = I;
    std::vector<SortKey> Keys;
    Keys.reserve(Facts.size());
    for (uint32_t I = 0; I != Facts.size(); ++I)
      Keys.push_back({Rank.lookup(Facts[I].Pos.File), Facts[I].Pos.Line, Facts[I].Pos.Column, I});
    return Keys;
  }

  // Not a vector: facts hold small vectors, which it would copy whenever it grows.
  std::deque<T> Facts;
  std::vector<uint32_t> Older; ///< parallel to Facts: the previous one of the same hash
  llvm::DenseMap<uint64_t, uint32_t> Newest;
};

} // namespace cachelint::facts

#endif
