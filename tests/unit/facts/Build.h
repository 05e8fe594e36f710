//===-- Build.h - facts of units made by hand ----------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// What a front end would say of a few lines of code. Names are literals; a function, record or
// variable goes by its name as its key.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_TESTS_UNIT_FACTS_BUILD_H
#define CACHELINT_TESTS_UNIT_FACTS_BUILD_H

#include "tool/facts/Merge.h"

#include "gtest/gtest.h"

namespace cachelint::test {

using namespace model;
using Kind = Slot::Kind;

inline Bits bytes(uint64_t N) { return Bits::fromBytes(N); }
inline SourcePos at(unsigned Line, Str File = "/src/a.c") { return {File, Line, 1}; }

inline Slot param(Str Function, unsigned Index) { return {Kind::Param, Function, {}, Index}; }
inline Slot local(Str Function, Str Variable) { return {Kind::Local, Function, Variable, 0}; }
inline Slot global(Str Variable) { return {Kind::Global, Variable, {}, 0}; }
inline Slot fieldSlot(Str Record, Str Name) { return {Kind::Field, Record, Name, 0}; }
inline Slot returned(Str Function) { return {Kind::Return, Function, {}, 0}; }
inline Slot threadId(Str Spelling) { return {Kind::ThreadId, Spelling, {}, 0}; }
inline Slot launchId(Str Function, Str Name) { return {Kind::LaunchId, Function, Name, 0}; }
inline Slot functionSlot(Str Function) { return {Kind::Function, Function, {}, 0}; }
inline Slot opaque() { return {Kind::Opaque, {}, {}, 0}; }

inline FieldStep field(Str Record, Str Name, uint64_t Offset, uint64_t Size) {
  FieldStep F;
  F.Record = Record;
  F.Name = Name;
  F.Offset = bytes(Offset);
  F.Size = bytes(Size);
  return F;
}

inline IndexStep index(uint64_t Stride, std::initializer_list<Slot> From, Str Text = "") {
  IndexStep I;
  I.Stride = bytes(Stride);
  I.Index.From.append(From);
  I.Index.Text = Text;
  return I;
}
inline IndexStep loopIndex(uint64_t Stride) {
  IndexStep I = index(Stride, {});
  I.Index.LoopCounter = true;
  return I;
}
inline IndexStep constantIndex(uint64_t Stride, int64_t Value) {
  IndexStep I = index(Stride, {});
  I.Index.Constant = Value;
  return I;
}
inline DerefStep deref() { return {}; }

inline AccessPath path(Slot Root, std::initializer_list<PathStep> Steps) {
  AccessPath P;
  P.Root = Root;
  P.Steps.append(Steps);
  return P;
}

inline Frequency once() { return {}; }
inline Frequency inLoop() {
  Frequency F;
  F.LoopDepth = 1;
  return F;
}
inline Frequency waiting() {
  Frequency F = inLoop();
  F.Blocking = true;
  return F;
}
inline Frequency cold() {
  Frequency F;
  F.Cold = true;
  return F;
}

/// One translation unit. Each fact stands on a line of its own, in the order of the calls.
class Unit {
public:
  explicit Unit(Str File = "/src/a.c") : File(File) {
    Facts.From.Input = File;
    Facts.From.Target = "x86_64-pc-linux-gnu";
    Facts.From.Can = Capability::AccessSites;
  }

