//===-- FactsCache.cpp - ------------------------------------------------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/FactsCache.h"

#include "tool/driver/CacheFolder.h"
#include "tool/driver/Version.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

namespace cachelint::driver {

using facts::EntryId;
using facts::EntryKind;
using facts::FactsEntry;

/// Of a unit, so many readings with other headers are remembered: enough for a few branches.
static constexpr size_t MostDependencies = 8;

FactsCache::FactsCache(const Options &O, std::string Folder, StringPool &Pool,
                       ProblemSink &Problems)
    : Folder(std::move(Folder)), Limit(O.CacheMegabytes << 20), Version(versionText()), Pool(Pool),
      Problems(Problems), Started(std::chrono::system_clock::now()) {}

/// What clang takes from the environment.
static std::string searchPaths() {
  std::string Text;
  for (const char *Name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH",
                           "SDKROOT", "COMPILER_PATH", "GCC_EXEC_PREFIX"})
    Text += llvm::sys::Process::GetEnv(Name).value_or("") + '\0';
  return Text;
}

std::unique_ptr<FactsCache> FactsCache::open(const Options &O, bool Bodies, EntryId Words,
                                             StringPool &Pool, ProblemSink &Problems) {
  std::optional<std::string> Folder = cacheFolder(O.Cache);
  if (!Folder)
    return nullptr;
  std::unique_ptr<FactsCache> Cache(new FactsCache(O, *Folder, Pool, Problems));
  // Another build of the program may read the same source differently.
  std::string Program = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  auto Bytes = llvm::MemoryBuffer::getFile(Program, false, /*RequiresNullTerminator=*/false);
  if (!Bytes)
    return nullptr;
  Cache->Base = Cache->Version + '\0' + facts::idOf((*Bytes)->getBuffer()).hex() + Words.hex() +
                std::to_string(O.LineSize.value_or(0)) + (Bodies ? "b" : "-") + searchPaths();
  return Cache;
}

EntryId FactsCache::idOf(const ast::CompileCommand &Command) const {
  std::string Key = Base + '\0' + Command.Directory + '\0' + Command.File;
  for (const std::string &Arg : Command.Args)
    Key += '\0' + Arg;
  return facts::idOf(Key);
}

std::string FactsCache::fileOf(EntryId Id, llvm::StringRef Extension) const {
  std::string Name = Id.hex();
  llvm::SmallString<256> Path(Folder);
  llvm::sys::path::append(Path, Name.substr(0, 2), Name + Extension);
  return std::string(Path);
}

std::unique_ptr<llvm::MemoryBuffer> FactsCache::load(const std::string &Path) const {
  auto Buffer = llvm::MemoryBuffer::getFile(Path, false, /*RequiresNullTerminator=*/false);
  return Buffer ? std::move(*Buffer) : nullptr;
}

bool FactsCache::save(const std::string &Path, llvm::StringRef Bytes) {
  std::error_code EC = writeThenRename(Path, Bytes);
  if (!EC)
    return true;
  std::lock_guard<std::mutex> Guard(Lock);
  if (!Broken)
    Problems.warn(Folder, "the cache cannot be written (" + EC.message() +
                              "); going on without it, --cache off silences this");
  Broken = true;
  return false;
}

std::vector<facts::Dependencies> FactsCache::dependenciesOf(EntryId Command) {
  std::vector<facts::Dependencies> All;
  auto File = load(fileOf(Command, ".deps"));
  if (!File)
    return All;
  auto Entries = facts::readEntries(*File, Version);
  if (!Entries) { // damaged: as if it were not there
    llvm::consumeError(Entries.takeError());
    return All;
  }
  for (const FactsEntry &E : *Entries) {
    auto D = facts::readDependencies(E, File->getBufferIdentifier(), Pool);
    if (D)
      All.push_back(std::move(*D));
    else
      llvm::consumeError(D.takeError());
  }
  return All;
}

std::optional<EntryId> FactsCache::stateOf(EntryId Command, const facts::Dependencies &D) {
  std::string Key = Command.hex();
  for (const facts::PathRef &F : D.Files) {
    std::optional<EntryId> Content = States.contentOf(F);
    if (!Content)
      return std::nullopt;
    Key += F.Dir.str() + '/' + F.Leaf.str() + '\0' + Content->hex();
  }
  for (const facts::PathRef &P : D.Absent) {
    if (States.exists(P))
      return std::nullopt;
    Key += P.Dir.str() + '/' + P.Leaf.str() + '\0';
  }
  return facts::idOf(Key);
}

