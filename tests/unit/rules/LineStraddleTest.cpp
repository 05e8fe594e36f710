//===-- LineStraddleTest.cpp ---------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/rules/ProgramBuilder.h"

#include "gmock/gmock.h"

using namespace cachelint::test;
using testing::HasSubstr;

namespace {

const char Rule[] = "line-straddle";

Field lock(Str Name, uint64_t Offset, uint64_t Size) {
  return field(Name, Offset, Size, TypeTrait::Lock | TypeTrait::Record, 8);
}
Field atomic(Str Name, uint64_t Offset, uint64_t Size = 8) {
  return field(Name, Offset, Size, TypeTrait::Atomic | TypeTrait::Scalar, Size);
}

Record space(uint64_t LockAt, uint64_t Align = 64) {
  return record(
      "space", 128,
      {field("areas", 0, 8), lock("map_lock", LockAt, 32), field("pinned", LockAt + 32, 8)}, Align);
}

Findings runOn(Record R) {
  ProgramBuilder B;
  B.add(std::move(R));
  return B.run(Rule);
}

TEST(LineStraddle, ALockOverTwoLinesOfAnAlignedRecord) {
  Findings Found = runOn(space(56));
  ASSERT_EQ(Found.size(), 1u);
  const Finding &F = Found[0];
  EXPECT_EQ(F.Message,
            "lock 'map_lock' of 'space' (32 bytes at offset 56) lies over two cache lines");
  EXPECT_EQ(F.Level, Severity::Note);
  EXPECT_EQ(F.Record, "space");
  EXPECT_EQ(F.Field, "map_lock");
  ASSERT_EQ(F.Notes.size(), 1u);
  EXPECT_EQ(F.Notes[0].Message,
            "a line starts at offset 64: 8 bytes more in front of it, or 24 less, "
            "and it is whole");
}

TEST(LineStraddle, ALockThatOnlySetUpTakesIsSilent) {
  auto Run = [](Str Taken) {
    ProgramBuilder B;
    B.thread("worker");
    B.P.Can = Capability::AccessSites;
    B.add(space(56));
    Access A;
    A.Function = "worker";
    A.LockOperation = true;
    A.Kind = AccessKind::ReadModifyWrite;
    A.Path.Steps.push_back(FieldStep{"space", Taken, Bits(), Bits::fromBytes(32), TypeTrait::Lock});
    B.P.Accesses.push_back(A);
    return B.run(Rule).size();
  };
  EXPECT_EQ(Run("map_lock"), 1u);
  EXPECT_EQ(Run("areas"), 0u);
}

TEST(LineStraddle, WholeLocksAndUnknownPlacesAreSilent) {
  EXPECT_TRUE(runOn(space(64)).empty());
  EXPECT_TRUE(runOn(space(32)).empty()) << "it ends where the line ends";
  EXPECT_TRUE(runOn(space(56, 8)).empty()) << "nobody knows where the record starts";
}

TEST(LineStraddle, LargerThanALineIsSilent) {
  EXPECT_TRUE(runOn(record("big", 192, {field("a", 0, 8), lock("lock", 8, 72)}, 64)).empty());
}

TEST(LineStraddle, WiderLinesHoldMore) {
  ProgramBuilder B;
  B.add(space(56, 128));
  B.Options.LineSize = Bits::fromBytes(128);
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(LineStraddle, LocksOfRowsInAnArray) {
  ProgramBuilder B;
  B.add(record("host_row", 56, {lock("lock", 0, 40), field("head", 40, 8), field("tail", 48, 8)}));
  ArrayFacts &A = B.array("rows", 56, 128);
  A.ElementRecord = "host_row";
  A.BaseAlign = Bits::fromBytes(64);
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message,
            "lock 'lock' of 'host_row' (40 bytes at offset 0) lies over two cache "
            "lines in 4 of 8 elements of 'rows' (56 bytes each)");
  EXPECT_EQ(Found[0].Level, Severity::Note);
  EXPECT_EQ(Found[0].Variable, "rows");
}

TEST(LineStraddle, AStrideOfWholeLinesOnAnUnknownBaseIsSilent) {
  ProgramBuilder B;
  B.add(record("host_row", 64, {lock("lock", 0, 40), field("head", 40, 24)}));
  ArrayFacts &A = B.array("rows", 64, 128);
  A.ElementRecord = "host_row";
  EXPECT_TRUE(B.run(Rule).empty());
  A.BaseAlign = Bits::fromBytes(64);
  EXPECT_TRUE(B.run(Rule).empty());
}

TEST(LineStraddle, TheAddressOfAVariable) {
  ProgramBuilder B;
  B.add(space(56, 8));
  Variable V;
  V.Key = V.Name = "the_space";
  V.Type.Record = "space";
  V.Address = 0x1008;
  B.P.Variables.push_back(V);
  EXPECT_TRUE(B.run(Rule).empty()) << "the lock starts a line";
  B.P.Variables[0].Address = 0x1010 - 8 - 8;
  Findings Found = B.run(Rule);
  EXPECT_TRUE(Found.empty()) << "one object that the linker put there, and nobody knows its use";
  B.Options.Pedantic = true;
  Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_THAT(Found[0].Message, HasSubstr("lies over two cache lines in 'the_space'"));
  B.Options.Pedantic = false;
  B.P.Variables[0].Storage = StorageKind::PerCpu;
  EXPECT_EQ(B.run(Rule).size(), 1u) << "each CPU has one";
}

TEST(LineStraddle, WeighsALineForEachObject) {
  EXPECT_EQ(runOn(space(56))[0].Weight, 64u);
  ProgramBuilder B;
  B.add(space(56));
  Variable V;
  V.Key = V.Name = "spaces";
  V.Type.Record = "space";
  V.Type.Extents = {10};
  B.P.Variables.push_back(V);
  EXPECT_EQ(B.run(Rule)[0].Weight, 640u);
}

TEST(LineStraddle, AnAtomicThatIsAlignedNeverStraddles) {
  EXPECT_TRUE(runOn(record("r", 16, {atomic("a", 0), atomic("b", 8)})).empty());
  EXPECT_TRUE(runOn(record("r", 128, {field("a", 0, 8), atomic("b", 64)}, 64)).empty());
}

Record packedCounter(uint64_t Offset, uint64_t Align) {
  Record R = record("msg", 72, {field("a", 0, 1), atomic("refs", Offset)}, Align);
  R.Flags |= RecordFlag::Packed;
  R.From.Target = "x86_64-pc-linux-gnu";
  return R;
}

TEST(LineStraddle, AMisplacedAtomicIsASplitLock) {
  Record R = packedCounter(60, 64);
  R.Size = Bits::fromBytes(128);
  Findings Found = runOn(R);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Level, Severity::Error);
  EXPECT_EQ(Found[0].Message, "atomic 'refs' of 'msg' lies over two cache lines: each "
                              "read-modify-write of it is a split lock, which stops all cores");
  R.Fields[1].Offset = Bits::fromBytes(49);
  EXPECT_TRUE(runOn(R).empty()) << "misaligned, but inside of the line";
}

