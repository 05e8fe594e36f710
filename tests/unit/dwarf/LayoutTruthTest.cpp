//===-- LayoutTruthTest.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Every record of inputs/*, on many targets and in each version of DWARF, against what the compiler
// says of sizeof, offsetof and bit positions.

#include "tests/unit/dwarf/Compile.h"
#include "tests/unit/dwarf/Truth.h"
#include "tool/dwarf/BinaryReader.h"
#include "tool/model/FieldPath.h"

#include "gtest/gtest.h"

using namespace cachelint;
using namespace cachelint::test;
using model::Bits;

namespace {

struct Case {
  const char *Input;
  Compiler With;
  const char *Flags;
};

void PrintTo(const Case &C, std::ostream *Out) {
  *Out << (C.With == Compiler::Gcc ? "gcc " : "clang ") << C.Flags << " " << C.Input;
}

class LayoutTruth : public ::testing::TestWithParam<Case> {};

std::string textOf(const Case &C) {
  std::ostringstream Out;
  PrintTo(C, &Out);
  return Out.str();
}

const model::Field *fieldNamed(const model::Record &R, llvm::StringRef Name) {
  for (const model::Field &F : R.Fields)
    if (F.Name == Name)
      return &F;
  return nullptr;
}

void checkRow(const TruthRow &Row, const std::vector<model::Record> &Records) {
  const model::Record *R = model::findRecord(Records, Row.Key, std::nullopt);
  ASSERT_NE(R, nullptr);
  if (Row.Is == TruthRow::Record) {
    EXPECT_EQ(R->Size, Bits::fromBytes(Row.Size));
    // Only what packing hides may be unknown, where the input states alignments.
    EXPECT_TRUE(R->Align || R->is(model::RecordFlag::PackedInferred) ||
                !model::covers(R->From.Can, model::Capability::Alignment));
    if (R->Align)
      EXPECT_EQ(R->Align, Bits::fromBytes(Row.Align));
    return;
  }
  const model::Field *F = fieldNamed(*R, Row.Name);
  ASSERT_NE(F, nullptr);
  if (Row.Is == TruthRow::BitField) {
    EXPECT_EQ(F->Offset, Bits::fromBits(Row.Offset));
    EXPECT_EQ(F->BitWidth, Bits::fromBits(Row.Width));
    return;
  }
  EXPECT_EQ(F->Offset, Bits::fromBytes(Row.Offset));
  EXPECT_EQ(F->Type.Size, Bits::fromBytes(Row.Size));
}

TEST_P(LayoutTruth, Equal) {
  const Case &C = GetParam();
  if (C.With == Compiler::Gcc && !haveGcc())
    GTEST_SKIP() << "gcc is not there";
  std::string Object = compile(C.With, C.Input, C.Flags);
  ASSERT_FALSE(Object.empty());
  StringPool Pool;
  ProblemSink Problems;
  llvm::Expected<model::UnitFacts> Facts = dwarf::readBinary(Object, Pool, {}, Problems);
  ASSERT_TRUE(static_cast<bool>(Facts)) << llvm::toString(Facts.takeError());
  for (const Problem &P : Problems.sorted())
    ADD_FAILURE() << P.text();
  std::vector<TruthRow> Truth = readTruth(Object);
  EXPECT_GT(Truth.size(), 20u);
  for (const TruthRow &Row : Truth) {
    SCOPED_TRACE(textOf(C) + ": " + Row.Key + " " + Row.Name);
    checkRow(Row, Facts->Records);
  }
}

std::vector<Case> allCases() {
  std::vector<Case> Cases;
  const char *Inputs[] = {"records.c", "bitfields.c", "classes.cpp"};
  for (const char *Input : Inputs) {
    for (const char *Flags :
         {"-c -gdwarf-2", "-c -gdwarf-3", "-c -gdwarf-4", "-c -gdwarf-5", "-c -gdwarf-5 -O2",
          "-c -gdwarf-4 -fdebug-types-section", "-c -gdwarf-5 -fdebug-types-section",
          "-c -gdwarf-5 -gz=zlib", "-c -gdwarf-4 -gz=zlib-gnu", "-c -gdwarf-5 -gdwarf64",
          "-c -gdwarf-5 -m32", "-c -gdwarf-3 -m32 -DNO_ATOMICS"})
      Cases.push_back({Input, Compiler::Gcc, Flags});
    // DWARF 2 has no namespaces.
    if (llvm::StringRef(Input).ends_with(".c"))
      Cases.push_back({Input, Compiler::Gcc, "-c -gdwarf-2 -gstrict-dwarf"});
    for (const char *Flags :
         {"-c -gdwarf-2", "-c -gdwarf-3", "-c -gdwarf-4", "-c -gdwarf-5", "-c -gdwarf-5 -gz=zlib",
          "-c -gdwarf-5 -gdwarf64", "-c -gdwarf-4 -fdebug-types-section",
          "-c -gdwarf-5 -fdebug-types-section", "-c -gdwarf-4 --target=i386-linux-gnu -DNO_ATOMICS",
          "-c -gdwarf-4 --target=aarch64-linux-gnu", "-c -gdwarf-2 --target=armv7-linux-gnueabihf",
          "-c -gdwarf-3 --target=s390x-linux-gnu", "-c -gdwarf-5 --target=s390x-linux-gnu",
          "-c -gdwarf-2 --target=powerpc64-linux-gnu", "-c -gdwarf-5 --target=powerpc-linux-gnu",
          "-c -gdwarf-5 --target=riscv64-linux-gnu"})
      Cases.push_back({Input, Compiler::Clang, Flags});
  }
  return Cases;
}
INSTANTIATE_TEST_SUITE_P(All, LayoutTruth, ::testing::ValuesIn(allCases()));

} // namespace
