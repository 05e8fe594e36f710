//===-- CommandLineTest.cpp ----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/CommandLine.h"

#include "gmock/gmock.h"

using namespace cachelint::driver;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

std::variant<Options, EarlyExit> parse(std::vector<const char *> Args) {
  Args.insert(Args.begin(), "cachelint");
  return parseCommandLine(static_cast<int>(Args.size()), Args.data());
}

Options parsed(std::vector<const char *> Args) {
  auto Result = parse(std::move(Args));
  if (const EarlyExit *E = std::get_if<EarlyExit>(&Result)) {
    ADD_FAILURE() << E->Text;
    return {};
  }
  return std::get<Options>(Result);
}

EarlyExit refused(std::vector<const char *> Args) {
  auto Result = parse(std::move(Args));
  if (std::holds_alternative<Options>(Result)) {
    ADD_FAILURE() << "was accepted";
    return {};
  }
  return std::get<EarlyExit>(Result);
}

TEST(CommandLine, Check) {
  Options O =
      parsed({"check", "-p", "build", "--format", "json", "-o", "out.json", "src", "--fail-on",
              "error", "-j", "3", "--rules", "-*,per-thread-array", "--c2c", "a", "--c2c", "b"});
  EXPECT_EQ(O.What, Command::Check);
  EXPECT_EQ(O.BuildDir, "build");
  EXPECT_EQ(O.Output, Format::Json);
  EXPECT_EQ(O.OutputFile, "out.json");
  EXPECT_THAT(O.Inputs, ElementsAre("src"));
  EXPECT_EQ(O.Fail, FailOn::Error);
  EXPECT_EQ(O.Jobs, 3u);
  EXPECT_EQ(O.Rules, "-*,per-thread-array");
  EXPECT_THAT(O.Recordings, ElementsAre("a", "b"));
}

TEST(CommandLine, RepeatedOptionsTakeOneValueEach) {
  Options O = parsed({"check", "--binary", "a.out", "src.c", "-C", "x", "src2.c"});
  EXPECT_THAT(O.Binaries, ElementsAre("a.out"));
  EXPECT_THAT(O.Records, ElementsAre("x"));
  EXPECT_THAT(O.Inputs, ElementsAre("src.c", "src2.c"));
}

TEST(CommandLine, Layout) {
  Options O = parsed({"layout", "vmlinux", "-C", "struct sock,Ring<unsigned int, 4>", "--line-size",
                      "128", "--base-offset", "8", "-E"});
  EXPECT_EQ(O.What, Command::Layout);
  EXPECT_THAT(O.Records, ElementsAre("sock", "Ring<unsigned int, 4>"));
  EXPECT_EQ(O.LineSize, 128u);
  EXPECT_EQ(O.BaseOffset, 8u);
  EXPECT_TRUE(O.Expand);
}

TEST(CommandLine, BadValuesAreUsageErrors) {
  for (std::vector<const char *> Args :
       {std::vector<const char *>{"layout", "x", "--line-size", "48"},
        {"layout", "x", "--line-size", "0"},
        {"layout", "x", "--line-size", "64k"},
        {"check", "--format", "xml"},
        {"check", "--no-such-option"},
        {"frobnicate"},
        {},
        {"c2c"},
        {"layout", "x", "--fail-on", "note"}}) {
    EarlyExit E = refused(Args);
    EXPECT_EQ(E.Code, ExitUsage);
    EXPECT_TRUE(E.ToStderr);
    EXPECT_THAT(E.Text, HasSubstr("cachelint: error: "));
  }
}

TEST(CommandLine, HelpAndVersionGoToStdout) {
  for (const char *Flag : {"--help", "--version"}) {
    EarlyExit E = refused({Flag});
    EXPECT_EQ(E.Code, ExitClean);
    EXPECT_FALSE(E.ToStderr);
  }
  EXPECT_THAT(refused({"--version"}).Text, HasSubstr("LLVM 19"));
  EXPECT_THAT(refused({"check", "--help"}).Text, HasSubstr("--fail-on"));
}

TEST(CommandLine, SplitNames) {
  EXPECT_THAT(splitNames("a,b"), ElementsAre("a", "b"));
  EXPECT_THAT(splitNames("Ring<int, 4>, sock*"), ElementsAre("Ring<int, 4>", "sock*"));
  EXPECT_THAT(splitNames("f(int, long)::x,[ab,c]"), ElementsAre("f(int, long)::x", "[ab,c]"));
  EXPECT_THAT(splitNames(",,"), ElementsAre());
}

} // namespace
