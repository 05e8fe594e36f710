//===-- BuildUnits.cpp - ------------------------------------------------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/BuildUnits.h"

#include "tool/driver/Profile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cachelint::driver {

using namespace model;

/// The folder given, else the nearest one above the first source (or the
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

/// Behind "--" on the command line stands how the units are compiled.
static llvm::Expected<std::vector<ast::CompileCommand>>
commandsAsGiven(const Options &O, const std::vector<std::string> &Paths) {
  llvm::SmallString<256> Here;
  if (std::error_code EC = llvm::sys::fs::current_path(Here))
    return llvm::createStringError(EC, "cannot tell the working directory");
  if (Paths.empty())
    return llvm::createStringError("-- says how units are compiled, but none is named before it");
  std::vector<ast::CompileCommand> Commands;
  for (const std::string &Path : Paths) {
    llvm::SmallString<256> Full(Path);
    if (std::error_code EC = llvm::sys::fs::make_absolute(Full))
      return llvm::createStringError(EC, "cannot tell the working directory");
    bool IsC = llvm::sys::path::extension(Full) == ".c";
    ast::CompileCommand C{std::string(Here), std::string(Full), {IsC ? "cc" : "c++"}};
    C.Args.insert(C.Args.end(), O.CompileArgs.begin(), O.CompileArgs.end());
    C.Args.push_back(std::string(Full));
    Commands.push_back(std::move(C));
  }
  return Commands;
}

static llvm::Expected<std::vector<ast::CompileCommand>>
commandsOfDatabase(const Options &O, const std::vector<std::string> &Paths, ProblemSink &Problems) {
  auto BuildDir = findBuildDir(O, Paths);
  if (!BuildDir)
    return BuildDir.takeError();
  auto Commands = ast::readCompileDb(*BuildDir, Paths, Problems);
  if (Commands && Commands->empty())
    return llvm::createStringError("%s/compile_commands.json: no translation unit to read",
                                   BuildDir->c_str());
  return Commands;
}

llvm::Expected<BuildUnits> findUnits(const Options &O, const std::vector<std::string> &Paths,
                                     WordsOf Which, ProblemSink &Problems) {
  auto Commands =
      O.CompilesAsGiven ? commandsAsGiven(O, Paths) : commandsOfDatabase(O, Paths, Problems);
  if (!Commands)
    return Commands.takeError();
  std::vector<std::string> Files;
  for (const ast::CompileCommand &C : *Commands)
    Files.push_back(C.File);
  bool NeedAll = Which == WordsOf::WholeBuild && !O.CompilesAsGiven && O.Profile.empty();
  if (NeedAll && !Paths.empty()) {
    auto BuildDir = findBuildDir(O, Paths);
    if (!BuildDir)
      return BuildDir.takeError();
    ProblemSink Ignored; // of units that were not asked for
    auto All = ast::readCompileDb(*BuildDir, {}, Ignored);
    if (!All)
      return All.takeError();
    Files.clear();
    for (const ast::CompileCommand &C : *All)
      Files.push_back(C.File);
  }
  auto Words = loadVocabulary(O.Profile, Files);
  if (!Words)
    return Words.takeError();
  return BuildUnits{std::move(*Commands), std::move(*Words)};
}

} // namespace cachelint::driver
