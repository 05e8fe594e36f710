//===-- GlobList.cpp -------------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/GlobList.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace cachelint::driver {

static llvm::Expected<llvm::GlobPattern> makeGlob(llvm::StringRef Text) {
  auto Glob = llvm::GlobPattern::create(Text);
  if (!Glob)
    return llvm::createStringError("bad glob '%s': %s", Text.str().c_str(),
                                   llvm::toString(Glob.takeError()).c_str());
  return Glob;
}

llvm::Expected<RuleGlobs> RuleGlobs::parse(llvm::StringRef List) {
  RuleGlobs Result;
  for (llvm::StringRef Text : llvm::split(List, ',')) {
    Text = Text.trim();
    bool Positive = !Text.consume_front("-");
    // In .clang-tidy files and in NOLINT the rules have the prefix of the plugin.
    Text.consume_front("cachelint-");
    if (Text.empty())
      continue;
    auto Glob = makeGlob(Text);
    if (!Glob)
      return Glob.takeError();
    Result.Items.push_back({Positive, std::move(*Glob)});
  }
  return Result;
}

bool RuleGlobs::selects(llvm::StringRef Id) const {
  for (const Item &I : llvm::reverse(Items))
    if (I.Glob.match(Id))
      return I.Positive;
  return true;
}

llvm::Expected<NameGlobs> NameGlobs::parse(const std::vector<std::string> &Globs) {
  NameGlobs Result;
  for (llvm::StringRef Text : Globs) {
    auto Glob = makeGlob(Text);
    if (!Glob)
      return Glob.takeError();
    Result.Globs.push_back(std::move(*Glob));
  }
  return Result;
}

bool NameGlobs::selects(llvm::StringRef Name) const {
  return Globs.empty() ||
         llvm::any_of(Globs, [&](const llvm::GlobPattern &G) { return G.match(Name); });
}

} // namespace cachelint::driver
