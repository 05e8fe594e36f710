//===-- StringPool.h - interned strings --------------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_SUPPORT_STRINGPOOL_H
#define CACHELINT_SUPPORT_STRINGPOOL_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Allocator.h"

#include <array>
#include <mutex>

namespace cachelint {

/// Keeps each distinct string once, for as long as the pool lives.
///
/// The same few thousand names come back from every translation unit; the model therefore holds
/// `llvm::StringRef`s into a pool that outlives it. Safe to use from many threads.
class StringPool {
public:
  llvm::StringRef intern(llvm::StringRef Text);
  llvm::StringRef intern(const llvm::Twine &Text);

private:
  struct Shard {
    std::mutex Lock;
    llvm::StringMap<char, llvm::BumpPtrAllocator> Strings;
  };
  // A handful of shards is enough: a machine that runs cachelint has tens of cores at most, and an
  // insertion holds a lock for well under a microsecond.
  std::array<Shard, 16> Shards;
};

} // namespace cachelint

#endif
