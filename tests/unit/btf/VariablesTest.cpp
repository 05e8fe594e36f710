//===-- VariablesTest.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/btf/BtfBytes.h"

#include <gmock/gmock.h>

namespace cachelint::btf {
namespace {

using model::Bits;
using model::StorageKind;
using ::testing::ElementsAre;

class VariablesTest : public BtfTest {
protected:
  VariablesTest() : Int(B.integer("int", 4)) {}
  uint32_t variable(const char *Name, uint32_t Type, uint32_t Linkage) {
    return B.add(Kind::Var, Name, Type, 0, false, {Linkage});
  }
  std::vector<std::string> variableKeys() {
    Facts = read(B.bytes());
    std::vector<std::string> Keys;
    for (const model::Variable &V : Facts.Variables)
      Keys.push_back(V.Key.str());
    return Keys;
  }
  BtfBytes B;
  uint32_t Int;
  model::UnitFacts Facts;
};

TEST_F(VariablesTest, OfAPerCpuSection) {
  uint32_t S = B.structure("stats", 16, {{"n", Int, 0}});
  uint32_t Global = variable("cpu_stats", S, 1), Static = variable("hits", B.array(Int, 3), 0);
  B.add(Kind::DataSec, ".data..percpu", 0x100, 2, false, {Global, 0x40, 16, Static, 0x80, 12});
  EXPECT_THAT(variableKeys(), ElementsAre("cpu_stats", "hits@.data..percpu+0x80"));
  const model::Variable &V = Facts.Variables[0];
  EXPECT_EQ(V.Storage, StorageKind::PerCpu);
  EXPECT_EQ(V.Section, ".data..percpu");
  EXPECT_EQ(V.SectionOffset, 0x40u);
  EXPECT_EQ(V.Address, std::nullopt);
  EXPECT_EQ(V.Type.Record, "stats");
  EXPECT_EQ(V.Type.Size, Bits::fromBytes(16));
  EXPECT_EQ(V.From.From, model::FrontEnd::Btf);
  EXPECT_EQ(Facts.Variables[1].Storage, StorageKind::PerCpu);
  EXPECT_EQ(Facts.Variables[1].Name, "hits");
}

TEST_F(VariablesTest, StaticsOfOneName) {
  uint32_t A = variable("count", Int, 0), C = variable("count", Int, 0);
  B.add(Kind::DataSec, ".bss", 8, 2, false, {C, 4, 4, A, 0, 4});
  EXPECT_THAT(variableKeys(), ElementsAre("count@.bss+0x0", "count@.bss+0x4"));
  EXPECT_EQ(Facts.Variables[0].Storage, StorageKind::FileStatic);
}

TEST_F(VariablesTest, SectionThatALoaderIsToFillIn) {
  uint32_t A = variable("a", Int, 1), C = variable("c", B.array(Int, 0), 1);
  B.add(Kind::DataSec, ".data", 0, 2, false, {A, 0, 4, C, 0, 24});
  EXPECT_THAT(variableKeys(), ElementsAre("a", "c"));
  EXPECT_EQ(Facts.Variables[0].SectionOffset, std::nullopt);
  EXPECT_EQ(Facts.Variables[0].Storage, StorageKind::Global);
}

TEST_F(VariablesTest, ExternalOnesAreElsewhere) {
  uint32_t A = variable("jiffies", Int, 2);
  uint32_t F = B.add(Kind::Func, "bpf_call", B.add(Kind::FuncProto, "", Int), 2);
  B.add(Kind::DataSec, ".ksyms", 8, 2, false, {A, 0, 4, F, 0, 0});
  EXPECT_TRUE(variableKeys().empty());
}

TEST_F(VariablesTest, StaticInsideOfAFunction) {
  B.add(Kind::Func, "before", Int, 1);
  B.add(Kind::Func, "serve", B.add(Kind::FuncProto, "", Int), 1);
  uint32_t A = variable("serve.count", Int, 0), C = variable("other.count", Int, 0);
  B.add(Kind::DataSec, ".bss", 8, 2, false, {A, 0, 4, C, 4, 4});
  EXPECT_THAT(variableKeys(), ElementsAre("other.count@.bss+0x4", "serve()::count@.bss+0x0"));
  EXPECT_EQ(Facts.Variables[1].Storage, StorageKind::LocalStatic);
  EXPECT_EQ(Facts.Variables[1].Function, "serve");
  EXPECT_EQ(Facts.Variables[1].LinkageName, "serve.count");
}

TEST_F(VariablesTest, OfAnUnnamedRecord) {
  uint32_t Unnamed = B.structure("", 4, {{"x", Int, 0}});
  uint32_t V = variable("state", B.array(Unnamed, 2), 1);
  B.add(Kind::DataSec, ".data", 8, 1, false, {V, 0, 8});
  variableKeys();
  EXPECT_EQ(Facts.Variables[0].Type.Record, "state::(anonymous struct #1)");
  EXPECT_THAT(keys(Facts), ElementsAre("state::(anonymous struct #1)"));
}

TEST_F(VariablesTest, NotWhenNotAskedFor) {
  uint32_t A = variable("a", Int, 1);
  B.add(Kind::DataSec, ".data", 4, 1, false, {A, 0, 4});
  Options.Variables = false;
  EXPECT_TRUE(variableKeys().empty());
}

} // namespace
} // namespace cachelint::btf
