//===-- UnitParts.h - what the facts of a unit are made of --------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_UNITPARTS_H
#define CACHELINT_FACTS_UNITPARTS_H

#include "tool/facts/Content.h"
#include "tool/facts/FactsFile.h"
#include "tool/model/Program.h"
#include "tool/support/Problems.h"

#include <string>
#include <tuple>

namespace cachelint::facts {

// As in Content.h, the bindings name every member.

/// The lists, as references.
template <typename Lists> auto listsOf(Lists &L) {
  auto &[Records, Variables, Functions, Accesses, Flows, Calls, Roots, Allocations, Marks, Walks] =
      L;
  return std::tie(Records, Variables, Functions, Accesses, Flows, Calls, Roots, Allocations, Marks,
                  Walks);
}

inline auto parts(const model::FactLists &L) { return listsOf(L); }
inline auto parts(const EntryId &I) {
  const auto &[Low, High] = I;
  return std::tie(Low, High);
}
inline auto parts(const PathRef &P) {
  const auto &[Dir, Leaf] = P;
  return std::tie(Dir, Leaf);
}
inline auto parts(const Dependencies &D) {
  const auto &[Files, Absent] = D;
  return std::tie(Files, Absent);
}
inline auto parts(const StoredUnit &U) {
  const auto &[From, Command, Words, Parts, Problems] = U;
  return std::tie(From, Command, Words, Parts, Problems);
}
inline auto parts(const model::LaunchApi &L) {
  const auto &[Name, FunctionArg, DataArg, DataParam, IdArg, Many, ForwardsArgs, Repeats] = L;
  return std::tie(Name, FunctionArg, DataArg, DataParam, IdArg, Many, ForwardsArgs, Repeats);
}
inline auto parts(const model::Allocator &A) {
  const auto &[Name, SizeArg, CountArg, AlignArg, ResultArg, Alignment, AlignZeroMeans, FollowsSize,
               PerCpu] = A;
  return std::tie(Name, SizeArg, CountArg, AlignArg, ResultArg, Alignment, AlignZeroMeans,
                  FollowsSize, PerCpu);
}
inline auto parts(const model::LineGroup &G) {
  const auto &[Record, Name, Fields, Alone] = G;
  return std::tie(Record, Name, Fields, Alone);
}
inline auto parts(const model::Vocabulary &V) {
  const auto &[Name, ThreadIdFunctions, ThreadIdVariables, ThreadIdNames, ThreadBounds,
               NotThreadBounds, LaunchApis, Allocators, AlignMacros, GuardMacros, LockTypes,
               LockFunctions, AtomicTypes, AtomicFunctions, AtomicReads, CopyFunctions,
               JoinFunctions, ColdFunctions, ColdAttributes, BlockingFunctions, WireTypes,
               OtherCpuFunctions, LineGroups] = V;
  return std::tie(Name, ThreadIdFunctions, ThreadIdVariables, ThreadIdNames, ThreadBounds,
                  NotThreadBounds, LaunchApis, Allocators, AlignMacros, GuardMacros, LockTypes,
                  LockFunctions, AtomicTypes, AtomicFunctions, AtomicReads, CopyFunctions,
                  JoinFunctions, ColdFunctions, ColdAttributes, BlockingFunctions, WireTypes,
                  OtherCpuFunctions, LineGroups);
}
inline auto parts(const Problem &P) {
  const auto &[Level, Input, Section, Offset, Line, Message, Column] = P;
  return std::tie(Level, Input, Section, Offset, Line, Message, Column);
}

} // namespace cachelint::facts

#endif
