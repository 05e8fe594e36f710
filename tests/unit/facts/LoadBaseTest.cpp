//===-- LoadBaseTest.cpp - where a binary was in the recording -----------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Recorded.h"

#include "tool/facts/LoadBase.h"

using namespace cachelint;
using namespace cachelint::test;
using facts::fitBinary;
using facts::isSymbolName;
using facts::RecordedBinary;
using ::testing::Test;

namespace {

Recording recording(std::vector<RowSpec> Rows) {
  Recording R;
  R.Lines.push_back(line(0x4000, std::move(Rows)));
  return R;
}

BinaryFit fit(const Binary &B, const Recording &R, CodeMap *Code = nullptr) {
  return fitBinary({&B, nullptr, Code}, R);
}

const std::vector<Symbol> Code = {symbol("reader", 0x1100, 0x80), symbol("writer", 0x1234, 0x40)};

TEST(LoadBase, FixedFileWithItsSymbols) {
  Binary B = image(BinaryKind::Fixed, Code);
  BinaryFit F = fit(
      B, recording({{.Code = 0x1104, .Symbol = "reader"}, {.Code = 0x1240, .Symbol = "writer"}}));
  EXPECT_TRUE(F.Fits);
  EXPECT_EQ(F.LoadBase, 0u);
}

TEST(LoadBase, FixedFileOfAnotherBuild) {
  Binary B = image(BinaryKind::Fixed, Code);
  BinaryFit F = fit(
      B, recording({{.Code = 0x1104, .Symbol = "reader"}, {.Code = 0x1140, .Symbol = "writer"}}));
  EXPECT_FALSE(F.Fits);
  EXPECT_EQ(F.LoadBase, std::nullopt);
  EXPECT_EQ(F.Message, "cannot be the recorded file: 0x1140 is in 'writer' in the recording, and "
                       "in 'reader' in the file");
}

TEST(LoadBase, SameSymbolsButOtherLines) {
  Binary B = image(BinaryKind::Fixed, Code);
  Lines L({{0x1104, at(10)}, {0x1108, at(11)}, {0x110c, at(12)}});
  Recording Same = recording({{.Code = 0x1104, .Symbol = "reader", .Source = "a.c:10"},
                              {.Code = 0x1108, .Symbol = "reader", .Source = "a.c:11"},
                              {.Code = 0x110c, .Symbol = "reader", .Source = "a.c:99"}});
  EXPECT_TRUE(fit(B, Same, &L).Fits) << "one line may be off";
  Recording Other = recording({{.Code = 0x1104, .Symbol = "reader", .Source = "a.c:14"},
                               {.Code = 0x1108, .Symbol = "reader", .Source = "a.c:15"},
                               {.Code = 0x110c, .Symbol = "reader", .Source = "a.c:12"}});
  BinaryFit F = fit(B, Other, &L);
  EXPECT_FALSE(F.Fits);
  EXPECT_EQ(F.Message,
            "cannot be the recorded file: 2 of 3 code addresses are on another source line");
}

TEST(LoadBase, MovedFileHasTheOnlyBaseThatFits) {
  Binary B = image(BinaryKind::PositionIndependent, Code);
  BinaryFit F = fit(B, recording({{.Code = 0x555555555104, .Symbol = "reader"},
                                  {.Code = 0x555555555240, .Symbol = "writer"}}));
  EXPECT_TRUE(F.Fits);
  EXPECT_EQ(F.LoadBase, 0x555555554000u);
}

TEST(LoadBase, MovedFileThatCannotBeIt) {
  Binary B = image(BinaryKind::PositionIndependent, Code);
  // The distance of the two is not that in the file.
  BinaryFit F = fit(B, recording({{.Code = 0x555555555104, .Symbol = "reader"},
                                  {.Code = 0x555555556240, .Symbol = "writer"}}));
  EXPECT_FALSE(F.Fits);
  EXPECT_EQ(F.LoadBase, std::nullopt);
  EXPECT_EQ(F.Message, "cannot be the recorded file: no load address puts the code of 'app' into "
                       "the symbols that the recording names");
}

TEST(LoadBase, LargeFunctionAloneLeavesSeveralBases) {
  Binary B = image(BinaryKind::PositionIndependent, {symbol("large", 0x1000, 0x2000)});
  Recording R = recording({{.Code = 0x555555556804, .Symbol = "large", .Source = "a.c:10"}});
  BinaryFit F = fit(B, R);
  EXPECT_FALSE(F.Fits);
  EXPECT_EQ(F.Message, "2 load addresses fit the code of 'app' equally well: addresses stay "
                       "unresolved");
  // The source line decides.
  Lines L({{0x1804, at(10)}, {0x2804, at(70)}});
  EXPECT_EQ(fit(B, R, &L).LoadBase, 0x555555555000u);
}

TEST(LoadBase, BaseWithMoreOfTheLinesIsTheOne) {
  Binary B = image(BinaryKind::PositionIndependent, {symbol("large", 0x1000, 0x2000)});
  Recording R = recording({{.Code = 0x555555556804, .Symbol = "large", .Source = "a.c:10"},
                           {.Code = 0x555555556808, .Symbol = "large", .Source = "a.c:11"}});
  // At one base both lines agree, at the other one of them by chance.
  Lines L({{0x1804, at(10)}, {0x1808, at(11)}, {0x2804, at(10)}, {0x2808, at(70)}});
  EXPECT_EQ(fit(B, R, &L).LoadBase, 0x555555555000u);
}

TEST(LoadBase, StaticFunctionsShareTheirName) {
  Binary B = image(
      BinaryKind::PositionIndependent,
      {symbol("poll", 0x1100, 0x40), symbol("poll", 0x2200, 0x40), symbol("main", 0x2400, 0x40)});
  BinaryFit F = fit(B, recording({{.Code = 0x7f0000002210, .Symbol = "poll"},
                                  {.Code = 0x7f0000002404, .Symbol = "main"}}));
  EXPECT_EQ(F.LoadBase, 0x7f0000000000u);
}

TEST(LoadBase, AliasesOfOneAddress) {
  Binary B =
      image(BinaryKind::Fixed, {symbol("__write", 0x1100, 0x40), symbol("write", 0x1100, 0x40)});
  EXPECT_TRUE(fit(B, recording({{.Code = 0x1104, .Symbol = "write"}})).Fits);
  EXPECT_TRUE(fit(B, recording({{.Code = 0x1104, .Symbol = "__write"}})).Fits);
}

TEST(LoadBase, RenamedFileIsFoundByWhatFits) {
  Recording R = recording(
      {{.Code = 0x1104, .Symbol = "reader"}, {.Code = 0x7f0000000010, .Symbol = "memcpy"}});
  R.Lines[0].Rows[1].Object = "libc.so.6";
  Binary B = image(BinaryKind::Fixed, Code, "/tmp/app.debug");
  EXPECT_TRUE(fit(B, R).Fits);
  Binary Other = image(BinaryKind::Fixed, {symbol("sort", 0x1100, 0x80)}, "/tmp/other");
  BinaryFit F = fit(Other, R);
  EXPECT_FALSE(F.Fits);
  EXPECT_EQ(F.Message, "no file of the recording has its code where this one has it");
  // One symbol of a file that may be anywhere proves nothing.
  Binary Library =
      image(BinaryKind::PositionIndependent, {symbol("memcpy", 0x1100, 0x80)}, "/tmp/mine.so");
  EXPECT_FALSE(fit(Library, R).Fits);
}

TEST(LoadBase, WithoutSymbolsAFixedFileIsTakenWithoutProof) {
  Recording R = recording({{.Code = 0x1104, .Symbol = "0x1104"}});
  Binary Fixed = image(BinaryKind::Fixed, Code);
  EXPECT_TRUE(fit(Fixed, R).Fits);
  EXPECT_NE(fit(Fixed, R).Message.find("without proof"), std::string::npos);
  Binary Moved = image(BinaryKind::PositionIndependent, Code);
  EXPECT_FALSE(fit(Moved, R).Fits);
}

TEST(LoadBase, KernelTakesKernelRowsOnly) {
  Recording R = recording(
      {{.Code = 0x1104, .Symbol = "reader"}, {.Code = 0xffffffff81001004, .Symbol = "schedule"}});
  R.Lines[0].Rows[1].Mode = 'k';
  R.Lines[0].Rows[1].Object = "[kernel.kallsyms]";
  Binary B = image(BinaryKind::Fixed, {symbol("schedule", 0xffffffff81001000, 0x40)}, "/vmlinux");
  B.KernelImage = true;
  EXPECT_TRUE(fit(B, R).Fits);
  // Moved by the kernel's own randomisation: its addresses are not those of the file.
  R.Lines[0].Rows[1].CodeAddress = 0xffffffff9a001004;
  EXPECT_FALSE(fit(B, R).Fits);
}

TEST(SymbolNames, AsPerfPrintsThem) {
  EXPECT_TRUE(isSymbolName("reader", false, "reader"));
  EXPECT_FALSE(isSymbolName("read", false, "reader"));
  EXPECT_TRUE(isSymbolName("read", true, "reader"));
  EXPECT_TRUE(isSymbolName("ns::Pool::take", false, "_ZN2ns4Pool4takeEi"));
  EXPECT_TRUE(isSymbolName("ns::Pool::take(int)", false, "_ZN2ns4Pool4takeEi"));
  EXPECT_TRUE(isSymbolName("ns::Pool::ta", true, "_ZN2ns4Pool4takeEi"));
  EXPECT_FALSE(isSymbolName("ns::Pool::put", false, "_ZN2ns4Pool4takeEi"));
  EXPECT_TRUE(isSymbolName("plus::operator()", false, "_ZNK4plusclEii"));
  EXPECT_TRUE(isSymbolName("(anonymous namespace)::f", false, "_ZN12_GLOBAL__N_11fEv"));
}

} // namespace
