//===-- AlignmentNoEffectTest.cpp ----------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/rules/ProgramBuilder.h"

#include "gmock/gmock.h"

using namespace cachelint::test;
using testing::HasSubstr;
using On = AlignmentMark::On;

namespace {

const char Rule[] = "alignment-no-effect";

struct Marked : ProgramBuilder {
  AlignmentMark &mark(On Where, Str Subject, uint64_t Align = 64, uint64_t Stride = 0) {
    AlignmentMark M;
    M.Where = Where;
    M.Subject = Subject;
    if (Align)
      M.Align = Bits::fromBytes(Align);
    if (Stride)
      M.Stride = Bits::fromBytes(Stride);
    M.Spelling = "alignas";
    M.Pos = at(2, 3);
    M.DeclPos = at(9, 4);
    P.Marks.push_back(M);
    return P.Marks.back();
  }
  Record &status(uint64_t Size = 16) {
    Record R = record("power_wait_status", Size,
                      {field("lock", 0, 4, TypeTrait::Lock, 4), field("addr", 8, 8)});
    R.LineAlignSpelling = "__rte_cache_aligned";
    add(R);
    return P.Records.front();
  }
};

TEST(AlignmentNoEffect, AnUndefinedMacroBecameAVariable) {
  Marked B;
  B.status();
  AlignmentMark &M = B.mark(On::VariableName, "__rte_cache_alined", 0);
  M.Record = "power_wait_status";
  M.VariableKey = "__rte_cache_alined";
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  const Finding &F = Found[0];
  EXPECT_EQ(F.Message,
            "'__rte_cache_alined' is no macro here and became the name of a variable, so "
            "'power_wait_status' (16 bytes) is not aligned");
  EXPECT_EQ(F.Level, Severity::Warning);
  EXPECT_EQ(F.Sure, Confidence::High);
  EXPECT_EQ(F.Record, "power_wait_status");
  EXPECT_EQ(F.Variable, "__rte_cache_alined");
  ASSERT_EQ(F.Fixes.size(), 1u);
  EXPECT_EQ(F.Fixes[0].Edits[0].Begin, at(2, 3));
  EXPECT_EQ(F.Fixes[0].Edits[0].End, at(2, 21));
  EXPECT_EQ(F.Fixes[0].Edits[0].Text, "__rte_cache_aligned");
}

TEST(AlignmentNoEffect, BehindABraceThereIsNoKeyword) {
  Marked B;
  Record &R = B.status();
  R.LineAlignSpelling = "alignas(64)";
  R.LineAlignIsKeyword = true;
  B.mark(On::VariableName, "CACHE_ALIGNED", 0).Record = "power_wait_status";
  EXPECT_EQ(B.run(Rule).at(0).Fixes[0].Edits[0].Text, "__attribute__((aligned(64)))");
  B.P.Marks[0].Where = On::TagName;
  EXPECT_EQ(B.run(Rule).at(0).Fixes[0].Edits[0].Text, "alignas(64)");
}

TEST(AlignmentNoEffect, AConstantThatIsCalledSoIsNoMacro) {
  Marked B;
  B.mark(On::VariableName, "CACHE_LINE_ALIGN", 0).VariableKey = "CACHE_LINE_ALIGN";
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(AlignmentNoEffect, AMacroNameBecameTheTag) {
  Marked B;
  Record R = record("ODP_CACHE_ALIGNED", 24, {field("n", 0, 8)});
  B.add(R);
  B.mark(On::TagName, "ODP_CACHE_ALIGNED", 0).Record = "ODP_CACHE_ALIGNED";
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message,
            "'ODP_CACHE_ALIGNED' is no macro here and became the tag of a struct, "
            "so nothing is aligned");
  B.P.Records[0].DeclaredAlign = Bits::fromBytes(64);
  EXPECT_TRUE(B.run(Rule).empty()) << "a type that is named after what it does";
}

/// `static alignas(64) struct power_wait_status { ... } wait_status[RTE_MAX_LCORE];`
struct AlignedArray : Marked {
  ArrayFacts &Array;
  AlignedArray() : Array(array("wait_status", 16, 128)) {
    status();
    thread("sleeper");
    Array.ElementRecord = "power_wait_status";
    AlignmentMark &M = mark(On::ArrayVariable, "wait_status", 64, 16);
    M.Record = "power_wait_status";
    M.VariableKey = "wait_status";
    M.Extent = 128;
    P.Records[0].AfterBrace = at(9, 2);
  }
  void writeHot() { touch(Array, "sleeper", AccessKind::Write); }
  void writeOnce() { touch(Array, "sleeper", AccessKind::Write).Hot = false; }
};

TEST(AlignmentNoEffect, OnTheArrayWhoseElementsThreadsWrite) {
  AlignedArray B;
  B.writeHot();
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message, "the alignment to 64 bytes is on the array 'wait_status', not on its "
                              "elements: they are 16 bytes apart");
  EXPECT_EQ(Found[0].Level, Severity::Warning);
  EXPECT_EQ(Found[0].Sure, Confidence::High);
  EXPECT_EQ(Found[0].Variable, "wait_status");
  EXPECT_EQ(Found[0].Record, "power_wait_status");
  ASSERT_EQ(Found[0].Fixes.size(), 1u);
  EXPECT_EQ(Found[0].Fixes[0].Edits[0].Text, " __rte_cache_aligned");
}

