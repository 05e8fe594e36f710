//===-- NameSet.h - names and globs, matched quickly -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_SUPPORT_NAMESET_H
#define CACHELINT_SUPPORT_NAMESET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/GlobPattern.h"

#include <string>
#include <vector>

namespace cachelint {

/// A list of words. Most are plain names, so those cost one look-up; a pattern that is no valid
/// glob stands for itself, as "operator[]" does.
class NameSet {
public:
  NameSet() = default;
  explicit NameSet(llvm::ArrayRef<std::string> Patterns);

  bool matches(llvm::StringRef Name) const;
  /// Also true when the last part of a qualified name matches: "ns::Pool::init" by "init".
  bool matchesFunction(llvm::StringRef QualifiedName) const;
  bool empty() const { return Names.empty() && Globs.empty(); }
  bool hasGlobs() const { return !Globs.empty(); }
  const llvm::StringSet<> &names() const { return Names; }

private:
  llvm::StringSet<> Names;
  std::vector<llvm::GlobPattern> Globs;
};

} // namespace cachelint

#endif
