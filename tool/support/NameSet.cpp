//===-- NameSet.cpp ----------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/support/NameSet.h"

#include "llvm/ADT/STLExtras.h"

namespace cachelint {

NameSet::NameSet(llvm::ArrayRef<std::string> Patterns) {
  for (const std::string &P : Patterns) {
    if (llvm::StringRef(P).find_first_of("*?[\\") == llvm::StringRef::npos) {
      Names.insert(P);
      continue;
    }
    if (auto Glob = llvm::GlobPattern::create(P)) {
      Globs.push_back(std::move(*Glob));
    } else {
      llvm::consumeError(Glob.takeError());
      Names.insert(P);
    }
  }
}

bool NameSet::matches(llvm::StringRef Name) const {
  if (Name.empty())
    return false;
  return Names.contains(Name) ||
         llvm::any_of(Globs, [&](const llvm::GlobPattern &G) { return G.match(Name); });
}

bool NameSet::matchesFunction(llvm::StringRef QualifiedName) const {
  if (matches(QualifiedName))
    return true;
  size_t Colons = QualifiedName.rfind("::");
  return Colons != llvm::StringRef::npos && matches(QualifiedName.substr(Colons + 2));
}

} // namespace cachelint
