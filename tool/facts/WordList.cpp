//===-- WordList.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/WordList.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"

namespace cachelint::facts {

WordList::WordList(llvm::ArrayRef<std::string> Words) {
  for (const std::string &Word : Words) {
    if (llvm::StringRef(Word).find_first_of("*?[{\\") == llvm::StringRef::npos) {
      Exact.insert(Word);
      continue;
    }
    llvm::Expected<llvm::GlobPattern> Glob = llvm::GlobPattern::create(Word);
    if (Glob) {
      Globs.push_back(std::move(*Glob));
    } else {
      llvm::consumeError(Glob.takeError());
      Exact.insert(Word);
    }
  }
}

bool WordList::matches(llvm::StringRef Name) const {
  return Exact.contains(Name) ||
         llvm::any_of(Globs, [&](const llvm::GlobPattern &G) { return G.match(Name); });
}

bool WordList::matchesFunction(llvm::StringRef QualifiedName) const {
  if (matches(QualifiedName))
    return true;
  size_t Colons = QualifiedName.rfind("::");
  return Colons != llvm::StringRef::npos && matches(QualifiedName.substr(Colons + 2));
}

} // namespace cachelint::facts