  Function &function(Str Name, bool External = false) {
    Function F;
    F.Key = F.Name = Name;
    F.External = External;
    F.IsMain = Name == "main";
    F.Pos = next();
    Facts.Functions.push_back(F);
    return Facts.Functions.back();
  }
  Call &call(Str Caller, Str Callee, Frequency Often = once()) {
    Call C;
    C.Caller = Caller;
    C.Callee = Callee;
    C.Often = Often;
    C.Pos = next();
    Facts.Calls.push_back(C);
    return Facts.Calls.back();
  }
  ThreadRoot &launch(Str Launcher, Str Function, Multiplicity Instances = Multiplicity::Many) {
    ThreadRoot R;
    R.Launcher = Launcher;
    R.Function = Function;
    R.Api = "pthread_create";
    R.Instances = Instances;
    R.Pos = next();
    Facts.Roots.push_back(R);
    return Facts.Roots.back();
  }
  ValueFlow &flow(Slot From, Slot To, Str Function = "") {
    ValueFlow F;
    F.From = From;
    F.To = To;
    F.Function = Function;
    F.Pos = next();
    Facts.Flows.push_back(F);
    return Facts.Flows.back();
  }
  ValueFlow &address(AccessPath Of, Slot To, Str Function = "") {
    ValueFlow &F = flow(Of.Root, To, Function);
    F.AddressOf = std::move(Of);
    return F;
  }
  Access &access(Str Function, AccessPath Path, Frequency Often = once(),
                 AccessKind How = AccessKind::Write) {
    Access A;
    A.Function = Function;
    A.Path = std::move(Path);
    A.Kind = How;
    A.Often = Often;
    A.Pos = next();
    Facts.Accesses.push_back(A);
    return Facts.Accesses.back();
  }
  Allocation &allocation(Str Function, AccessPath To, std::optional<uint64_t> Align) {
    Allocation A;
    A.Api = "malloc";
    A.Function = Function;
    A.AssignedTo = std::move(To);
    if (Align)
      A.Alignment = bytes(*Align);
    A.Pos = next();
    Facts.Allocations.push_back(A);
    return Facts.Allocations.back();
  }
  Variable &variable(Str Name, uint64_t Size, uint64_t Align,
                     StorageKind Storage = StorageKind::FileStatic) {
    Variable V;
    V.Key = V.Name = Name;
    V.Storage = Storage;
    V.Type.Size = bytes(Size);
    V.Type.Align = bytes(Align);
    V.Pos = next();
    V.From = Facts.From;
    Facts.Variables.push_back(V);
    return Facts.Variables.back();
  }
  Record &record(Str Name, uint64_t Size, uint64_t Align) {
    Record R;
    R.Key = R.Name = Name;
    R.Size = bytes(Size);
    R.Align = bytes(Align);
    R.Pos = next();
    R.From = Facts.From;
    Facts.Records.push_back(R);
    return Facts.Records.back();
  }
  Field &member(Record &R, Str Name, uint64_t Offset, uint64_t Size) {
    Field F;
    F.Name = Name;
    F.Offset = bytes(Offset);
    F.Type.Size = bytes(Size);
    F.Pos = R.Pos;
    R.Fields.push_back(F);
    return R.Fields.back();
  }
  SourcePos next() { return {File, ++Line, 1}; }

  UnitFacts Facts;

private:
  Str File;
  unsigned Line = 0;
};

inline Vocabulary words() {
  Vocabulary W;
  W.ThreadIdFunctions = {"rte_lcore_id"};
  W.ThreadIdNames = {"tid", "worker*"};
  W.ThreadBounds = {"MAX_THREADS", "RTE_MAX_*"};
  W.NotThreadBounds = {"RTE_MAX_ETHPORTS"};
  W.ColdFunctions = {"*_init"};
  W.BlockingFunctions = {"wait_*"};
  return W;
}

/// The program of some units, with the pool that its new strings live in.
struct Built {
  explicit Built(std::vector<UnitFacts> Units, Vocabulary W = words())
      : P(facts::mergeUnits(std::move(Units), W, Pool)) {}
  explicit Built(Unit &U, Vocabulary W = words())
      : Built(std::vector<UnitFacts>{U.Facts}, std::move(W)) {}

  const FunctionContext &context(Str Function) const {
    static const FunctionContext None;
    const FunctionContext *C = P.contextOf(Function);
    EXPECT_NE(C, nullptr) << Function.str();
    return C ? *C : None;
  }
  /// The only array of that key; a failure and an empty one when there is none or several.
  const ArrayFacts &array(Str Key) const {
    static const ArrayFacts None;
    const ArrayFacts *Found = nullptr;
    for (const ArrayFacts &A : P.Arrays)
      if (A.Key == Key) {
        EXPECT_EQ(Found, nullptr) << Key.str();
        Found = &A;
      }
    EXPECT_NE(Found, nullptr) << Key.str();
    return Found ? *Found : None;
  }
  /// The only access to an element of that array.
  const ElementAccess &element(Str Key) const {
    static const ElementAccess None;
    const ArrayFacts &A = array(Key);
    EXPECT_EQ(A.Accesses.size(), 1u) << Key.str();
    return A.Accesses.size() == 1 ? A.Accesses[0] : None;
  }

  StringPool Pool;
  Program P;
};

} // namespace cachelint::test

#endif
