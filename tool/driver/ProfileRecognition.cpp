//===-- ProfileRecognition.cpp ---------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Which profiles a source text calls for, before anything is parsed: the parse needs the words.
// Comments count as text, too; a project that talks of rte_lcore_id() is close enough to one that
// calls it, and a profile too many only adds words.
#include "tool/driver/EmbeddedText.h"
#include "tool/driver/Profile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <set>

namespace cachelint::driver {

namespace {

class Recogniser {
public:
  Recogniser() {
    for (const EmbeddedText &E : builtInProfiles()) {
      auto P = readProfile({E.Text, E.Name}, E.Name);
      if (!P) { // a built-in profile is read whole in the tests
        llvm::consumeError(P.takeError());
        continue;
      }
      for (const std::string &W : P->Recognise) {
        if (W.find_first_of("./") != std::string::npos)
          Includes.push_back({W, E.Name});
        else
          Words[W].push_back(E.Name);
      }
    }
  }

  void scan(llvm::StringRef Text, std::set<std::string> &Found) const {
    for (size_t At = 0; At < Text.size();) {
      if (Text[At] == '#') {
        size_t End = std::min(Text.find('\n', At), Text.size());
        scanDirective(Text.slice(At, End), Found);
      }
      if (!llvm::isAlpha(Text[At]) && Text[At] != '_') {
        ++At;
        continue;
      }
      size_t End = At;
      while (End < Text.size() && (llvm::isAlnum(Text[End]) || Text[End] == '_'))
        ++End;
      auto It = Words.find(Text.slice(At, End));
      if (It != Words.end())
        for (llvm::StringRef Profile : It->second)
          Found.insert(Profile.str());
      At = End;
    }
  }

private:
  void scanDirective(llvm::StringRef Line, std::set<std::string> &Found) const {
    if (!Line.drop_front().ltrim().starts_with("include"))
      return;
    for (const auto &[Part, Profile] : Includes)
      if (Line.contains(Part))
        Found.insert(Profile.str());
  }

  llvm::StringMap<std::vector<llvm::StringRef>> Words;
  std::vector<std::pair<std::string, llvm::StringRef>> Includes;
};

} // namespace

std::vector<std::string> recogniseProfiles(llvm::ArrayRef<llvm::StringRef> Texts) {
  Recogniser R;
  std::set<std::string> Found;
  for (llvm::StringRef T : Texts)
    R.scan(T, Found);
  Found.erase("generic");
  return {Found.begin(), Found.end()};
}

} // namespace cachelint::driver