TEST(AlignmentNoEffect, TheTypeThatIsDefinedOnTheSpotWasMeant) {
  AlignedArray B;
  EXPECT_TRUE(B.run(Rule).empty()) << "a table that nobody writes";
  B.writeOnce();
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Level, Severity::Warning);
  EXPECT_EQ(Found[0].Sure, Confidence::Medium);
  B.P.SingleThreaded = true;
  EXPECT_TRUE(B.run(Rule).empty());
  B.P.SingleThreaded = false;
  B.P.Records[0].AfterBrace = at(5, 2);
  EXPECT_TRUE(B.run(Rule).empty()) << "defined somewhere else: the array may be what was meant";
  B.P.Marks[0].ThreadBound = true;
  EXPECT_EQ(B.run(Rule).at(0).Level, Severity::Note);
}

TEST(AlignmentNoEffect, WholeLinesAndBuffersAreRight) {
  AlignedArray B;
  B.writeHot();
  B.P.Marks[0].Stride = Bits::fromBytes(64);
  EXPECT_TRUE(B.run(Rule).empty());
  B.P.Marks[0].Stride = Bits::fromBytes(16);
  B.P.Marks[0].Align = Bits::fromBytes(16);
  EXPECT_TRUE(B.run(Rule).empty()) << "for vector instructions";

  Marked Buffer;
  ArrayFacts &A = Buffer.array("buf", 1, 4096);
  Buffer.thread("reader");
  Buffer.write(A, "reader", ThreadIndex::No);
  AlignmentMark &M = Buffer.mark(On::ArrayVariable, "buf", 64, 1);
  M.VariableKey = "buf";
  M.Extent = 4096;
  EXPECT_TRUE(Buffer.run(Rule).empty());
}

TEST(AlignmentNoEffect, OnAMemberArray) {
  Marked B;
  B.thread("core");
  B.add(record("keepalive", 256, {field("n", 0, 4)}));
  ArrayFacts &A = B.array("keepalive::state_flags", 4, 64);
  A.VariableKey = "";
  A.OwnerRecord = "keepalive";
  B.touch(A, "core", AccessKind::Write);
  AlignmentMark &M = B.mark(On::ArrayField, "state_flags", 64, 4);
  M.Owner = "keepalive";
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Record, "keepalive");
  EXPECT_EQ(Found[0].Field, "state_flags");
  EXPECT_THAT(Found[0].Notes[0].Message, HasSubstr("wrap the element in a struct"));
}

TEST(AlignmentNoEffect, OnThePointerToThreadsElements) {
  Marked B;
  B.thread("writer");
  AlignmentMark &M = B.mark(On::PointerVariable, "tot_writes", 64, 8);
  M.VariableKey = "tot_writes";
  ArrayFacts &A = B.array("tot_writes", 8);
  A.Heap = true;
  EXPECT_TRUE(B.run(Rule).empty()) << "a pointer may have a line for itself";
  B.touch(A, "writer", AccessKind::ReadModifyWrite);
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message,
            "the alignment to 64 bytes is on the pointer 'tot_writes', not on what "
            "it points to: elements are 8 bytes apart");
}

TEST(AlignmentNoEffect, BehindTheTypedefName) {
  Marked B;
  B.add(record("lane_main_t", 40, {field("n_jobs", 0, 4)}, 0));
  AlignmentMark &M = B.mark(On::TypedefName, "lane_main_t", 64, 40);
  M.Record = "lane_main_t";
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Level, Severity::Note) << "one object: only what follows it is near";
  B.array("lanes", 40).ElementRecord = "lane_main_t";
  Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Level, Severity::Warning);
  EXPECT_THAT(Found[0].Message, HasSubstr("alignment 64, size 40, so elements are 40 bytes apart"));
  B.P.Marks[0].Stride = Bits::fromBytes(128);
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(AlignmentNoEffect, TheTypedefOfAScalar) {
  Marked B;
  B.mark(On::TypedefName, "line_long", 64, 8);
  EXPECT_TRUE(B.run(Rule).empty());
  B.thread("worker");
  ArrayFacts &A = B.array("counts", 8);
  A.ElementType = "line_long";
  B.touch(A, "worker", AccessKind::ReadModifyWrite);
  EXPECT_EQ(B.run(Rule).size(), 1u);
}

