//===-- StringPool.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/support/StringPool.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/xxhash.h"

namespace cachelint {

llvm::StringRef StringPool::intern(llvm::StringRef Text) {
  if (Text.empty())
    return {};
  Shard &S = Shards[llvm::xxh3_64bits(Text) % Shards.size()];
  std::lock_guard<std::mutex> Guard(S.Lock);
  return S.Strings.try_emplace(Text).first->first();
}

llvm::StringRef StringPool::intern(const llvm::Twine &Text) {
  llvm::SmallString<128> Buffer;
  return intern(Text.toStringRef(Buffer));
}

} // namespace cachelint
