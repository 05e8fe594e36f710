//===-- InputKindTest.cpp - telling recordings apart ---------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/InputKind.h"
#include "tests/unit/evidence/SampleReport.h"
#include "tool/evidence/ReportReader.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cachelint::evidence {
namespace {

using llvm::StringRef;
using testing::HasSubstr;

TEST(InputKind, ByContent) {
  EXPECT_EQ(recogniseInput(SampleReport), InputKind::C2cReport);
  EXPECT_EQ(recogniseInput("PERFILE2\x68"), InputKind::PerfData);
  EXPECT_EQ(recogniseInput("2ELIFREP\x00"), InputKind::PerfData); // other byte order
  EXPECT_EQ(recogniseInput("\x7f"
                           "ELF\x02\x01"),
            InputKind::Elf);
  EXPECT_EQ(recogniseInput("\x28\xb5\x2f\xfd"), InputKind::Compressed);
  EXPECT_EQ(recogniseInput(StringRef("\xff\xfe=\0=\0", 6)), InputKind::Utf16);
  EXPECT_EQ(recogniseInput(StringRef("ab\0cd", 5)), InputKind::Binary);
  EXPECT_EQ(recogniseInput(""), InputKind::Empty);
  EXPECT_EQ(recogniseInput(" \n\n"), InputKind::Empty);
  EXPECT_EQ(recogniseInput("int main() { return 0; }\n"), InputKind::OtherText);
}

TEST(InputKind, PerfScript) {
  EXPECT_EQ(recogniseInput("     11868100242 |OP LOAD|LVL LFB/MAB hit|SNP None|TLB L1 hit|LCK "
                           "No|BLK  N/A      57\n"),
            InputKind::PerfScript);
  EXPECT_EQ(
      recogniseInput("  ls 14753 [011]  3678.072400:          1      l1d-miss: ffffa7c22b4b2a00\n"),
      InputKind::PerfScript);
}

TEST(InputKind, PerfMemReport) {
  EXPECT_EQ(
      recogniseInput(
          "# Samples: 3M of event 'ibs_op//'\n# Memory access    Samples  Snoop\nL1 hit  5  N/A\n"),
      InputKind::PerfMemReport);
  EXPECT_EQ(recogniseInput("# Samples: 3M of event 'cycles'\n# Overhead  Command\n"),
            InputKind::PerfReport);
}

TEST(InputKind, PartsOfAReport) {
  EXPECT_EQ(recogniseInput("text of a mail\n  Load Local HITM                   :         50\n"),
            InputKind::C2cReport);
  EXPECT_EQ(recogniseInput("  0  13642  19392  9012  63  0xff1ddd3f0c8a3b00\n"),
            InputKind::C2cReport);
  EXPECT_EQ(recogniseInput(">           Shared Data Cache Line Table\n"), InputKind::C2cReport);
}

TEST(InputKind, RefusalSaysWhatToDo) {
  ProblemSink Sink;
  auto Read = readC2cReport("run/perf.data", "PERFILE2", Sink);
  ASSERT_FALSE(bool(Read));
  EXPECT_EQ(llvm::toString(Read.takeError()),
            "perf.data is not read yet: run 'perf c2c report --stdio --full-symbols -i "
            "run/perf.data > c2c.txt' and give "
            "c2c.txt");
  for (InputKind Kind : {InputKind::PerfScript, InputKind::PerfMemReport, InputKind::PerfReport,
                         InputKind::Elf, InputKind::Binary, InputKind::Empty, InputKind::OtherText})
    EXPECT_THAT(refusal(Kind, "x"), HasSubstr("perf c2c report"));
  EXPECT_EQ(refusal(InputKind::C2cReport, "x"), "");
}

} // namespace
} // namespace cachelint::evidence
