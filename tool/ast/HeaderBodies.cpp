//===-- HeaderBodies.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/HeaderBodies.h"

#include "tool/ast/HeaderState.h"

#include <shared_mutex>

namespace cachelint::ast {

namespace {
struct KnownBody {
  llvm::SmallVector<FileInState, 0> Others;
  HeaderBodies::Body B;
};
} // namespace

struct HeaderBodies::Table {
  mutable std::shared_mutex Lock;
  llvm::DenseMap<uint64_t, std::vector<KnownBody>> ByStart;
};

HeaderBodies::HeaderBodies(bool Skip) : Known(std::make_unique<Table>()), Skip(Skip) {}
HeaderBodies::~HeaderBodies() = default;

// DenseMap keeps the two highest keys for itself.
static uint64_t tableKey(uint64_t Start) { return Start >> 1; }

std::optional<HeaderBodies::Body> HeaderBodies::find(uint64_t Start, Holds InState) const {
  std::shared_lock Guard(Known->Lock);
  auto It = Known->ByStart.find(tableKey(Start));
  if (It == Known->ByStart.end())
    return std::nullopt;
  std::optional<Body> Found;
  for (const KnownBody &K : It->second) {
    if (!llvm::all_of(K.Others, InState))
      continue;
    if (Found && Found->End != K.B.End)
      return std::nullopt;
    // Of several with other dependencies any would do: they say the same. The lowest key does not
    // depend on which was there first.
    if (!Found || K.B.Key < Found->Key)
      Found = K.B;
  }
  return Found;
}

void HeaderBodies::add(uint64_t Start, llvm::ArrayRef<FileInState> Others, Body B) {
  std::unique_lock Guard(Known->Lock);
  std::vector<KnownBody> &Same = Known->ByStart[tableKey(Start)];
  if (llvm::none_of(Same, [&](const KnownBody &K) { return K.B.Key == B.Key; }))
    Same.push_back({llvm::SmallVector<FileInState, 0>(Others.begin(), Others.end()), B});
}

} // namespace cachelint::ast
