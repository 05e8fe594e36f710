//===-- FactsFileTest.cpp - facts written and read again ------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "RandomUnit.h"

#include "tool/facts/Enumerators.h"
#include "tool/facts/FactsFiles.h"
#include "tool/facts/UnitParts.h"

#include "gmock/gmock.h"

using namespace cachelint;
using namespace cachelint::test;
using namespace cachelint::facts;

namespace {

constexpr llvm::StringLiteral Version("1.0 test");

void expectGood(llvm::Error E) { EXPECT_EQ(llvm::toString(std::move(E)), ""); }

std::string fileOf(const std::vector<UnitFacts> &Units) {
  FactsWriter Out(Version);
  std::string W = packWords(words());
  Out.add(EntryKind::Words, W);
  for (const UnitFacts &U : Units)
    // Each unit is compiled in a way of its own.
    Out.add(packUnit(U, idOf(packUnit(U, {}, {}, {}).Unit), idOf(W), {}));
  return Out.bytes();
}

MergedFacts mergedFiles(const std::vector<std::string> &Files, StringPool &Pool,
                        unsigned Jobs = 1) {
  ProblemSink Problems;
  FactsFiles All(Version, Pool, Problems);
  for (const std::string &F : Files)
    expectGood(All.add({F, "test.facts"}));
  Merger M;
  All.mergeInto(M, Jobs);
  EXPECT_TRUE(Problems.sorted().empty());
  return M.take();
}

std::string errorOf(llvm::StringRef Bytes) {
  StringPool Pool;
  ProblemSink Problems;
  FactsFiles All(Version, Pool, Problems);
  if (llvm::Error E = All.add({Bytes, "x.facts"}))
    return llvm::toString(std::move(E));
  Merger M;
  All.mergeInto(M, 1);
  std::string Text;
  for (const Problem &P : Problems.sorted())
    Text += P.Message + "\n";
  return Text;
}

/// Unions of merges through files are those of the units themselves, whatever the grouping.
TEST(FactsFile, MergingFilesIsMergingUnits) {
  std::mt19937 Random(23);
  for (unsigned Round = 0; Round != 40; ++Round) {
    std::vector<UnitFacts> Units;
    for (unsigned I = 0; I != 6; ++I)
      Units.push_back(randomUnit(Random));
    MergedFacts Straight = merged(Units);
    StringPool Pool;
    std::vector<std::string> Files;
    for (const UnitFacts &U : Units)
      Files.push_back(fileOf({U}));
    Files.push_back(fileOf(Units));
    std::shuffle(Files.begin(), Files.end(), Random);
    expectSame(Straight, mergedFiles(Files, Pool, 1 + Round % 3));
  }
}

/// Gives every member of a fact a value that is no default and, as far as its type allows, none
/// that another one has.
class Filler {
public:
  explicit Filler(StringPool &Pool) : Pool(Pool) {}

