//===-- FrontendTest.cpp - running clang, good and bad input -------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/ast/ParsedUnit.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"

#include <thread>

namespace cachelint::ast {
namespace {

using testing::HasSubstr;

std::vector<std::string> texts(const ProblemSink &Problems) {
  std::vector<std::string> Out;
  for (const Problem &P : Problems.sorted())
    Out.push_back((P.Level == ProblemLevel::Failure ? "failure: " : "warning: ") + P.text());
  return Out;
}

TEST(AstFrontend, ErrorsHaveTheirPlaceAndTheRestIsRead) {
  ParsedUnit U("struct a { int x; };\nint f(void) { return nothing; }\nstruct b { int y; };",
               "a.c");
  EXPECT_EQ(U.Error, "");
  EXPECT_THAT(
      texts(U.Problems),
      testing::ElementsAre("failure: /src/a.c: has errors; it was read as far as it goes",
                           "warning: /src/a.c:2:22: use of undeclared identifier 'nothing'"));
  EXPECT_TRUE(U.hasRecord("a"));
  EXPECT_TRUE(U.hasRecord("b"));
}

TEST(AstFrontend, MissingHeaderIsAFailureOfTheUnit) {
  ParsedUnit U("struct a { int x; };\n#include \"gone.h\"\nstruct b { int y; };", "a.c");
  EXPECT_THAT(texts(U.Problems),
              testing::ElementsAre(
                  "failure: /src/a.c: 'gone.h' file not found at /src/a.c:2:10; the rest of the "
                  "unit was read as far as it goes without"));
  EXPECT_TRUE(U.hasRecord("a"));
  EXPECT_TRUE(U.hasRecord("b"));
}

TEST(AstFrontend, ManyErrorsAreCountedNotListed) {
  std::string Text;
  for (int I = 0; I < 30; ++I)
    Text += "int f" + std::to_string(I) + "(void) { return nothing; }\n";
  ParsedUnit U(Text + "struct last { int x; };", "a.c");
  std::vector<std::string> Said = texts(U.Problems);
  EXPECT_EQ(Said.size(), 10u);
  EXPECT_THAT(Said, testing::Contains("warning: /src/a.c: 22 more errors in this unit"));
  EXPECT_TRUE(U.hasRecord("last"));
}

TEST(AstFrontend, WhatGccAcceptsIsNoError) {
  ParsedUnit U(
      "int f(void) { return later(1); }\nstruct a { int x; };", "a.c",
      {"-std=gnu99", "-Werror", "-Werror=implicit-function-declaration", "-pedantic-errors"});
  EXPECT_THAT(texts(U.Problems), testing::IsEmpty());
  EXPECT_TRUE(U.hasRecord("a"));
}

TEST(AstFrontend, GccsOwnOptionsAreLeftOut) {
  ParsedUnit U("struct a { int x; };", "a.c",
               {"-fno-var-tracking-assignments", "-fconserve-stack", "-mpreferred-stack-boundary=3",
                "-mrecord-mcount", "-fplugin=/no/such/plugin.so", "-fno-ipa-cp-clone",
                "-Wno-maybe-uninitialized", "-fmin-function-alignment=16", "-mskip-rax-setup"});
  EXPECT_EQ(U.Error, "");
  EXPECT_THAT(texts(U.Problems), testing::IsEmpty());
  EXPECT_TRUE(U.hasRecord("a"));
}

TEST(AstFrontend, RefusedArgumentsAreNamed) {
  ParsedUnit U("struct a { long x; };", "a.c", {"-std=c91", "-march=future-lake"});
  EXPECT_EQ(U.Error, "");
  std::vector<std::string> Said = texts(U.Problems);
  EXPECT_THAT(Said, testing::Contains(HasSubstr("'-std=c91'")));
  EXPECT_THAT(Said, testing::Contains(HasSubstr("'future-lake'")));
  EXPECT_TRUE(U.hasRecord("a"));
}

TEST(AstFrontend, NothingToRead) {
  StringPool Pool;
  ProblemSink Problems;
  model::Vocabulary Words;
  auto Run = [&](CompileCommand C) {
    auto Result = extractUnit(C, Words, Pool, Problems, {});
    return Result ? std::string("read") : llvm::toString(Result.takeError());
  };
  EXPECT_EQ(Run({"/", "/no/such/file.c", {"cc", "-c", "/no/such/file.c"}}),
            "/no/such/file.c: no such file");
  EXPECT_EQ(Run({"/no/such/place", "/no/such/file.c", {"cc", "-c", "file.c"}}),
            "/no/such/file.c: compiled in /no/such/place, but there is no such directory");
  ExtractOptions Options;
  Options.Files["/src/a.c"] = "";
  auto Empty = extractUnit({"/", "/src/a.c", {}}, Words, Pool, Problems, Options);
  EXPECT_EQ(llvm::toString(Empty.takeError()), "/src/a.c: the compile command is empty");
}

TEST(AstFrontend, ACrashOfClangIsAnErrorOfTheUnit) {
  ParsedUnit U("struct a { int x; };\n#pragma clang __debug crash\n", "a.c");
  EXPECT_EQ(U.Error, "/src/a.c: clang crashed while reading it; its facts are missing");
  EXPECT_TRUE(ParsedUnit("struct a { int x; };", "a.c").hasRecord("a"));
}

TEST(AstFrontend, DeepNestingDoesNotOverflowTheStack) {
  std::string Sum = "1";
  for (int I = 0; I < 20000; ++I)
    Sum += "+1";
  ParsedUnit U("int x = " + Sum + "; struct a { int x; };", "a.c");
  EXPECT_EQ(U.Error, "");
  EXPECT_TRUE(U.hasRecord("a"));
}

TEST(AstFrontend, LineDirectivesName) {
  ParsedUnit U("#line 7 \"grammar.y\"\nstruct a { int x; };\n", "a.c");
  EXPECT_EQ(U.record("a").Pos, (model::SourcePos{"/grammar.y", 7, 8}));
  EXPECT_FALSE(U.record("a").AfterBrace.valid()); // the text is not there
}

TEST(AstFrontend, WithoutBodies) {
  ExtractOptions Options;
  Options.Bodies = false;
  ParsedUnit U("struct a { int x; }; int f(void) { struct b { int y; } v = {1}; return v.y; }",
               "a.c", {}, Options);
  EXPECT_TRUE(U.hasRecord("a"));
  EXPECT_TRUE(U.hasRecord("f()::b"));
  EXPECT_TRUE(U.Facts.Functions.empty());
  EXPECT_FALSE(model::covers(U.Facts.From.Can, model::Capability::AccessSites));
}

/// A build directory on disk, removed at the end.
class AstCompileDb : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("cachelint-db", Root));
    llvm::SmallString<128> Real;
    llvm::sys::fs::real_path(Root, Real);
    Root = Real;
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Root); }

  void write(llvm::StringRef Name, llvm::StringRef Text) {
    std::string Path = path(Name);
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path));
    std::error_code EC;
    llvm::raw_fd_ostream(Path, EC) << Text;
    ASSERT_FALSE(EC);
  }
  std::string path(llvm::StringRef Name) const { return (Root + "/" + Name).str(); }
  std::vector<CompileCommand> read(std::vector<std::string> Paths = {}) {
    auto Db = readCompileDb(path("build"), Paths, Problems);
    if (Db)
      return std::move(*Db);
    Error = llvm::toString(Db.takeError());
    return {};
  }
  std::string entry(llvm::StringRef File, llvm::StringRef Command) const {
    return ("{\"directory\": \"" + path("build") + "\", \"file\": \"" + File +
            "\", \"command\": \"" + Command + "\"}")
        .str();
  }

  llvm::SmallString<128> Root;
  ProblemSink Problems;
  std::string Error;
};

