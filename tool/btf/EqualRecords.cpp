//===-- EqualRecords.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/btf/EqualRecords.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

#include <tuple>

namespace cachelint::btf {

using model::Field;
using model::Record;

static auto contentOf(const model::TypeUse &T) {
  return std::tie(T.Spelling, T.Size, T.Record, T.Extents, T.ElementSize, T.Traits);
}

static bool same(const Field &A, const Field &B) {
  auto Content = [](const Field &F) { return std::tie(F.Name, F.Offset, F.BitWidth, F.Extent); };
  return Content(A) == Content(B) && contentOf(A.Type) == contentOf(B.Type);
}

static bool same(const Record &A, const Record &B) {
  auto Content = [](const Record &R) { return std::tie(R.Key, R.Kind, R.Size, R.Flags); };
  return Content(A) == Content(B) &&
         std::equal(A.Fields.begin(), A.Fields.end(), B.Fields.begin(), B.Fields.end(),
                    [](const Field &F, const Field &G) { return same(F, G); });
}

static uint64_t hashOf(const Record &R) {
  llvm::hash_code Hash = llvm::hash_combine(R.Size->bits(), R.Kind);
  // Strings of one pool are equal when their addresses are.
  for (const Field &F : R.Fields)
    Hash = llvm::hash_combine(Hash, F.Name.data(), F.Type.Spelling.data(), F.Type.Record.data(),
                              F.Offset ? F.Offset->bits() : ~uint64_t(0));
  // Two values are no keys of a DenseMap.
  return static_cast<uint64_t>(Hash) >> 2;
}

void uniteEqual(std::vector<Record> &Records) {
  std::stable_sort(Records.begin(), Records.end(),
                   [](const Record &A, const Record &B) { return A.Key < B.Key; });
  std::vector<Record> Kept;
  Kept.reserve(Records.size());
  for (size_t Begin = 0, End; Begin != Records.size(); Begin = End) {
    for (End = Begin + 1; End != Records.size() && Records[End].Key == Records[Begin].Key;)
      ++End;
    llvm::DenseMap<uint64_t, llvm::SmallVector<size_t, 1>> ByHash; // places in Kept
    for (size_t I = Begin; I != End; ++I) {
      if (End - Begin == 1) {
        Kept.push_back(std::move(Records[I]));
        break;
      }
      auto &Alike = ByHash[hashOf(Records[I])];
      if (llvm::any_of(Alike, [&](size_t K) { return same(Kept[K], Records[I]); }))
        continue;
      Alike.push_back(Kept.size());
      Kept.push_back(std::move(Records[I]));
    }
  }
  Records = std::move(Kept);
}

} // namespace cachelint::btf
