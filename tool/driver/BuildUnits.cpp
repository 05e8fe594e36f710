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

llvm::Expected<BuildUnits> findUnits(const Options &O, const std::vector<std::string> &Paths,
                                     WordsOf Which, ProblemSink &Problems) {
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
  if (Which == WordsOf::WholeBuild && !Paths.empty() && O.Profile.empty()) {
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
