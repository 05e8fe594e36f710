//===-- GlobList.h - which names a list of globs selects --------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_GLOBLIST_H
#define CACHELINT_DRIVER_GLOBLIST_H

#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"

#include <string>
#include <vector>

namespace cachelint::driver {

/// clang-tidy's list of checks: globs separated by commas, a leading '-' takes away, the last one
/// that matches decides. The list starts from everything: `-*,padding-hole` is only padding-hole,
/// `-padding-hole` is all but it.
class RuleGlobs {
public:
  static llvm::Expected<RuleGlobs> parse(llvm::StringRef List);
  bool selects(llvm::StringRef Id) const;

private:
  struct Item {
    bool Positive;
    llvm::GlobPattern Glob;
  };
  std::vector<Item> Items;
};

/// -C: names of records, as globs. No globs select everything.
class NameGlobs {
public:
  static llvm::Expected<NameGlobs> parse(const std::vector<std::string> &Globs);
  bool selects(llvm::StringRef Name) const;
  bool empty() const { return Globs.empty(); }

private:
  std::vector<llvm::GlobPattern> Globs;
};

} // namespace cachelint::driver

#endif