TEST_F(AstCompileDb, FiltersSortsAndNamesWhatIsMissing) {
  for (const char *F : {"src/b.c", "src/a.c", "src/sub/c.c", "srcother/d.c"})
    write(F, "struct s { int x; };");
  write("build/compile_commands.json", "[" + entry("../src/b.c", "cc -c ../src/b.c") + "," +
                                           entry("../src/a.c", "cc -c ../src/a.c") + "," +
                                           entry("../src/a.c", "cc -c ../src/a.c") + "," +
                                           entry("../src/sub/c.c", "cc -DX -c ../src/sub/c.c") +
                                           "," + entry("../srcother/d.c", "cc -c ../srcother/d.c") +
                                           "," + entry("../src/gone.c", "cc -c ../src/gone.c") +
                                           "]");
  std::vector<std::string> Files;
  for (const CompileCommand &C : read({path("src"), path("nowhere")}))
    Files.push_back(C.File);
  EXPECT_EQ(Files,
            (std::vector<std::string>{path("src/a.c"), path("src/b.c"), path("src/sub/c.c")}));
  EXPECT_THAT(texts(Problems),
              testing::UnorderedElementsAre(
                  "failure: " + path("nowhere") + ": no such file or directory",
                  "failure: " + path("src/gone.c") +
                      ": listed in compile_commands.json, but there is no such file"));
  EXPECT_EQ(read().size(), 4u);
}