/// A queue whose tail is aligned and whose head is right behind it.
struct Queue : Marked {
  Queue(uint64_t HeadAt = 8) {
    thread("caller");
    thread("worker");
    Field Tail = field("tail", 0, 8, TypeTrait::Atomic | TypeTrait::Pointer);
    Tail.DeclaredAlign = Bits::fromBytes(64);
    Field Head = field("head", HeadAt, 8, TypeTrait::Atomic | TypeTrait::Pointer);
    add(record("cb_queue", HeadAt < 64 ? 64 : 128, {Tail, Head, field("flags", HeadAt + 8, 8)},
               64));
    mark(On::PointerField, "tail").Owner = "cb_queue";
  }
  void use(Str Function, Str Name, bool Atomic = true) {
    Access A;
    A.Function = Function;
    A.Kind = AccessKind::ReadModifyWrite;
    A.Atomic = Atomic;
    A.Often.LoopDepth = 1;
    A.Pos = at(40 + P.Accesses.size());
    FieldStep Step;
    Step.Record = "cb_queue";
    Step.Name = Name;
    A.Path.Steps = {DerefStep(), Step};
    P.Accesses.push_back(A);
  }
};

TEST(AlignmentNoEffect, TheOtherEndOfAQueueInTheSameLine) {
  Queue B;
  B.use("caller", "tail");
  EXPECT_TRUE(B.run(Rule).empty());
  B.use("worker", "head");
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  const Finding &F = Found[0];
  EXPECT_EQ(F.Message,
            "the alignment of 'tail' separates it from nothing: 'head' follows in the same "
            "line, 8 bytes behind, and other threads write it");
  EXPECT_EQ(F.Record, "cb_queue");
  EXPECT_EQ(F.Field, "tail, head");
  EXPECT_EQ(F.Level, Severity::Warning);
  EXPECT_EQ(F.Notes[0].Message, "'tail' is written in 'caller'");
  EXPECT_EQ(F.Notes[1].Message, "'head' is written in 'worker'");
}

TEST(AlignmentNoEffect, EndsThatOneThreadUsesTogetherAreRight) {
  Queue B;
  B.use("caller", "tail");
  B.use("worker", "head");
  B.use("worker", "tail");
  EXPECT_TRUE(B.run(Rule).empty()) << "the worker takes the whole queue";
}

TEST(AlignmentNoEffect, ThePlainIdiomOfAligningTheFirstFieldIsRight) {
  Queue B;
  B.use("caller", "tail", false);
  B.use("worker", "head", false);
  EXPECT_TRUE(B.run(Rule).empty()) << "objects may have one owner at a time";
}

TEST(AlignmentNoEffect, TheNextLineIsApart) {
  Queue B(64);
  B.use("caller", "tail");
  B.use("worker", "head");
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(AlignmentNoEffect, APadThatIsAMinimum) {
  Field Inner = field("vci", 0, 72, TypeTrait::Record, 8);
  Field Pad = field("pad", 0, 64, TypeTrait::Scalar | TypeTrait::CharLike, 1);
  Pad.Type.Extents.push_back(64);
  Record U = record("per_vci", 72, {Inner, Pad});
  U.Kind = RecordKind::Union;
  Marked B;
  B.add(U);
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Level, Severity::Note);
  EXPECT_EQ(Found[0].Message,
            "'pad' is a minimum, not a multiple: beside it is a member of 72 bytes, "
            "so 'per_vci' has 72 bytes, no whole number of lines");
  B.array("vcis", 72, 16).ElementRecord = "per_vci";
  EXPECT_EQ(B.run(Rule).at(0).Level, Severity::Warning);
  B.P.Records[0].Size = Bits::fromBytes(128);
  EXPECT_TRUE(B.run(Rule).empty());
  B.P.Records[0].Size = Bits::fromBytes(72);
  B.P.Records[0].Fields[1].Name = "bytes";
  EXPECT_TRUE(B.run(Rule).empty()) << "a view of the bytes";
}

TEST(AlignmentNoEffect, TheLinkerFillsTheLineOfALoneVariable) {
  Marked B;
  B.thread("reader");
  B.thread("counter");
  for (auto [Name, Address] :
       {std::pair<Str, uint64_t>("clock_hits", 0x1008), {"clock_seq", 0x1000}}) {
    Variable V;
    V.Key = V.Name = Name;
    V.Address = Address;
    V.Type.Size = Bits::fromBytes(8);
    B.P.Variables.push_back(V);
    Access A;
    A.Function = Name == "clock_hits" ? "counter" : "reader";
    A.Kind = Name == "clock_hits" ? AccessKind::Write : AccessKind::Read;
    A.Path.Root.K = Slot::Kind::Global;
    A.Path.Root.Owner = Name;
    B.P.Accesses.push_back(A);
  }
  B.mark(On::Variable, "clock_seq").VariableKey = "clock_seq";
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message,
            "the alignment of 'clock_seq' decides where it starts only: the linker "
            "has put 'clock_hits' into the rest of its line, 8 bytes behind");
  B.P.Variables[0].Address = 0x1040;
  EXPECT_TRUE(B.run(Rule).empty());
  B.P.Variables[0].Address.reset();
  EXPECT_TRUE(B.run(Rule).empty()) << "not linked: nobody knows";
}

} // namespace
