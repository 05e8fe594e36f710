//===-- RandomUnit.h - units of many kinds, and what merging them gives ---===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_TESTS_UNIT_FACTS_RANDOMUNIT_H
#define CACHELINT_TESTS_UNIT_FACTS_RANDOMUNIT_H

#include "Build.h"

#include "tool/facts/Content.h"

#include <random>

namespace cachelint::test {

/// The facts are the same, in the same order.
template <typename T> bool sameFacts(const std::vector<T> &A, const std::vector<T> &B) {
  return facts::compareContent(A, B) == 0;
}

inline void expectSame(const facts::MergedFacts &A, const facts::MergedFacts &B) {
  EXPECT_TRUE(sameFacts(A.Units, B.Units));
  EXPECT_EQ(A.Can, B.Can);
  EXPECT_TRUE(sameFacts(A.Records, B.Records));
  EXPECT_TRUE(sameFacts(A.Variables, B.Variables));
  EXPECT_TRUE(sameFacts(A.Functions, B.Functions));
  EXPECT_TRUE(sameFacts(A.Accesses, B.Accesses));
  EXPECT_TRUE(sameFacts(A.Flows, B.Flows));
  EXPECT_TRUE(sameFacts(A.Calls, B.Calls));
  EXPECT_TRUE(sameFacts(A.Roots, B.Roots));
  EXPECT_TRUE(sameFacts(A.Allocations, B.Allocations));
  EXPECT_TRUE(sameFacts(A.Marks, B.Marks));
}

/// Units that agree and disagree in many ways, from few values so that they often meet.
inline UnitFacts randomUnit(std::mt19937 &Random) {
  auto Pick = [&](std::initializer_list<Str> From) { return From.begin()[Random() % From.size()]; };
  Str File = Pick({"/src/a.c", "/src/b.c", "/src/c.c"});
  Unit U(File);
  U.Facts.From.From = static_cast<FrontEnd>(Random() % 3);
  for (unsigned I = 0; I != 8; ++I) {
    Record &R = U.record(Pick({"foo", "bar"}), 8 + 8 * (Random() % 2), 8);
    R.Pos = Random() % 3 ? at(Random() % 3, "/src/h.h") : SourcePos();
    R.Flags = static_cast<RecordFlag>(1u << (Random() % 6));
    R.DeclaredAlign = Random() % 2 ? std::optional(bytes(8 << Random() % 4)) : std::nullopt;
    R.LineAlignSpelling = Pick({"", "alignas(64)", "__aligned"});
    R.From.From = static_cast<FrontEnd>(Random() % 3);
    Field &F = U.member(R, "x", 0, 4);
    if (Random() % 4 == 0) {
      F.Offset.reset();
      R.Flags |= RecordFlag::Incomplete;
    }
    U.member(R, "y", 4, 4).Type.Spelling = Pick({"int", "unsigned"});

    Variable &V = U.variable(Pick({"v", "w"}), 4, 4);
    V.Pos = at(Random() % 3, "/src/h.h");
    V.DeclaredAlign = Random() % 2 ? std::optional(bytes(64)) : std::nullopt;
    V.Image = Pick({"", "app", "lib"});
    V.Section = Pick({"", ".bss", ".data"});
    V.SectionOffset = Random() % 2 ? std::optional<uint64_t>(8 * (Random() % 2)) : std::nullopt;
    V.Defined = Random() % 2;
    V.Initial = static_cast<InitialValue>(Random() % 4);
    V.Address = Random() % 2 ? std::optional<uint64_t>(0x1000 + Random() % 2) : std::nullopt;
    if (Random() % 3 == 0)
      V.Type.Size.reset();

    Function &F2 = U.function(Pick({"f", "g", "h"}), Random() % 2);
    F2.Cold = Random() % 2;
    F2.Defined = Random() % 2;
    F2.Pos = at(Random() % 3, "/src/h.h");

    U.access("f", path(global("v"), {index(8, {param("f", 0)})})).Pos =
        at(Random() % 4, Pick({"/src/h.h", File}));
    U.flow(param("f", 0), local("f", "x")).Pos = at(Random() % 4, "/src/h.h");
    U.call("f", Pick({"g", "h"})).Pos = at(Random() % 4, "/src/h.h");
    U.launch("f", "g").Pos = at(Random() % 4, "/src/h.h");
    U.allocation("f", path(global("v"), {}), 16).Pos = at(Random() % 4, "/src/h.h");
  }
  return U.Facts;
}

inline facts::MergedFacts merged(std::vector<UnitFacts> Units) {
  facts::Merger M;
  for (UnitFacts &U : Units)
    M.add(std::move(U));
  return M.take();
}

} // namespace cachelint::test

#endif
