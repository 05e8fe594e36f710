//===-- ProgramBuilder.cpp - from merged facts to a program ---------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/ArrayBuilder.h"
#include "tool/facts/Contexts.h"
#include "tool/facts/FunctionPointers.h"
#include "tool/facts/HeldLocks.h"
#include "tool/facts/Merge.h"
#include "tool/facts/TrafficBuilder.h"

namespace cachelint::facts {

using namespace model;

/// Function contexts, which need calls and launches through pointers resolved.
static std::vector<FunctionContext> resolveContexts(MergedFacts &Facts, const Vocabulary &Words) {
  SlotGraph Graph(Facts.Flows);
  FunctionPointers Pointers(Graph);
  llvm::DenseSet<Str> AddressTaken = Pointers.addressTaken();
  // Appends to Facts.Flows: the graph is of no use afterwards.
  resolvePointers(Facts.Calls, Facts.Roots, Facts.Flows, Pointers);
  CallGraph Calls(Facts.Functions, Facts.Calls, NameSet(Words.BlockingFunctions));
  raiseMultiplicity(Facts.Roots, Calls);
  std::vector<FunctionContext> Contexts =
      buildContexts(Facts, Calls, AddressTaken, NameSet(Words.ColdFunctions));
  findHeldLocks(Facts, Calls, AddressTaken, Contexts);
  return Contexts;
}

/// A function of the program promises what the allocators promise that it calls, whatever the
/// vocabulary takes it for. Where that is arithmetic on bytes it may round up: nothing is known.
static void resolveWrappers(std::vector<Allocation> &Allocations, Alignments &Aligns) {
  for (Allocation &A : Allocations)
    if (std::optional<Bits> Promised =
            A.Callee.empty() ? std::nullopt : Aligns.ofReturned(A.Callee);
        Promised && *Promised >= Bits::fromBytes(8))
      A.Alignment = Promised;
}

Program buildProgram(MergedFacts &&Facts, const Vocabulary &Words, StringPool &Pool) {
  Program P;
  P.Contexts = resolveContexts(Facts, Words);
  P.SingleThreaded = runsSingleThreaded(Facts, NameSet(Words.ThreadIdFunctions));
  P.Units = std::move(Facts.Units);
  P.Can = Facts.Can;
  P.Records = std::move(Facts.Records);
  P.Variables = std::move(Facts.Variables);
  P.Functions = std::move(Facts.Functions);
  P.Accesses = std::move(Facts.Accesses);
  P.Calls = std::move(Facts.Calls);
  P.Roots = std::move(Facts.Roots);
  P.Allocations = std::move(Facts.Allocations);
  P.Marks = std::move(Facts.Marks);
  P.Walks = std::move(Facts.Walks);

  SlotGraph Graph(Facts.Flows);
  LaunchFacts Launches(P.Roots, P.Accesses, Graph);
  ThreadIds Ids(Graph, P, Launches, Words);
  Alignments Aligns(Graph, P);
  PathResolver Resolver(Graph, Launches, Aligns.allocationSlots());
  resolveWrappers(P.Allocations, Aligns);
  P.Arrays = ArrayBuilder(P, Resolver, Ids, Aligns, Pool).build();
  P.Objects = TrafficBuilder(P, Resolver, Ids, Graph).build();
  return P;
}

} // namespace cachelint::facts
