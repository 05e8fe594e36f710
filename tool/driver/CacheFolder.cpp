//===-- CacheFolder.cpp - ------------------------------------------------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/CacheFolder.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <sys/time.h>
#include <vector>

namespace cachelint::driver {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr llvm::StringLiteral HalfWritten(".tmp");

std::optional<std::string> cacheFolder(llvm::StringRef Given) {
  if (Given == "off")
    return std::nullopt;
  llvm::SmallString<256> Folder(Given);
  if (Given.empty()) {
    if (!path::cache_directory(Folder))
      return std::nullopt;
    path::append(Folder, "cachelint");
  }
  if (fs::make_absolute(Folder))
    return std::nullopt;
  return std::string(Folder);
}

std::error_code writeThenRename(const std::string &Path, llvm::StringRef Bytes) {
  llvm::StringRef Folder = path::parent_path(Path);
  if (!Folder.empty())
    if (std::error_code EC = fs::create_directories(Folder))
      return EC;
  int Descriptor = -1;
  llvm::SmallString<256> Temporary;
  if (std::error_code EC =
          fs::createUniqueFile(Path + "-%%%%%%%%" + HalfWritten, Descriptor, Temporary))
    return EC;
  std::error_code EC;
  {
    llvm::raw_fd_ostream Out(Descriptor, /*shouldClose=*/true);
    Out << Bytes;
    Out.close();
    EC = Out.error();
    Out.clear_error(); // else its destructor ends the program
  }
  if (!EC)
    EC = fs::rename(Temporary, Path);
  if (EC)
    fs::remove(Temporary);
  return EC;
}

void touchFile(const std::string &Path) { ::utimes(Path.c_str(), nullptr); }

namespace {
struct CachedFile {
  llvm::sys::TimePoint<> Used;
  uint64_t Size;
  std::string Path;
};
} // namespace

static std::vector<CachedFile> listFiles(const std::string &Folder) {
  std::vector<CachedFile> Files;
  std::error_code EC;
  auto HourAgo = std::chrono::system_clock::now() - std::chrono::hours(1);
  for (fs::recursive_directory_iterator It(Folder, EC), End; !EC && It != End; It.increment(EC)) {
    fs::file_status Status;
    if (fs::status(It->path(), Status) || !fs::is_regular_file(Status))
      continue;
    auto Used = Status.getLastModificationTime();
    llvm::StringRef Extension = path::extension(It->path());
    if (Extension == HalfWritten && Used < HourAgo)
      fs::remove(It->path());
    // Whatever else someone put there stays.
    else if (Extension == ".deps" || Extension == ".unit" || Extension == ".part")
      Files.push_back({Used, Status.getSize(), It->path()});
  }
  return Files;
}

void cleanFolder(const std::string &Folder, uint64_t Limit) {
  std::vector<CachedFile> Files = listFiles(Folder);
  uint64_t Sum = 0;
  for (const CachedFile &F : Files)
    Sum += F.Size;
  if (Sum <= Limit)
    return;
  std::sort(Files.begin(), Files.end(), [](const CachedFile &A, const CachedFile &B) {
    return std::tie(A.Used, A.Path) < std::tie(B.Used, B.Path);
  });
  for (const CachedFile &F : Files) {
    if (Sum <= Limit / 5 * 4)
      break;
    fs::remove(F.Path);
    Sum -= F.Size;
  }
}

} // namespace cachelint::driver