bool FactsCache::find(const ast::CompileCommand &Command, facts::FactsFiles &Into) {
  EntryId Id = idOf(Command);
  for (const facts::Dependencies &D : dependenciesOf(Id)) {
    std::optional<EntryId> State = stateOf(Id, D);
    if (State && addUnit(*State, Into)) {
      touchFile(fileOf(Id, ".deps"));
      return true;
    }
  }
  return false;
}

bool FactsCache::addUnit(EntryId State, facts::FactsFiles &Into) {
  std::string Path = fileOf(State, ".unit");
  auto File = load(Path);
  if (!File)
    return false;
  auto Refuse = [](llvm::Error E) {
    llvm::consumeError(std::move(E));
    return false;
  };
  auto Entries = facts::readEntries(*File, Version);
  if (!Entries)
    return Refuse(Entries.takeError());
  std::set<EntryId> Needed;
  for (const FactsEntry &E : *Entries)
    if (E.Kind == EntryKind::Unit) {
      auto Unit = facts::readUnit(E, Path, Pool);
      if (!Unit)
        return Refuse(Unit.takeError());
      Needed.insert(Unit->Parts.begin(), Unit->Parts.end());
    }
  for (const FactsEntry &E : *Entries)
    Needed.erase(E.Id);
  std::lock_guard<std::mutex> Guard(Lock);
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Files;
  for (EntryId Id : Needed)
    if (!Into.hasPart(Id)) {
      std::string PartPath = fileOf(Id, ".part");
      Files.push_back(load(PartPath));
      if (!Files.back())
        return false;
      touchFile(PartPath);
    }
  touchFile(Path);
  Files.push_back(std::move(File));
  for (auto &F : Files) {
    if (llvm::Error E = Into.add(*F))
      return Refuse(std::move(E));
    Buffers.push_back(std::move(F));
  }
  return true;
}

void FactsCache::store(const ast::CompileCommand &Command, const ast::UnitReads &Reads,
                       const facts::PackedUnit &Unit) {
  if (Broken || Reads.Crashed)
    return;
  facts::Dependencies D;
  for (const std::string &F : Reads.Files) {
    // What was written while the run went on may not be what was read.
    llvm::sys::fs::file_status Status;
    if (llvm::sys::fs::status(F, Status) || Status.getLastModificationTime() >= Started)
      return;
    D.Files.push_back(splitPath(F, Pool));
  }
  for (const std::string &F : Reads.Absent)
    D.Absent.push_back(splitPath(F, Pool));
  EntryId Id = idOf(Command);
  std::optional<EntryId> State = stateOf(Id, D);
  if (!State)
    return;
  facts::FactsWriter UnitFile(Version);
  for (const auto &[PartId, Bytes] : Unit.Parts) {
    if (PartId == Unit.Own) {
      UnitFile.add(EntryKind::Part, *Bytes);
      continue;
    }
    std::string Path = fileOf(PartId, ".part");
    facts::FactsWriter PartFile(Version);
    PartFile.add(EntryKind::Part, *Bytes);
    if (!llvm::sys::fs::exists(Path) && !save(Path, PartFile.bytes()))
      return;
  }
  UnitFile.add(EntryKind::Unit, Unit.Unit);
  if (!save(fileOf(*State, ".unit"), UnitFile.bytes()))
    return;
  // Newest first.
  facts::FactsWriter Deps(Version);
  Deps.add(EntryKind::Dependencies, packDependencies(D));
  std::vector<facts::Dependencies> Older = dependenciesOf(Id);
  for (size_t I = 0; I < std::min(Older.size(), MostDependencies - 1); ++I)
    Deps.add(EntryKind::Dependencies, packDependencies(Older[I]));
  Stored |= save(fileOf(Id, ".deps"), Deps.bytes());
}

void FactsCache::clean() {
  if (Stored)
    cleanFolder(Folder, Limit);
}

} // namespace cachelint::driver