TEST(LineStraddle, AMisplacedAtomicAtAnUnknownPlace) {
  Findings Found = runOn(packedCounter(1, 1));
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Level, Severity::Warning);
  EXPECT_EQ(Found[0].Sure, Confidence::Medium);
  EXPECT_THAT(Found[0].Message, HasSubstr("may lie over two cache lines: "));
  Record Arm = packedCounter(1, 1);
  Arm.From.Target = "aarch64-unknown-linux-gnu";
  EXPECT_THAT(runOn(Arm)[0].Message, HasSubstr("faults or is not atomic"));
}

TEST(LineStraddle, APackedRecordWithNaturalOffsetsIsFine) {
  EXPECT_TRUE(runOn(packedCounter(8, 1)).empty());
}

TEST(LineStraddle, InAnArrayOfPackedElementsItIsSure) {
  ProgramBuilder B;
  B.add(packedCounter(1, 1));
  ArrayFacts &A = B.array("msgs", 72, 4096);
  A.ElementRecord = "msg";
  A.BaseAlign = Bits::fromBytes(16);
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Level, Severity::Error);
}

TEST(LineStraddle, PlainWordsThatAreUsedAtomically) {
  Record R = packedCounter(1, 1);
  R.Fields[1].Type.Traits = TypeTrait::Scalar;
  ProgramBuilder B;
  B.add(R);
  B.thread("put");
  EXPECT_TRUE(B.run(Rule).empty());
  Access A;
  A.Function = "put";
  A.Kind = AccessKind::ReadModifyWrite;
  A.Atomic = true;
  A.Size = Bits::fromBytes(8);
  FieldStep Step;
  Step.Record = "msg";
  Step.Name = "refs";
  Step.Offset = Bits::fromBytes(1);
  A.Path.Steps = {DerefStep(), Step};
  B.P.Accesses.push_back(A);
  EXPECT_EQ(B.run(Rule).size(), 1u);
}

