//===-- SourceProgram.cpp --------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/SourceProgram.h"

#include "tool/ast/CompileDb.h"
#include "tool/ast/Frontend.h"
#include "tool/driver/Profile.h"
#include "tool/driver/Progress.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace cachelint::driver {

using namespace model;

uint64_t lineSizeOf(Str Target) {
  llvm::Triple T(Target);
  if (T.isPPC() || (T.isOSDarwin() && T.isAArch64()))
    return 128;
  if (T.isSystemZ())
    return 256;
  return 64;
}

Bits lineSizeFor(const Options &O, Str Target) {
  return Bits::fromBytes(O.LineSize ? *O.LineSize : lineSizeOf(Target));
}

/// As clang-tidy does: the folder given, else the nearest one above the first source (or the
/// working directory) that has a compile_commands.json.
static llvm::Expected<std::string> findBuildDir(const Options &O,
                                                const std::vector<std::string> &Paths) {
  if (!O.BuildDir.empty())
    return O.BuildDir;
  llvm::SmallString<256> Dir(Paths.empty() ? "." : llvm::StringRef(Paths.front()));
  if (std::error_code EC = llvm::sys::fs::make_absolute(Dir))
    return llvm::createStringError(EC, "cannot tell the working directory");
  llvm::sys::path::remove_dots(Dir, /*remove_dot_dot=*/true);
  for (llvm::StringRef At = Dir; !At.empty(); At = llvm::sys::path::parent_path(At)) {
    llvm::SmallString<256> File(At);
    llvm::sys::path::append(File, "compile_commands.json");
    if (llvm::sys::fs::exists(File))
      return At.str();
  }
  return llvm::createStringError(
      "no compile_commands.json in %s or above it: give the build directory "
      "with -p (cmake: -DCMAKE_EXPORT_COMPILE_COMMANDS=ON; make: bear -- make)",
      Dir.c_str());
}

namespace {

/// Parses units, several at a time, and merges each as it comes: merging does not depend on the
/// order.
class UnitReader {
public:
  UnitReader(const std::vector<ast::CompileCommand> &Commands, const Options &O, bool Bodies,
             const Vocabulary &Words, StringPool &Pool, ProblemSink &Problems)
      : Commands(Commands), Words(Words), Pool(Pool), Problems(Problems),
        Line(O.ShowProgress, Commands.size()) {
    Extract.Bodies = Bodies;
    if (O.LineSize)
      Extract.LineSize = Bits::fromBytes(*O.LineSize);
  }

  void run(size_t Jobs) {
    std::vector<std::thread> Workers;
    for (size_t I = 1; I < std::min(Jobs, Commands.size()); ++I)
      Workers.emplace_back([this] { work(); });
    work();
    for (std::thread &T : Workers)
      T.join();
  }

  facts::MergedFacts take() { return Merged.take(); }
  size_t unitsRead() const { return UnitsRead; }

private:
  void work() {
    for (size_t I; (I = Next++) < Commands.size();) {
      auto Facts = ast::extractUnit(Commands[I], Words, Pool, Problems, Extract);
      if (Facts) {
        std::lock_guard<std::mutex> Guard(MergeLock);
        Merged.add(std::move(*Facts));
        ++UnitsRead;
      } else {
        Problems.fail(Commands[I].File, llvm::toString(Facts.takeError()));
      }
      Line.step(Commands[I].File);
    }
  }

  const std::vector<ast::CompileCommand> &Commands;
  const Vocabulary &Words;
  StringPool &Pool;
  ProblemSink &Problems;
  ast::ExtractOptions Extract;
  ProgressLine Line;
  std::atomic<size_t> Next = 0;
  std::mutex MergeLock;
  facts::Merger Merged;
  size_t UnitsRead = 0;
};

} // namespace

llvm::Expected<SourceUnits> readSources(const Options &O, const std::vector<std::string> &Paths,
                                        bool Bodies, StringPool &Pool, ProblemSink &Problems) {
  auto BuildDir = findBuildDir(O, Paths);
  if (!BuildDir)
    return BuildDir.takeError();
  auto Commands = ast::readCompileDb(*BuildDir, Paths, Problems);
  if (!Commands)
    return Commands.takeError();
  if (Commands->empty())
    return llvm::createStringError("%s/compile_commands.json: no translation unit to read",
                                   BuildDir->c_str());
  std::vector<std::string> Files;
  for (const ast::CompileCommand &C : *Commands)
    Files.push_back(C.File);
  auto Words = loadVocabulary(O.Profile, Files);
  if (!Words)
    return Words.takeError();
  SourceUnits Result;
  Result.Words = std::move(*Words);
  Result.Commands = Commands->size();
  {
    UnitReader Reader(*Commands, O, Bodies, Result.Words, Pool, Problems);
    Reader.run(O.Jobs ? O.Jobs : std::max(1u, std::thread::hardware_concurrency()));
    Result.Facts = Reader.take();
    Result.Read = Reader.unitsRead();
  }
  if (Result.Read == 0)
    return llvm::createStringError("none of the %zu translation units could be read",
                                   Result.Commands);
  return Result;
}

} // namespace cachelint::driver
