//===-- Compile.cpp ----------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/dwarf/Compile.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include "gtest/gtest.h"

#include <fstream>
#include <iterator>
#include <map>

#include <unistd.h>

namespace cachelint::test {

using llvm::StringRef;

bool haveGcc() { return llvm::sys::fs::can_execute(CACHELINT_TEST_GCC); }

namespace {

struct TemporaryFolder {
  std::string Path = testing::TempDir() + "cachelint-dwarf-" + std::to_string(getpid());
  TemporaryFolder() { llvm::sys::fs::create_directories(Path); }
  ~TemporaryFolder() { llvm::sys::fs::remove_directories(Path); }
};

} // namespace

std::string freshPath(StringRef Suffix) {
  static TemporaryFolder Folder;
  static unsigned Count = 0;
  return Folder.Path + "/" + std::to_string(++Count) + Suffix.str();
}

void writeFile(StringRef Path, StringRef Bytes) {
  std::ofstream Out(Path.str(), std::ios::binary);
  Out.write(Bytes.data(), static_cast<std::streamsize>(Bytes.size()));
}

std::string readFile(StringRef Path) {
  std::ifstream In(Path.str(), std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(In), {});
}

static bool run(llvm::ArrayRef<std::string> Command) {
  std::string Log = freshPath(".log");
  llvm::SmallVector<StringRef, 16> Words(Command.begin(), Command.end());
  std::optional<StringRef> Redirects[] = {std::nullopt, StringRef(Log), StringRef(Log)};
  std::string Error;
  int Status =
      llvm::sys::ExecuteAndWait(Words.front(), Words, std::nullopt, Redirects, 60, 0, &Error);
  if (Status == 0)
    return true;
  std::string Line;
  for (StringRef W : Words)
    Line += W.str() + " ";
  ADD_FAILURE() << Line << "\nexit status " << Status << " " << Error << "\n" << readFile(Log);
  return false;
}

static std::string compileFile(Compiler With, const std::string &Source, StringRef Flags) {
  bool Cxx = StringRef(Source).ends_with(".cpp");
  std::vector<std::string> Command;
  if (With == Compiler::Gcc)
    Command = {Cxx ? CACHELINT_TEST_GXX : CACHELINT_TEST_GCC};
  else
    Command = {CACHELINT_TEST_CLANG, Cxx ? "--driver-mode=g++" : "--driver-mode=gcc"};
  if (Cxx)
    Command.push_back("-std=c++20");
  llvm::SmallVector<StringRef, 8> Words;
  Flags.split(Words, ' ', -1, /*KeepEmpty=*/false);
  Command.insert(Command.end(), Words.begin(), Words.end());
  // Warnings are about offsetof of classes; the answers of both compilers are right.
  std::string Object = freshPath(".o");
  for (const std::string &Word : {std::string("-w"), Source, std::string("-o"), Object})
    Command.push_back(Word);
  static std::map<std::vector<std::string>, std::string> Made;
  std::vector<std::string> Key(Command.begin(), Command.end() - 1);
  if (auto It = Made.find(Key); It != Made.end())
    return It->second;
  return Made[Key] = run(Command) ? Object : "";
}

std::string compile(Compiler With, StringRef Input, StringRef Flags) {
  return compileFile(With, std::string(CACHELINT_TEST_INPUTS) + "/" + Input.str(), Flags);
}

std::string compileText(Compiler With, StringRef Text, StringRef Suffix, StringRef Flags) {
  std::string Source = freshPath(Suffix);
  writeFile(Source, Text);
  return compileFile(With, Source, Flags);
}

void runLlvmTool(StringRef Name, llvm::ArrayRef<std::string> Arguments) {
  llvm::SmallString<128> Path(llvm::sys::path::parent_path(CACHELINT_TEST_CLANG));
  llvm::sys::path::append(Path, Name);
  std::vector<std::string> Command{std::string(Path)};
  Command.insert(Command.end(), Arguments.begin(), Arguments.end());
  run(Command);
}

} // namespace cachelint::test
