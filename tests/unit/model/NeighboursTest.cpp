//===-- NeighboursTest.cpp -----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Neighbours.h"

#include "gtest/gtest.h"

using namespace cachelint::model;

namespace {

class Variables {
public:
  Program P;

  Variable &add(Str Name, uint64_t Size, uint64_t Align = 0) {
    Variable V;
    V.Key = V.Name = Name;
    V.Type.Size = Bits::fromBytes(Size);
    V.Type.Align = Bits::fromBytes(Align ? Align : Size);
    V.Defined = true;
    V.Initial = InitialValue::Zero;
    V.Pos = {"/src/a.c", static_cast<unsigned>(P.Variables.size() + 1), 1};
    V.From.Input = "/src/a.c";
    P.Variables.push_back(V);
    return P.Variables.back();
  }
  void linked(Str Name, uint64_t Size, uint64_t Address, Str Image = "app") {
    Variable &V = add(Name, Size);
    V.Address = Address;
    V.Image = Image;
  }

  std::string pairs(uint64_t Line = 64) const {
    std::string Text;
    auto All = [](const Variable &) { return true; };
    for (const NeighbourPair &N : neighboursOf(P, Bits::fromBytes(Line), All))
      Text += (Text.empty() ? "" : " ") + N.A->Name.str() + N.B->Name.str();
    return Text;
  }
};

TEST(Neighbours, AddressesDecideWhatIsOnALine) {
  Variables V;
  V.linked("c", 8, 0x1040);
  V.linked("a", 8, 0x1030);
  V.linked("b", 8, 0x1038);
  EXPECT_EQ(V.pairs(), "ab");
  EXPECT_EQ(V.pairs(128), "ab ac bc");
}

TEST(Neighbours, TheEndsOfALargeVariable) {
  Variables V;
  V.linked("a", 8, 0x1000);
  V.linked("b", 128, 0x1008);
  V.linked("c", 8, 0x1088);
  EXPECT_EQ(V.pairs(), "ab bc");
  auto All = [](const Variable &) { return true; };
  auto Pairs = neighboursOf(V.P, Bits::fromBytes(64), All);
  ASSERT_EQ(Pairs.size(), 2u);
  EXPECT_EQ(Pairs[0].BytesB, (std::pair<uint64_t, uint64_t>(0, 0x38)));
  EXPECT_EQ(Pairs[1].BytesA, (std::pair<uint64_t, uint64_t>(0x78, 0x80)));
  EXPECT_EQ(Pairs[1].distance(), 0x80u);
}

TEST(Neighbours, TwoFilesTwoNamesAndTwoPerCpuSectionsAreApart) {
  Variables V;
  V.linked("a", 8, 0x1000);
  V.linked("b", 8, 0x1008, "library");
  V.linked("c", 8, 0x1000);
  V.linked("d", 8, 0x1010);
  V.P.Variables.back().Storage = StorageKind::PerCpu;
  V.P.Variables.back().Section = ".data..percpu";
  V.linked("e", 8, 0x1018);
  V.P.Variables.back().Storage = StorageKind::ThreadLocal;
  EXPECT_EQ(V.pairs(), "");
}

TEST(Neighbours, ObjectFilesHaveOffsetsInSections) {
  Variables V;
  for (Str Name : {"a", "b", "c"}) {
    Variable &Each = V.add(Name, 4);
    Each.Image = "a.o";
    Each.Section = Name == "c" ? ".data" : ".bss";
    Each.SectionOffset = Name == "b" ? 8 : 4;
  }
  EXPECT_EQ(V.pairs(), "ab");
}

TEST(Neighbours, SourceOrderIsAnEstimate) {
  Variables V;
  V.add("a", 8);
  V.add("b", 8);
  V.add("c", 40, 8);
  V.add("d", 8);
  // From a's end to d's beginning are 48 bytes: too far for most starts.
  EXPECT_EQ(V.pairs(), "ab ac bc cd");
}

TEST(Neighbours, AnAlignmentStartsALine) {
  Variables V;
  V.add("a", 8);
  V.add("b", 8, 64);
  V.add("c", 8);
  EXPECT_EQ(V.pairs(), "bc");
}

TEST(Neighbours, OtherSectionsHeadersAndDeclarationsAreNoNeighbours) {
  Variables V;
  V.add("a", 8);
  V.add("b", 8).Initial = InitialValue::Value;
  V.add("c", 8).Section = ".data.read_mostly";
  V.add("d", 8).Defined = false;
  V.add("e", 8).Pos.File = "/src/a.h";
  V.add("f", 8).Image = "app";
  EXPECT_EQ(V.pairs(), "");
}

} // namespace
