//===-- PaddingHoleTest.cpp ----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/rules/ProgramBuilder.h"

#include "gmock/gmock.h"

using namespace cachelint::test;
using testing::HasSubstr;

namespace {

const char Rule[] = "padding-hole";

Field block(Str Name, uint64_t Offset, uint64_t Size, uint64_t Align, TypeTrait Traits) {
  return field(Name, Offset, Size, Traits, Align);
}

Field chars(Str Name, uint64_t Offset, uint64_t Size) {
  Field F = block(Name, Offset, Size, 1, TypeTrait::Scalar | TypeTrait::CharLike);
  F.Type.Extents.push_back(Size);
  F.Type.ElementSize = Bits::fromBytes(1);
  return F;
}

Field words(Str Name, uint64_t Offset, uint64_t Count) {
  Field F = block(Name, Offset, 8 * Count, 8, TypeTrait::Scalar);
  F.Type.Extents.push_back(Count);
  F.Type.ElementSize = Bits::fromBytes(8);
  return F;
}

/// 72 bytes of which 10 are lost: a line is saved by a better order.
Record loose() {
  return record("loose", 72,
                {field("a", 0, 1), field("b", 8, 8), words("c", 16, 5), field("d", 56, 4),
                 field("e", 64, 8)});
}

/// Window with a line-aligned member and a stray int behind it, which costs a line.
Record window() {
  Field Ready = block("ready", 64, 64, 64, TypeTrait::Record);
  Record R = record("seq_window", 192,
                    {chars("name", 0, 32), field("min_seqn", 32, 4), field("memsize", 36, 4), Ready,
                     field("is_ready", 128, 4)});
  R.Flags |= RecordFlag::HasLineMarks;
  return R;
}

Findings runOn(Record R, bool Pedantic = false) {
  ProgramBuilder B;
  B.Options.Pedantic = Pedantic;
  B.add(std::move(R));
  return B.run(Rule);
}

TEST(PaddingHole, ABetterOrderSavesALine) {
  Findings Found = runOn(loose());
  ASSERT_EQ(Found.size(), 1u);
  const Finding &F = Found[0];
  EXPECT_EQ(F.Message,
            "'loose' loses 11 of 72 bytes to holes and padding; in another order it takes "
            "64, 1 line instead of 2");
  EXPECT_EQ(F.Level, Severity::Note);
  EXPECT_EQ(F.Record, "loose");
  EXPECT_EQ(F.Field, "d");
  ASSERT_EQ(F.Notes.size(), 2u);
  EXPECT_EQ(F.Notes[0].Message, "move 'd' (4 bytes) behind 'a'");
  EXPECT_EQ(F.Notes[1].Message, "the order: a, d, b, c, e");
}

TEST(PaddingHole, WeighsWhatAllObjectsLose) {
  EXPECT_EQ(runOn(loose())[0].Weight, 72u) << "8 bytes, and a line";
  EXPECT_EQ(runOn(loose())[0].Sure, Confidence::Medium) << "there may be one, or millions";
  ProgramBuilder B;
  B.add(loose());
  Variable V;
  V.Key = V.Name = "table";
  V.Type.Record = "loose";
  V.Type.Extents = {100};
  B.P.Variables.push_back(V);
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Weight, 7200u);
  EXPECT_EQ(Found[0].Sure, Confidence::High);
}

TEST(PaddingHole, WhatAKernelAndItsProgramsShareIsSilent) {
  Record R = loose();
  R.Pos.File = "/src/include/uapi/linux/loose.h";
  EXPECT_TRUE(runOn(R).empty());
}

TEST(PaddingHole, AStrayFieldBehindAnAlignedOneCostsALine) {
  Findings Found = runOn(window());
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message, "'seq_window' loses 84 of 192 bytes to holes and padding; in another "
                              "order it takes 128, 2 lines instead of 3");
  EXPECT_EQ(Found[0].Notes[0].Message, "move 'is_ready' (4 bytes) behind 'memsize'");
}

TEST(PaddingHole, AWordThatThreadsWriteIsNotMovedToOthers) {
  Record R = window();
  R.Fields.back().Type.Traits |= TypeTrait::Atomic;
  EXPECT_TRUE(runOn(R).empty());

  ProgramBuilder B;
  B.add(window());
  B.thread("worker");
  Access A;
  A.Function = "worker";
  A.Kind = AccessKind::Write;
  FieldStep Step;
  Step.Record = "seq_window";
  Step.Name = "is_ready";
  A.Path.Steps.push_back(DerefStep());
  A.Path.Steps.push_back(Step);
  B.P.Accesses.push_back(A);
  EXPECT_TRUE(B.run(Rule).empty());
  B.P.Accesses[0].Path.Steps.push_back(DerefStep());
  EXPECT_EQ(B.run(Rule).size(), 1u) << "what the field points to is written, not the field";
}