TEST_F(AstCompileDb, MissingOrBroken) {
  read();
  EXPECT_THAT(Error,
              HasSubstr("compile_commands.json: No such file or directory; CMake writes it"));
  write("build/compile_commands.json", "[{\"directory\": 1]");
  read();
  EXPECT_THAT(Error, HasSubstr("compile_commands.json: not JSON: "));
  write("build/compile_commands.json", "[{\"directory\": \"x\"}]");
  read();
  EXPECT_THAT(Error, HasSubstr("compile_commands.json: missing key: \"file\""));
}

TEST_F(AstCompileDb, ResponseFilesAndUnitsInDifferentDirectories) {
  write("build/flags.rsp", "-DWIDTH=12 -Iinclude");
  write("build/include/w.h", "struct w { char c[WIDTH]; };");
  write("src/a.c", "#include \"w.h\"\n");
  write("build/compile_commands.json",
        "[" + entry("../src/a.c", "cc @flags.rsp -c ../src/a.c") + "]");
  std::vector<CompileCommand> Units = read();
  ASSERT_EQ(Units.size(), 1u);
  StringPool Pool;
  auto Facts = extractUnit(Units[0], {}, Pool, Problems, {});
  ASSERT_TRUE(static_cast<bool>(Facts)) << llvm::toString(Facts.takeError());
  ASSERT_EQ(Facts->Records.size(), 1u);
  EXPECT_EQ(Facts->Records[0].Size, model::Bits::fromBytes(12));
  EXPECT_EQ(Facts->Records[0].Pos.File, path("build/include/w.h"));
}

TEST_F(AstCompileDb, UnitsInManyThreads) {
  std::string All;
  for (int I = 0; I < 8; ++I) {
    std::string Dir = "dir" + std::to_string(I);
    write(Dir + "/size.h", "#define SIZE " + std::to_string(I + 1) + "\n");
    write(Dir + "/u.c", "#include \"size.h\"\nstruct s { char c[SIZE]; };");
    All += (I ? "," : "") + ("{\"directory\": \"" + path(Dir) +
                             "\", \"file\": \"u.c\", \"command\": \"cc -I. -c u.c\"}");
  }
  write("build/compile_commands.json", "[" + All + "]");
  std::vector<CompileCommand> Units = read();
  ASSERT_EQ(Units.size(), 8u);
  StringPool Pool;
  std::vector<uint64_t> Sizes(8);
  std::vector<std::thread> Threads;
  for (int I = 0; I < 8; ++I)
    Threads.emplace_back([&, I] {
      auto Facts = extractUnit(Units[I], {}, Pool, Problems, {});
      if (Facts && Facts->Records.size() == 1)
        Sizes[I] = Facts->Records[0].Size->bytes();
      else
        llvm::consumeError(Facts.takeError());
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_THAT(Sizes, testing::ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
}

} // namespace
} // namespace cachelint::ast