  template <typename T> void fill(T &V) {
    if constexpr (std::is_same_v<T, Str>)
      V = Pool.intern(llvm::Twine("name") + llvm::Twine(++Last));
    else if constexpr (std::is_same_v<T, Bits>)
      V = Bits::fromBits(++Last);
    else if constexpr (std::is_same_v<T, bool>)
      V = true;
    else if constexpr (std::is_enum_v<T>)
      V = static_cast<T>(1);
    else if constexpr (std::is_integral_v<T>)
      V = std::is_signed_v<T> ? -static_cast<T>(++Last) : static_cast<T>(++Last);
    else if constexpr (facts::detail::IsOptional<T>::value)
      fill(V.emplace());
    else if constexpr (facts::detail::IsRange<T>::value)
      fillRange(V);
    else if constexpr (facts::detail::IsVariant<T>::value)
      fill(V.template emplace<0>());
    else
      std::apply(
          [this](const auto &...P) {
            (this->fill(const_cast<std::remove_cvref_t<decltype(P)> &>(P)), ...);
          },
          parts(V));
  }

private:
  template <typename T> void fillRange(T &V) {
    for (int I = 0; I != 2; ++I)
      fill(V.emplace_back());
    if constexpr (std::is_same_v<typename T::value_type, PathStep>) {
      fill(V.emplace_back().template emplace<IndexStep>());
      V.emplace_back().template emplace<DerefStep>();
    }
  }
  StringPool &Pool;
  uint64_t Last = 0;
};

TEST(FactsFile, EveryMemberComesBack) {
  StringPool Pool, Other;
  UnitFacts U;
  U.From = Unit().Facts.From;
  Filler(Pool).fill(static_cast<FactLists &>(U));
  expectSame(merged({U}), mergedFiles({fileOf({U})}, Other));
}

TEST(FactsFile, WhatTwoUnitsSayOfAHeaderIsOnePart) {
  Unit A("/src/a.c"), B("/src/b.c");
  for (Unit *U : {&A, &B}) {
    Record &R = U->record("R", 8, 8);
    R.Pos = at(1, "/src/h.h");
    U->access("f", path(global("v"), {})).Pos = at(3, "/src/h.h");
    U->function("main_of_its_own");
  }
  PackedUnit PA = packUnit(A.Facts, {}, {}, {}), PB = packUnit(B.Facts, {}, {}, {});
  ASSERT_EQ(PA.Parts.size(), 2u);
  std::set<EntryId> All;
  for (const PackedUnit *P : {&PA, &PB})
    for (const auto &[Id, Bytes] : P->Parts)
      All.insert(Id);
  EXPECT_EQ(All.size(), 3u);
  EXPECT_NE(PA.Own, PB.Own);
}

TEST(FactsFile, PiecesOfAnotherUnitArePackedWithTheUnit) {
  Unit A("/src/a.c"), B("/src/b.c");
  Unit Piece("/src/h.h");
  Piece.access("inc", path(global("v"), {}), inLoop());
  A.Facts.Shared.emplace_back();
  static_cast<FactLists &>(A.Facts.Shared.back()) = Piece.Facts;
  A.Facts.Shared.back().Key = "h.h:1";
  A.Facts.Refers = B.Facts.Refers = {"h.h:1"};
  UnitPacker Packer;
  EXPECT_FALSE(Packer.knowsAllOf(B.Facts));
  Packer.learn(A.Facts);
  ASSERT_TRUE(Packer.knowsAllOf(B.Facts));
  PackedUnit PA = Packer.pack(A.Facts, {}, {}, {}), PB = Packer.pack(B.Facts, {}, {}, {});
  ASSERT_EQ(PB.Parts.size(), 1u);
  EXPECT_EQ(PA.Parts.begin()->first, PB.Parts.begin()->first);
  FactsWriter Out(Version);
  Out.add(PB);
  StringPool Pool;
  EXPECT_EQ(mergedFiles({Out.bytes()}, Pool).Accesses.size(), 1u);
}

TEST(FactsFile, VocabularyComesBack) {
  Vocabulary W = words();
  W.Name = "generic+test";
  LaunchApi L;
  L.Name = "go";
  L.DataArg = 2;
  W.LaunchApis = {L};
  std::string Bytes = packWords(W);
  auto Back = readWords({EntryKind::Words, idOf(Bytes), Bytes, 0}, "x");
  ASSERT_TRUE(static_cast<bool>(Back));
  EXPECT_EQ(packWords(*Back), Bytes);
  EXPECT_EQ(Back->LaunchApis.at(0).DataArg, 2u);
}

TEST(FactsFile, ProblemsOfTheReadingComeBack) {
  Unit A("/src/a.c");
  Problem P{ProblemLevel::Failure, "/src/a.c", "", {}, 7, "no such type", 3};
  FactsWriter Out(Version);
  Out.add(packUnit(A.Facts, {}, {}, {P}));
  StringPool Pool;
  ProblemSink Problems;
  FactsFiles All(Version, Pool, Problems);
  expectGood(All.add({Out.bytes(), "x.facts"}));
  Merger M;
  All.mergeInto(M, 1);
  EXPECT_THAT(Problems.sorted(), testing::ElementsAre(P));
}

TEST(FactsFile, EveryCutIsSeen) {
  Unit A("/src/a.c");
  A.record("R", 8, 8);
  std::string Whole = fileOf({A.Facts});
  for (size_t Size = 0; Size != Whole.size(); ++Size) {
    std::string Text = errorOf(llvm::StringRef(Whole).take_front(Size));
    // Cut behind an entry, a file is whole as far as it goes.
    bool Between = Text.empty() || Text.find("in none of the files") != std::string::npos;
    EXPECT_TRUE(Between || Text.find("x.facts") != std::string::npos) << Size << ": " << Text;
  }
  EXPECT_THAT(errorOf(llvm::StringRef(Whole).drop_back()),
              testing::AllOf(testing::HasSubstr("x.facts(+0x"), testing::HasSubstr("damaged")));
}

TEST(FactsFile, EveryChangedByteIsSeen) {
  Unit A("/src/a.c");
  A.record("R", 8, 8);
  std::string Whole = fileOf({A.Facts});
  ASSERT_EQ(errorOf(Whole), "");
  for (size_t At = 0; At != Whole.size(); ++At) {
    std::string Changed = Whole;
    Changed[At] ^= 0x41;
    // The reserved word of an entry's head is all that may be anything.
    if (errorOf(Changed).empty())
      EXPECT_EQ(Whole[At], 0) << At;
  }
}

TEST(FactsFile, OtherVersionsAreNamed) {
  EXPECT_THAT(errorOf("\x7f"
                      "ELF and so on"),
              testing::HasSubstr("x.facts: not a facts file"));
  std::string Other = FactsWriter("0.9").bytes();
  EXPECT_THAT(errorOf(Other), testing::HasSubstr("made by cachelint 0.9, and this is 1.0 test"));
  std::string Format = FactsWriter(Version).bytes();
  Format[16] = 9;
  EXPECT_THAT(errorOf(Format), testing::HasSubstr("facts in format 9"));
  std::string Schema = FactsWriter(Version).bytes();
  Schema[24] ^= 1;
  EXPECT_THAT(errorOf(Schema), testing::HasSubstr("another build of cachelint"));
}

/// Bytes with the right hash, and nonsense in them.
std::string hostile(llvm::StringRef Payload) {
  FactsWriter Out(Version);
  Out.add(EntryKind::Unit, Payload);
  return Out.bytes();
}

TEST(FactsFile, NonsenseWithTheRightHashIsSeen) {
  EXPECT_THAT(errorOf(hostile("")), testing::HasSubstr("the end where a number should be"));
  EXPECT_THAT(errorOf(hostile("\x7f")), testing::HasSubstr("table of strings that is longer"));
  EXPECT_THAT(errorOf(hostile("\x01\x7fxy")), testing::HasSubstr("string that is longer"));
  EXPECT_THAT(errorOf(hostile(llvm::StringRef("\0\2", 2))), testing::HasSubstr("yes or no"));
  EXPECT_THAT(errorOf(hostile(llvm::StringRef("\0\0\5", 3))),
              testing::HasSubstr("number of a string"));
  EXPECT_THAT(errorOf(hostile(llvm::StringRef("\0\0\0\0\x09", 5))),
              testing::HasSubstr("a value that its enumeration does not have"));
  EXPECT_THAT(errorOf(hostile("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff")),
              testing::HasSubstr("more than 64 bits"));
}

TEST(FactsFile, AMissingPartNamesTheUnit) {
  Unit A("/src/a.c");
  A.record("R", 8, 8);
  FactsWriter Out(Version);
  Out.add(EntryKind::Unit, packUnit(A.Facts, {}, {}, {}).Unit);
  EXPECT_THAT(errorOf(Out.bytes()),
              testing::HasSubstr("of the 1 source files that /src/a.c is made of, the facts of 1"));
}

TEST(FactsFile, FactsOfTwoTimesAreNamed) {
  Unit Old("/src/a.c"), New("/src/a.c");
  New.record("R", 8, 8);
  FactsWriter Out(Version);
  for (const UnitFacts &U : {Old.Facts, New.Facts})
    Out.add(packUnit(U, idOf("cc -c a.c"), {}, {}));
  EXPECT_THAT(errorOf(Out.bytes()), testing::HasSubstr("out of date"));
}

enum class Plain : uint8_t { A, B, C };
enum class Gap : uint8_t { A = 1, B = 3 };

TEST(Enumerators, OnlyThoseWithNames) {
  EXPECT_TRUE(isEnumerator<Plain>(2));
  EXPECT_FALSE(isEnumerator<Plain>(3));
  EXPECT_FALSE(isEnumerator<Plain>(64));
  EXPECT_FALSE(isEnumerator<Gap>(0));
  EXPECT_FALSE(isEnumerator<Gap>(2));
  EXPECT_TRUE(isEnumerator<Gap>(3));
  EXPECT_TRUE(isEnumerator<Capability>(0x1ff));
  EXPECT_FALSE(isEnumerator<Capability>(0x200));
  EXPECT_EQ(enumeratorName<Plain::B>(), "B");
  EXPECT_EQ(enumeratorName<Slot::Kind::Param>(), "Param");
}

} // namespace