TEST(PaddingHole, IsolationStaysIsolation) {
  Field Head = block("head", 0, 4, 64, TypeTrait::Scalar);
  Field Tail = block("tail", 64, 4, 64, TypeTrait::Scalar);
  EXPECT_TRUE(runOn(record("queue", 128, {Head, Tail, field("cap", 68, 4)})).empty());
  // Explicit pads of a line: the layout is chosen.
  Record Padded = record("agent", 200,
                         {chars("pre_pad", 0, 64), field("spins", 64, 8), field("state", 72, 4),
                          field("x", 80, 8), field("y", 88, 4), chars("post_pad", 92, 64),
                          words("more", 160, 5)});
  EXPECT_TRUE(runOn(Padded, true).empty());
}

TEST(PaddingHole, MarksThatAreNotFieldsAreRespected) {
  Record R = loose();
  R.Flags |= RecordFlag::HasLineMarks;
  EXPECT_TRUE(runOn(R).empty());
}

TEST(PaddingHole, FixedLayoutsAreSilent) {
  for (RecordFlag Flag :
       {RecordFlag::Packed, RecordFlag::PackedInferred, RecordFlag::WireFormat,
        RecordFlag::OrderAsserted, RecordFlag::SystemHeader, RecordFlag::Randomized}) {
    Record R = loose();
    R.Flags |= Flag;
    EXPECT_TRUE(runOn(R).empty()) << unsigned(Flag);
  }
  Record Registers = loose();
  for (Field &F : Registers.Fields)
    F.Type.Traits |= TypeTrait::Volatile;
  EXPECT_TRUE(runOn(Registers).empty());
  Record Union = loose();
  Union.Kind = RecordKind::Union;
  EXPECT_TRUE(runOn(Union).empty());
}

