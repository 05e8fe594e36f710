//===-- HostileTest.cpp - BTF that no compiler writes ---------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/btf/BtfBytes.h"

#include <gmock/gmock.h>

namespace cachelint::btf {
namespace {

using model::Bits;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class HostileTest : public BtfTest {
protected:
  HostileTest() : Int(B.integer("int", 4)) {}
  BtfBytes B;
  uint32_t Int;
};

TEST_F(HostileTest, TypeNumberOutOfRange) {
  B.structure("s", 8, {{"a", 77, 0}, {"b", Int, 32}});
  model::UnitFacts Facts = read(B.bytes());
  ASSERT_EQ(Facts.Records.size(), 1u);
  EXPECT_EQ(Facts.Records[0].Fields[0].Type.Size, std::nullopt);
  EXPECT_EQ(Facts.Records[0].Fields[1].Offset, Bits::fromBytes(4));
  EXPECT_THAT(problems(),
              HasSubstr("in.btf(+0x28): BTF type 2 refers to type 77, and the last one is 2"));
  EXPECT_FALSE(Problems.hasFailures());
}

TEST_F(HostileTest, NameOutOfRange) {
  B.raw(0x7fffffff, static_cast<uint32_t>(Kind::Struct) << 24 | 1, 4, {0x1000, Int, 0});
  B.structure("good", 4, {{"a", Int, 0}});
  model::UnitFacts Facts = read(B.bytes());
  EXPECT_THAT(keys(Facts), ElementsAre("(anonymous struct at type 2)", "good"));
  EXPECT_THAT(problems(), HasSubstr("in.btf(+0x28): BTF type 2 has a name at 0x7fffffff of the "
                                    "strings, which end at 0x"));
  EXPECT_THAT(problems(), HasSubstr("has a name at 0x1000 of the strings"));
}

TEST_F(HostileTest, LargestNumbersOfAll) {
  for (uint32_t Largest : {0xffffffffu, 0xfffffffeu}) {
    BtfBytes Bad;
    Bad.raw(Largest, static_cast<uint32_t>(Kind::Struct) << 24 | 1, 4, {Largest, Largest, 0});
    Bad.raw(Largest, static_cast<uint32_t>(Kind::Typedef) << 24, Largest);
    EXPECT_EQ(read(Bad.bytes()).Records.size(), 1u);
  }
}

TEST_F(HostileTest, ManyProblemsAreCounted) {
  for (unsigned I = 0; I != 500; ++I)
    B.pointer(0x10000);
  read(B.bytes());
  EXPECT_EQ(Problems.sorted().size(), 21u);
  EXPECT_THAT(problems(), HasSubstr("in.btf: 480 more problems like these"));
}

TEST_F(HostileTest, TypedefOfItself) {
  uint32_t T = B.typeDef("t", B.next());
  B.structure("s", 8, {{"a", T, 0}, {"b", B.array(T, 2), 32}});
  model::UnitFacts Facts = read(B.bytes());
  EXPECT_EQ(Facts.Records[0].Fields[0].Type.Size, std::nullopt);
  EXPECT_EQ(Facts.Records[0].Fields[0].Type.Spelling, "t");
}

TEST_F(HostileTest, CyclesOfQualifiersPointersAndArrays) {
  uint32_t C = B.next();
  B.add(Kind::Const, "", C + 1);
  B.add(Kind::Volatile, "", C);
  uint32_t P = B.pointer(B.next());
  uint32_t A = B.array(B.next(), 3);
  uint32_t F = B.next();
  B.add(Kind::FuncProto, "", F, 1, false, {0, F});
  B.structure("s", 32, {{"c", C, 0}, {"p", P, 64}, {"a", A, 128}, {"f", B.pointer(F), 192}});
  model::UnitFacts Facts = read(B.bytes());
  ASSERT_EQ(Facts.Records.size(), 1u);
  EXPECT_EQ(Facts.Records[0].Fields[2].Type.Size, std::nullopt);
}

TEST_F(HostileTest, RecordThatHoldsItself) {
  uint32_t S = B.next();
  B.structure("s", 4, {{"s", S, 0}});
  uint32_t U = B.next();
  B.structure("", 4, {{"u", U, 0}});
  B.structure("user", 4, {{"u", U, 0}});
  Options.Records = {"s", "user"};
  model::UnitFacts Facts = read(B.bytes());
  EXPECT_NE(find(Facts, "s"), nullptr);
  EXPECT_NE(find(Facts, "user::(anonymous struct #1)"), nullptr);
  EXPECT_LT(Facts.Records.size(), 40u);
  EXPECT_THAT(problems(), HasSubstr("is an unnamed record in 32 others"));
}

/// Each of 40 levels is two unnamed records, and each of them holds both of the level below.
TEST_F(HostileTest, UnnamedRecordsThatMultiply) {
  uint32_t Left = B.structure("", 4, {{"x", Int, 0}}), Right = B.unite("", 4, {{"y", Int, 0}});
  for (unsigned Level = 0; Level != 40; ++Level) {
    uint32_t NewLeft = B.structure("", 4, {{"", Left, 0}, {"", Right, 0}});
    Right = B.unite("", 4, {{"", Left, 0}, {"", Right, 0}});
    Left = NewLeft;
  }
  B.structure("root", 4, {{"", Left, 0}});
  read(B.bytes());
  EXPECT_TRUE(Problems.hasFailures());
  EXPECT_THAT(problems(), HasSubstr("in.btf: BTF describes far more than a file of this size"));
}

/// Each function has two parameters of the kind before.
TEST_F(HostileTest, ParametersThatMultiply) {
  uint32_t F = Int;
  for (unsigned Level = 0; Level != 60; ++Level)
    F = B.pointer(B.add(Kind::FuncProto, "", F, 2, false, {0, F, 0, F}));
  B.structure("s", 8, {{"f", F, 0}});
  model::UnitFacts Facts = read(B.bytes());
  ASSERT_EQ(Facts.Records.size(), 1u);
  EXPECT_LT(Facts.Records[0].Fields[0].Type.Spelling.size(), 10000u);
}

TEST_F(HostileTest, ManyNamesOfOneLongString) {
  uint32_t Start = B.text(std::string(60000, 'x'));
  for (uint32_t I = 0; I != 20000; ++I)
    B.raw(Start + I, static_cast<uint32_t>(Kind::Struct) << 24, 4);
  read(B.bytes());
  EXPECT_THAT(problems(), HasSubstr("BTF describes far more than a file of this size"));
}

TEST_F(HostileTest, NameLongerThanAnyNameIsCut) {
  B.structure(std::string(100000, 'x'), 4, {});
  model::UnitFacts Facts = read(B.bytes());
  ASSERT_EQ(Facts.Records.size(), 1u);
  EXPECT_EQ(Facts.Records[0].Key.size(), 65536u);
}

TEST_F(HostileTest, ManyRecordsOfOneName) {
  for (uint32_t I = 0; I != 20000; ++I)
    B.structure("same", 8, {{"a", Int, 0}, {"b", Int, I % 100}});
  EXPECT_EQ(read(B.bytes()).Records.size(), 100u);
}

TEST_F(HostileTest, ArraysBeyondAllMemory) {
  uint32_t A = Int;
  for (unsigned I = 0; I != 8; ++I)
    A = B.array(A, 0xffffffff);
  B.structure("s", 8, {{"a", A, 0}, {"b", Int, 32}});
  model::UnitFacts Facts = read(B.bytes());
  EXPECT_EQ(Facts.Records[0].Fields[0].Type.Size, std::nullopt);
  EXPECT_EQ(Facts.Records[0].Fields[0].Type.Extents.size(), 8u);
}

TEST_F(HostileTest, MemberBeyondTheEndOfItsRecord) {
  uint32_t Inner = B.structure("inner", 64, {{"a", Int, 0}});
  B.structure("s", 4, {{"b", Int, 32}, {"i", Inner, 0xffffffff}});
  model::UnitFacts Facts = read(B.bytes());
  EXPECT_EQ(find(Facts, "s")->Fields[0].Offset, Bits::fromBytes(4));
  EXPECT_THAT(problems(), HasSubstr("member b of s (BTF type 3) ends at bit 64, and the record has "
                                    "32"));
}

TEST_F(HostileTest, TypesThatAreNoTypesOfObjects) {
  uint32_t Func = B.add(Kind::Func, "f", B.add(Kind::FuncProto, "", 0));
  uint32_t Var = B.add(Kind::Var, "v", Int, 0, false, {1});
  uint32_t Section = B.add(Kind::DataSec, ".data", 4, 1, false, {Int, 0, 4});
  uint32_t Tag = B.add(Kind::DeclTag, "tag", Int, 0, false, {0});
  B.structure("s", 32, {{"a", Func, 0}, {"b", Var, 64}, {"c", Section, 128}, {"d", Tag, 192}});
  model::UnitFacts Facts = read(B.bytes());
  ASSERT_EQ(Facts.Records.size(), 1u);
  for (const model::Field &F : Facts.Records[0].Fields)
    EXPECT_EQ(F.Type.Size, std::nullopt) << F.Name.str();
  EXPECT_TRUE(Facts.Variables.empty());
}

TEST_F(HostileTest, IntegerOfNoBits) {
  B.structure("s", 4, {{"a", B.oldBitField("int", 4, 0, 0), 0}, {"b", B.integer("z", 0), 0}});
  EXPECT_FALSE(read(B.bytes()).Records[0].Fields[0].isBitField());
}

/// Whatever a byte is changed to, reading ends, and without a crash.
TEST_F(HostileTest, EveryByteBroken) {
  uint32_t Inner = B.structure("", 4, {{"x", Int, 0}});
  uint32_t Td = B.typeDef("t", Inner);
  B.bitStructure("s", 16, {{"a", Td, 0, 0}, {"b", B.array(Inner, 2), 32, 0}, {"c", Int, 96, 3}});
  uint32_t Var = B.add(Kind::Var, "v", Td, 0, false, {0});
  B.add(Kind::DataSec, ".data..percpu", 4, 1, false, {Var, 0, 4});
  B.add(Kind::FuncProto, "", Int, 1, false, {0, B.pointer(Td)});
  std::string Good = B.bytes();
  for (size_t At = 0; At != Good.size(); ++At)
    for (unsigned char Value : {0x00, 0x01, 0x04, 0x7f, 0x80, 0xff}) {
      std::string Bad = Good;
      Bad[At] = static_cast<char>(Value);
      auto Facts = tryRead(Bad);
      if (!Facts)
        EXPECT_THAT(llvm::toString(Facts.takeError()), HasSubstr("in.btf"));
    }
}

} // namespace
} // namespace cachelint::btf