TEST(LineStraddle, LocksInsideOfMembers) {
  Field Inner = field("queue", 24, 48, TypeTrait::Record, 8);
  Inner.Type.Record = "queue";
  Record Outer = record("port", 128, {field("a", 0, 8), Inner}, 64);
  ProgramBuilder B;
  B.add(record("queue", 48, {field("n", 0, 8), lock("lock", 8, 40)}));
  B.add(Outer);
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Field, "queue.lock");
  EXPECT_EQ(Found[0].Record, "port");
}

/// A list head of two pointers over the first line's end.
struct Lists : ProgramBuilder {
  Lists() {
    thread("runner");
    Field Head = field("runqueue", 56, 16, TypeTrait::Record, 8);
    Head.Type.Record = "list";
    add(record("ctx", 128, {field("a", 0, 8), Head}, 64));
    add(record("list", 16, {field("next", 0, 8), field("prev", 8, 8)}));
  }
  void touch(Str Function, Str End, uint64_t Offset) {
    Access A;
    A.Function = Function;
    A.Size = Bits::fromBytes(8);
    FieldStep Head, Pointer;
    Head.Record = "ctx";
    Head.Name = "runqueue";
    Head.Offset = Bits::fromBytes(56);
    Pointer.Record = "list";
    Pointer.Name = End;
    Pointer.Offset = Bits::fromBytes(Offset);
    A.Path.Steps = {DerefStep(), Head, Pointer};
    P.Accesses.push_back(A);
  }
};

TEST(LineStraddle, AListHeadWhoseEndsAreUsedTogether) {
  Lists B;
  EXPECT_TRUE(B.run(Rule).empty()) << "nobody uses it";
  B.touch("runner", "next", 0);
  EXPECT_TRUE(B.run(Rule).empty()) << "one end only";
  B.touch("main", "prev", 8);
  EXPECT_TRUE(B.run(Rule).empty()) << "the other end in start-up code";
  B.touch("runner", "prev", 8);
  Findings Found = B.run(Rule);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message,
            "'runqueue' of 'ctx' (16 bytes at offset 56) lies over two cache lines, "
            "and both ends are used together");
  EXPECT_EQ(Found[0].Level, Severity::Note);
}

TEST(LineStraddle, OneFindingForAllInstantiations) {
  ProgramBuilder B;
  for (Str Name : {"map<int>", "map<long>"}) {
    Record R = space(56);
    R.Key = R.Name = Name;
    B.add(R);
  }
  EXPECT_EQ(B.run(Rule).size(), 1u);
}

TEST(LineStraddle, SystemHeadersAreNotTheUsersToChange) {
  Record R = space(56);
  R.Flags |= RecordFlag::SystemHeader;
  EXPECT_TRUE(runOn(R).empty());
}

} // namespace
