//===-- BadFileTest.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Files that cannot be read: what is said, and that the rest goes on.

#include "tests/unit/dwarf/BothCompilers.h"
#include "tests/unit/dwarf/ReadFile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "llvm/Support/FileSystem.h"

using namespace cachelint;
using namespace cachelint::test;
using testing::HasSubstr;

namespace {

std::string errorOf(const std::string &Path) { return ReadFile(Path).Error; }

std::string fileWith(llvm::StringRef Bytes) {
  std::string Path = freshPath(".bin");
  writeFile(Path, Bytes);
  return Path;
}

TEST(BadFile, NoElfFile) {
  EXPECT_THAT(errorOf("/nowhere/at/all"), HasSubstr("cannot be opened: No such file"));
  EXPECT_THAT(errorOf(testing::TempDir()), HasSubstr("is a folder"));
  EXPECT_THAT(errorOf(fileWith("")), HasSubstr("is no ELF file: it is empty"));
  EXPECT_THAT(errorOf(fileWith("hello, world")), HasSubstr("begins with bytes 68 65 6c 6c"));
  EXPECT_THAT(errorOf(fileWith("#!/bin/sh\n")), HasSubstr("is a script"));
  EXPECT_THAT(errorOf(fileWith("PERFILE2\0\0\0\0")), HasSubstr("is a perf recording"));
  EXPECT_THAT(errorOf(fileWith("!<arch>\n")), HasSubstr("is an archive"));
  EXPECT_THAT(errorOf(fileWith(llvm::StringRef("MZ\x90\0", 4))), HasSubstr("is a PE file"));
  EXPECT_THAT(errorOf(fileWith("\x7f"
                               "ELF")),
              HasSubstr("cut"));
}

TEST(BadFile, NoDwarf) {
  std::string Object = compileText(Compiler::Clang, "int x;", ".c", "-c -g0");
  EXPECT_THAT(errorOf(Object), HasSubstr("has no DWARF: compile it with -g, install its -dbg or "
                                         "-dbgsym package, or give the separate debug file"));
  StringPool Pool;
  ProblemSink Problems;
  auto Map = dwarf::openCodeMap(Object, Pool, Problems);
  ASSERT_FALSE(static_cast<bool>(Map));
  EXPECT_THAT(llvm::toString(Map.takeError()), HasSubstr("has no DWARF"));
  // Symbols are there all the same.
  auto Image = dwarf::readImage(Object, Pool, Problems);
  ASSERT_TRUE(static_cast<bool>(Image));
  EXPECT_EQ(Image->symbolsNamed("x").size(), 1u);
}

TEST(BadFile, DebugFileThatIsGone) {
  std::string Whole = compileText(Compiler::Clang, "int x;", ".c", "-g -shared");
  std::string Debug = freshPath(".debug"), Stripped = freshPath(".so");
  runLlvmTool("llvm-objcopy", {"--only-keep-debug", Whole, Debug});
  runLlvmTool("llvm-objcopy", {"--strip-all", "--add-gnu-debuglink=" + Debug, Whole, Stripped});
  EXPECT_EQ(errorOf(Stripped), "");
  llvm::sys::fs::remove(Debug);
  EXPECT_THAT(errorOf(Stripped), HasSubstr("has no DWARF"));
}

TEST(BadFile, MachineWithoutRelocation) {
  std::string Object = compile(Compiler::Clang, "records.c", "-c -g --target=mips-linux-gnu");
  EXPECT_THAT(errorOf(Object), HasSubstr("do not know its machine; link it first"));
}

TEST(BadFile, UnknownMachineIsReadWithoutInference) {
  std::string Path =
      compileText(Compiler::Clang, "struct s { char c; long l; } v;", ".c", "-g -shared");
  std::string Bytes = readFile(Path);
  Bytes[18] = Bytes[19] = '\x77'; // e_machine
  ReadFile F(fileWith(Bytes));
  EXPECT_EQ(F.record("s").Size, model::Bits::fromBytes(16));
  EXPECT_FALSE(F.record("s").Align);
  EXPECT_EQ(F.Facts.From.Target, "");
  ASSERT_EQ(F.Problems.sorted().size(), 1u);
  EXPECT_THAT(F.Problems.sorted()[0].Message,
              HasSubstr("machine 30583 of the ELF header is not known"));
}

TEST(BadFile, SplitDwarfIsNamed) {
  std::string Object =
      compileText(Compiler::Clang, "struct s { int a; } v;", ".c", "-c -g -gsplit-dwarf");
  std::string Dwo = llvm::StringRef(Object).drop_back(2).str() + ".dwo";
  ASSERT_EQ(std::remove(Dwo.c_str()), 0);
  ReadFile F(Object);
  EXPECT_TRUE(F.Problems.hasFailures());
  ASSERT_FALSE(F.Problems.sorted().empty());
  EXPECT_THAT(F.Problems.sorted()[0].Message,
              HasSubstr("1 of 1 split units cannot be read: \"" + Dwo + "\" is not there"));
}

TEST(BadFile, CompressionThatIsNotKnown) {
  std::string Object = compile(Compiler::Clang, "records.c", "-c -g -gz=zlib");
  std::string Bytes = readFile(Object);
  // The compression headers: ELFCOMPRESS_ZLIB and a reserved word, size, alignment 1 (Elf64_Chdr).
  unsigned Changed = 0;
  for (size_t At = 0;
       (At = Bytes.find(std::string("\1\0\0\0\0\0\0\0", 8), At)) != std::string::npos; ++At)
    if (Bytes.substr(At + 16, 8) == std::string("\1\0\0\0\0\0\0\0", 8) &&
        Bytes[At + 24] == '\x78') {
      Bytes[At] = 2; // ELFCOMPRESS_ZSTD
      ++Changed;
    }
  ASSERT_GT(Changed, 0u);
  ReadFile F(fileWith(Bytes));
  EXPECT_THAT(F.Error,
              testing::AnyOf(HasSubstr("its DWARF cannot be read"), HasSubstr("relocated")));
  std::string Messages;
  for (const Problem &P : F.Problems.sorted())
    Messages += P.text() + "\n";
  // An elfutils with zstd finds that the bytes are none.
  EXPECT_THAT(Messages, testing::AnyOf(HasSubstr("compressed with zstd"),
                                       HasSubstr("cannot be decompressed")));
}

TEST(BadFile, CutAnywhere) {
  std::string Bytes = readFile(compile(Compiler::Clang, "bitfields.c", "-g -shared -fPIC"));
  ASSERT_GT(Bytes.size(), 4000u);
  unsigned Told = 0, Cuts = 0;
  for (size_t Size = 64; Size < Bytes.size(); Size += 977) {
    ReadFile F(fileWith(llvm::StringRef(Bytes).take_front(Size)));
    Told += !F.Error.empty() || !F.Problems.sorted().empty();
    ++Cuts;
  }
  // Section headers are at the end of the file, so none of these has them.
  EXPECT_EQ(Told, Cuts);
  ReadFile Half(fileWith(llvm::StringRef(Bytes).take_front(Bytes.size() / 2)));
  EXPECT_THAT(Half.Error, HasSubstr("cut"));
}

} // namespace
