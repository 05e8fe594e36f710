//===-- Names.h - names of BTF as the model holds them ------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_BTF_NAMES_H
#define CACHELINT_BTF_NAMES_H

#include "tool/btf/TypeTable.h"
#include "tool/model/Source.h"
#include "tool/support/StringPool.h"

#include "llvm/ADT/DenseMap.h"

namespace cachelint::btf {

/// A limit for what is made of a file. Types share parts, so that a small file can describe
/// something huge: names that are ends of one long string, records within records, parameters that
/// are functions. What real producers write stays below a tenth of the limit.
class Budget {
public:
  explicit Budget(uint64_t InputBytes) : Left(16 * InputBytes + (1 << 20)) {}

  /// False once more was asked for than there is, for good.
  bool spend(uint64_t Amount) {
    Spent = Spent || Amount > Left;
    if (!Spent)
      Left -= Amount;
    return !Spent;
  }
  bool exhausted() const { return Spent; }

private:
  uint64_t Left;
  bool Spent = false;
};

/// Interns names once each, by their offset among the strings.
class Names {
public:
  Names(const TypeTable &Types, StringPool &Pool, Budget &Limit)
      : Types(Types), Pool(Pool), Limit(Limit) {}

  /// Empty for no name and for one that cannot be had. Bytes that are no UTF-8, and control
  /// characters, come out as U+FFFD: JSON and terminals take nothing else.
  model::Str at(uint32_t Offset);
  /// A text that was put together; empty when the budget is spent.
  model::Str intern(llvm::StringRef Text);
  bool exhausted() const { return Limit.exhausted(); }

private:
  const TypeTable &Types;
  StringPool &Pool;
  Budget &Limit;
  llvm::DenseMap<uint32_t, model::Str> ByOffset;
};

} // namespace cachelint::btf

#endif
