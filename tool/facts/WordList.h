//===-- WordList.h - names and globs of a vocabulary --------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_WORDLIST_H
#define CACHELINT_FACTS_WORDLIST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/GlobPattern.h"

#include <string>
#include <vector>

namespace cachelint::facts {

/// One list of a Vocabulary, ready to be asked many times. What is no valid glob stands for itself.
class WordList {
public:
  explicit WordList(llvm::ArrayRef<std::string> Words);

  bool matches(llvm::StringRef Name) const;
  /// Also true when the last part of a qualified name matches: "ns::Pool::init" by "init".
  bool matchesFunction(llvm::StringRef QualifiedName) const;

private:
  llvm::StringSet<> Exact;
  std::vector<llvm::GlobPattern> Globs;
};

} // namespace cachelint::facts

#endif
