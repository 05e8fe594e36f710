//===-- CompileDb.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/CompileDb.h"

#include "tool/model/Names.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <algorithm>
#include <tuple>

namespace cachelint::ast {

using clang::tooling::CompilationDatabase;

static std::string workingDirectory() {
  llvm::SmallString<256> Here;
  llvm::sys::fs::current_path(Here);
  return std::string(Here);
}

template <typename... Args> static llvm::Error failed(const char *Format, Args... A) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Format, A...);
}

static llvm::Expected<std::unique_ptr<CompilationDatabase>> openDb(llvm::StringRef BuildDir) {
  llvm::SmallString<256> Path(BuildDir);
  llvm::sys::path::append(Path, "compile_commands.json");
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text)
    return failed("%s: %s; CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, meson always, "
                  "for other builds see bear",
                  Path.c_str(), Text.getError().message().c_str());
  // Clang's reader is one of YAML and prints what it does not understand.
  if (llvm::Expected<llvm::json::Value> Valid = llvm::json::parse((*Text)->getBuffer()); !Valid)
    return failed("%s: not JSON: %s", Path.c_str(), llvm::toString(Valid.takeError()).c_str());
  std::string Message;
  std::unique_ptr<CompilationDatabase> Db = clang::tooling::JSONCompilationDatabase::loadFromBuffer(
      (*Text)->getBuffer(), Message, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!Db) {
    if (!Message.empty())
      Message[0] = llvm::toLower(Message[0]);
    return failed("%s: %s", Path.c_str(), llvm::StringRef(Message).rtrim(".\n").str().c_str());
  }
  // A cross compiler's name says the target, a C++ driver's name the language.
  return clang::tooling::inferTargetAndDriverMode(
      clang::tooling::expandResponseFiles(std::move(Db), llvm::vfs::getRealFileSystem()));
}

static bool isBelow(llvm::StringRef File, llvm::StringRef Path) {
  return File.consume_front(Path) &&
         (File.empty() || Path.ends_with("/") || llvm::sys::path::is_separator(File.front()));
}

namespace {

/// The paths of the command line, and which of them have met a unit.
class PathFilter {
public:
  PathFilter(llvm::ArrayRef<std::string> Given) {
    std::string Here = workingDirectory();
    for (const std::string &P : Given) {
      Wanted W;
      W.Given = P;
      W.Path = model::normalizedPath(Here, P);
      llvm::SmallString<256> Real;
      if (!llvm::sys::fs::real_path(W.Path, Real))
        W.RealPath = std::string(Real);
      All.push_back(std::move(W));
    }
  }

  bool takes(const std::string &File) {
    if (All.empty())
      return true;
    llvm::SmallString<256> Real;
    if (llvm::sys::fs::real_path(File, Real))
      Real = File;
    bool Taken = false;
    for (Wanted &W : All) {
      // A tree reached through a link is listed by one name and asked for by the other.
      if (!isBelow(File, W.Path) && (W.RealPath.empty() || !isBelow(Real, W.RealPath)))
        continue;
      W.Met = Taken = true;
    }
    return Taken;
  }

  void reportUnmet(llvm::StringRef BuildDir, ProblemSink &Problems) const {
    for (const Wanted &W : All)
      if (!W.Met)
        Problems.fail(W.Given, llvm::sys::fs::exists(W.Path)
                                   ? "no unit of compile_commands.json in " + BuildDir.str() +
                                         " is at or below this path"
                                   : "no such file or directory");
  }

private:
  struct Wanted {
    std::string Given, Path, RealPath;
    bool Met = false;
  };
  std::vector<Wanted> All;
};

} // namespace

llvm::Expected<std::vector<CompileCommand>>
readCompileDb(llvm::StringRef BuildDir, llvm::ArrayRef<std::string> Paths, ProblemSink &Problems) {
  auto Db = openDb(BuildDir);
  if (!Db)
    return Db.takeError();
  std::string BuildRoot = model::normalizedPath(workingDirectory(), BuildDir);
  PathFilter Filter(Paths);
  std::vector<CompileCommand> Units;
  for (clang::tooling::CompileCommand &C : (*Db)->getAllCompileCommands()) {
    CompileCommand U;
    U.Directory = model::normalizedPath(BuildRoot, C.Directory);
    U.File = model::normalizedPath(U.Directory, C.Filename);
    U.Args = std::move(C.CommandLine);
    if (!Filter.takes(U.File))
      continue;
    if (!llvm::sys::fs::exists(U.File)) {
      Problems.fail(U.File, "listed in compile_commands.json, but there is no such file");
      continue;
    }
    Units.push_back(std::move(U));
  }
  Filter.reportUnmet(BuildDir, Problems);
  auto Key = [](const CompileCommand &U) { return std::tie(U.File, U.Args, U.Directory); };
  std::sort(Units.begin(), Units.end(),
            [&](const CompileCommand &A, const CompileCommand &B) { return Key(A) < Key(B); });
  Units.erase(std::unique(Units.begin(), Units.end(),
                          [&](const CompileCommand &A, const CompileCommand &B) {
                            return Key(A) == Key(B);
                          }),
              Units.end());
  return Units;
}

} // namespace cachelint::ast