TEST(PaddingHole, AMemberOfAUnionIsSilent) {
  ProgramBuilder B;
  B.add(loose());
  Field Inner = block("as_loose", 0, 72, 8, TypeTrait::Record);
  Inner.Type.Record = "loose";
  Record U = record("overlay", 72, {Inner, chars("raw", 0, 72)});
  U.Kind = RecordKind::Union;
  B.add(U);
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(PaddingHole, ASmallHoleIsSilentUnlessAsked) {
  Record R = record("small", 24, {field("a", 0, 4), field("b", 8, 8), field("c", 16, 4)});
  EXPECT_TRUE(runOn(R).empty());
  Findings Found = runOn(R, true);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_THAT(Found[0].Message, HasSubstr("loses 8 of 24 bytes"));
  Record Tight = record("tight", 16, {field("a", 0, 8), field("b", 8, 4)});
  EXPECT_TRUE(runOn(Tight, true).empty()) << "a hole that no order closes";
}

TEST(PaddingHole, ALineOfManyIsNothing) {
  Record R = record("huge", 4104, {field("a", 0, 4), words("b", 8, 511), field("c", 4096, 4)});
  EXPECT_TRUE(runOn(R).empty());
  EXPECT_EQ(runOn(R, true).size(), 1u);
}

TEST(PaddingHole, AWordCountsInAnArray) {
  Record R = record("cell", 24, {field("a", 0, 4), field("b", 8, 8), field("c", 16, 4)});
  ProgramBuilder B;
  B.add(R);
  ArrayFacts &A = B.array("cells", 24, 4096);
  A.ElementRecord = "cell";
  EXPECT_EQ(B.run(Rule).size(), 1u);
  A.Extent = 1;
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(PaddingHole, ATableOfConstantsIsNoArrayToSaveIn) {
  Record R = record("cell", 24, {field("a", 0, 4), field("b", 8, 8), field("c", 16, 4)});
  ProgramBuilder B;
  B.add(R);
  Variable Table;
  Table.Key = Table.Name = "cells";
  Table.Type.Record = "cell";
  Table.Type.Extents.push_back(8);
  B.P.Variables.push_back(Table);
  EXPECT_EQ(B.run(Rule).size(), 1u);
  B.P.Variables[0].Type.Traits |= TypeTrait::Const;
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(PaddingHole, ASingleObjectThatNoThreadUsesIsSilent) {
  ProgramBuilder B;
  B.add(loose());
  Variable Only;
  Only.Key = Only.Name = "config";
  Only.Type.Record = "loose";
  B.P.Variables.push_back(Only);
  EXPECT_TRUE(B.run(Rule).empty());

  B.Options.Pedantic = true;
  EXPECT_EQ(B.run(Rule).size(), 1u);
  B.Options.Pedantic = false;

  B.thread("worker");
  Access A;
  A.Function = "worker";
  A.Often.LoopDepth = 1;
  FieldStep Step;
  Step.Record = "loose";
  Step.Name = "b";
  A.Path.Steps.push_back(Step);
  B.P.Accesses.push_back(A);
  EXPECT_EQ(B.run(Rule).size(), 1u) << "a thread reads it while it runs";

  B.P.Accesses.clear();
  Variable Second = Only;
  Second.Key = Second.Name = "defaults";
  B.P.Variables.push_back(Second);
  EXPECT_EQ(B.run(Rule).size(), 1u) << "there are two";
}

/// A hot access of a thread to the field "b" of a record.
void use(ProgramBuilder &B, Str Record) {
  Access A;
  A.Function = "worker";
  A.Often.LoopDepth = 1;
  A.Path.Steps.push_back(FieldStep{Record, "b", Bits(), Bits::fromBytes(8), TypeTrait::Scalar});
  B.P.Accesses.push_back(A);
}

TEST(PaddingHole, WhereHeatIsSeenItMustBeManyAndWarm) {
  auto Run = [](bool InArray, bool Made, Str Used) {
    ProgramBuilder B;
    B.thread("worker");
    B.P.Can = Capability::AccessSites;
    B.add(loose());
    Variable V; // so that the program shows where one is
    V.Key = V.Name = "one";
    V.Type.Record = "loose";
    V.Type.Traits = TypeTrait::Record;
    B.P.Variables = {V};
    if (InArray)
      B.array("table", 72, 100).ElementRecord = "loose";
    if (Made) {
      Allocation A;
      A.Function = "worker";
      A.Element.Record = "loose";
      A.Count = 1;
      B.P.Allocations = {A};
    }
    use(B, Used);
    return B.run(Rule).size();
  };
  EXPECT_EQ(Run(true, false, "loose"), 1u);
  EXPECT_EQ(Run(false, true, "loose"), 1u);
  EXPECT_EQ(Run(false, false, "loose"), 0u);
  EXPECT_EQ(Run(true, false, "other"), 0u);
}

TEST(PaddingHole, PositionalInitialisersAreNamed) {
  Record R = loose();
  R.Flags |= RecordFlag::PositionalInit;
  Findings Found = runOn(R);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_THAT(Found[0].Notes.back().Message, HasSubstr("initialised by position"));
}

TEST(PaddingHole, OneFindingForAllInstantiations) {
  ProgramBuilder B;
  for (Str Name : {"ring<int>", "ring<long>"}) {
    Record R = loose();
    R.Key = R.Name = Name;
    B.add(R);
  }
  EXPECT_EQ(B.run(Rule).size(), 1u);
}

/// 136 bytes of data in an element that is aligned to lines.
Record operations(uint64_t Spare) {
  return record("path_ops", Spare == 7 ? 192 : 128,
                {words("calls", 0, 10), words("spare", 80, Spare)}, 64);
}

TEST(PaddingHole, AWordOverWholeLines) {
  ProgramBuilder B;
  B.add(operations(7));
  EXPECT_TRUE(B.run(Rule).empty()) << "a single object";
  B.array("all_path_ops", 192).ElementRecord = "path_ops";
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message,
            "'path_ops' is 8 bytes over 2 lines: 56 of its 192 bytes are padding, and so much less "
            "would save a line in each element");
  EXPECT_EQ(Found[0].Notes[0].Message, "'spare' is what ends in the last line");

  ProgramBuilder After;
  After.add(operations(6));
  After.array("all_path_ops", 128).ElementRecord = "path_ops";
  EXPECT_TRUE(After.run(Rule).empty());
}

TEST(PaddingHole, ACounterMayHaveTheLastLineForItself) {
  ProgramBuilder B;
  Record R = operations(7);
  R.Fields.back().Type.Traits |= TypeTrait::Atomic;
  B.add(R);
  B.array("all_path_ops", 192).ElementRecord = "path_ops";
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(PaddingHole, AnAlignedTableOfElementsAWordTooLarge) {
  ProgramBuilder B;
  B.add(record("fd_entry", 72, {words("all", 0, 9)}));
  ArrayFacts &A = B.array("fd_table", 72);
  A.ElementRecord = "fd_entry";
  A.Heap = true;
  A.BaseAlign = Bits::fromBytes(16);
  EXPECT_TRUE(B.run(Rule).empty()) << "nobody has asked for lines";
  A.BaseAlign = Bits::fromBytes(64);
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message, "'fd_table' starts on a line, but its elements are 8 bytes over 1 "
                              "line, so they lie on 2 or more");
  EXPECT_EQ(Found[0].Record, "fd_entry");
  EXPECT_EQ(Found[0].Variable, "fd_table");
}

} // namespace
