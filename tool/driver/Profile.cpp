//===-- Profile.cpp --------------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/Profile.h"

#include "tool/driver/EmbeddedText.h"
#include "tool/driver/ProfileYaml.h"

#include "fmt/format.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace cachelint::driver {

using namespace model;

static void keepFirstError(const llvm::SMDiagnostic &D, void *Text) {
  auto &Error = *static_cast<std::string *>(Text);
  if (Error.empty())
    Error = fmt::format("{}:{}:{}: {}", D.getFilename().str(), D.getLineNo(), D.getColumnNo() + 1,
                        D.getMessage().str());
}

llvm::Expected<Profile> readProfile(llvm::MemoryBufferRef Text, llvm::StringRef Name) {
  Profile P;
  std::string Error;
  llvm::yaml::Input In(Text, nullptr, keepFirstError, &Error);
  // An empty file, or one of comments only, has no document to map; it is an empty profile.
  if (!Text.getBuffer().trim().empty())
    In >> P;
  if (In.error())
    return llvm::createStringError(
        Error.empty() ? fmt::format("{}: not a YAML mapping", Text.getBufferIdentifier().str())
                      : Error);
  P.Words.Name = Name.str();
  return P;
}

//===----------------------------------------------------------------------===//
// Profiles that extend others
//===----------------------------------------------------------------------===//

static void append(std::vector<std::string> &To, std::vector<std::string> From) {
  llvm::StringSet<> Have;
  for (const std::string &W : To)
    Have.insert(W);
  for (std::string &W : From)
    if (Have.insert(W).second)
      To.push_back(std::move(W));
}

/// The later description of a function replaces the earlier one: a profile can correct its base.
template <typename T> static void appendByName(std::vector<T> &To, std::vector<T> From) {
  for (T &New : From) {
    auto Old = std::find_if(To.begin(), To.end(), [&](const T &E) { return E.Name == New.Name; });
    if (Old != To.end())
      *Old = std::move(New);
    else
      To.push_back(std::move(New));
  }
}

static void mergeWords(Vocabulary &To, Vocabulary From) {
  To.Name += (To.Name.empty() ? "" : "+") + From.Name;
  append(To.ThreadIdFunctions, std::move(From.ThreadIdFunctions));
  append(To.ThreadIdVariables, std::move(From.ThreadIdVariables));
  append(To.ThreadIdNames, std::move(From.ThreadIdNames));
  append(To.ThreadBounds, std::move(From.ThreadBounds));
  append(To.NotThreadBounds, std::move(From.NotThreadBounds));
  appendByName(To.LaunchApis, std::move(From.LaunchApis));
  appendByName(To.Allocators, std::move(From.Allocators));
  append(To.AlignMacros, std::move(From.AlignMacros));
  append(To.GuardMacros, std::move(From.GuardMacros));
  append(To.LockTypes, std::move(From.LockTypes));
  append(To.LockFunctions, std::move(From.LockFunctions));
  append(To.AtomicTypes, std::move(From.AtomicTypes));
  append(To.AtomicFunctions, std::move(From.AtomicFunctions));
  append(To.AtomicReads, std::move(From.AtomicReads));
  append(To.CopyFunctions, std::move(From.CopyFunctions));
  append(To.JoinFunctions, std::move(From.JoinFunctions));
  append(To.ColdFunctions, std::move(From.ColdFunctions));
  append(To.ColdAttributes, std::move(From.ColdAttributes));
  append(To.BlockingFunctions, std::move(From.BlockingFunctions));
  append(To.WireTypes, std::move(From.WireTypes));
  append(To.OtherCpuFunctions, std::move(From.OtherCpuFunctions));
  std::move(From.LineGroups.begin(), From.LineGroups.end(), std::back_inserter(To.LineGroups));
}

namespace {

/// Reads profiles in order, each once, what they extend before them.
class Resolver {
public:
  llvm::Error add(llvm::StringRef NamesOrFiles, llvm::StringRef Folder) {
    llvm::SmallVector<llvm::StringRef, 4> Names;
    NamesOrFiles.split(Names, ',', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef N : Names)
      if (llvm::Error E = addOne(N.trim(), Folder))
        return E;
    return llvm::Error::success();
  }

  Vocabulary take() { return std::move(Words); }

private:
  llvm::Error addOne(llvm::StringRef Name, llvm::StringRef Folder) {
    bool IsFile = Name.contains('/') || Name.ends_with(".yaml") || Name.ends_with(".yml");
    llvm::SmallString<256> Path(IsFile && llvm::sys::path::is_relative(Name) ? Folder : "");
    llvm::sys::path::append(Path, Name);
    // Also what ends a circle: a profile that is being read counts as read.
    if (!Seen.insert(Path).second)
      return llvm::Error::success();
    auto P = IsFile ? readFile(Path) : readBuiltIn(Name);
    if (!P)
      return P.takeError();
    if (llvm::Error E = add(P->Extends, llvm::sys::path::parent_path(Path)))
      return E;
    mergeWords(Words, std::move(P->Words));
    return llvm::Error::success();
  }

  llvm::Expected<Profile> readFile(llvm::StringRef Path) {
    auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/true);
    if (!Buffer)
      return llvm::createStringError(Buffer.getError(), "cannot read profile %s: %s",
                                     Path.str().c_str(), Buffer.getError().message().c_str());
    return readProfile(**Buffer, llvm::sys::path::stem(Path));
  }

  llvm::Expected<Profile> readBuiltIn(llvm::StringRef Name) {
    std::string Known;
    for (const EmbeddedText &E : builtInProfiles()) {
      if (E.Name == Name)
        return readProfile({E.Text, E.Name}, E.Name);
      Known += (Known.empty() ? "" : ", ") + E.Name.str();
    }
    return llvm::createStringError(fmt::format(
        "no profile is called {}: there are {}; a file's name ends in .yaml", Name.str(), Known));
  }

  Vocabulary Words;
  llvm::StringSet<> Seen;
};

} // namespace

llvm::Expected<Vocabulary> resolveProfile(llvm::StringRef NamesOrFiles) {
  Resolver R;
  if (llvm::Error E = R.add(NamesOrFiles, ""))
    return E;
  return R.take();
}

llvm::Expected<Vocabulary> loadVocabulary(llvm::StringRef NamesOrFiles,
                                          llvm::ArrayRef<std::string> SourceFiles) {
  if (!NamesOrFiles.empty())
    return resolveProfile(NamesOrFiles);
  // Every unit of a project uses its words; a sample tells as much as the whole of a kernel.
  const size_t Most = 200;
  size_t Step = std::max<size_t>(1, SourceFiles.size() / Most);
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Buffers;
  std::vector<llvm::StringRef> Texts;
  for (size_t I = 0; I < SourceFiles.size(); I += Step)
    if (auto Buffer = llvm::MemoryBuffer::getFile(SourceFiles[I], /*IsText=*/true)) {
      Texts.push_back((*Buffer)->getBuffer());
      Buffers.push_back(std::move(*Buffer));
    }
  std::string Names = "generic";
  for (const std::string &N : recogniseProfiles(Texts))
    Names += "," + N;
  return resolveProfile(Names);
}

} // namespace cachelint::driver
