//===-- Contexts.h - in which threads a function runs, and how often -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Three kinds of entry lead into a program: its thread roots, its main(), and, where callers are
// not in the program, functions that others can call: those of a library without main() and those
// that nothing in the program reaches, if they have external linkage, stand in a header, or had
// their address taken and given away. Of the last kind it is assumed that many threads call them,
// and all the time unless they were given away.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_CONTEXTS_H
#define CACHELINT_FACTS_CONTEXTS_H

#include "tool/facts/CallGraph.h"
#include "tool/facts/Merge.h"

#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace cachelint::facts {

/// Raises to Many the roots whose launcher is called in a loop or from several places.
void raiseMultiplicity(std::vector<model::ThreadRoot> &Roots, const CallGraph &Graph);

/// Parallel to Facts.Functions. Facts.Roots must have their final order and multiplicity.
std::vector<model::FunctionContext> buildContexts(const MergedFacts &Facts, const CallGraph &Graph,
                                                  const llvm::DenseSet<model::Str> &AddressTaken,
                                                  const NameSet &ColdNames);

/// There is a main(), and nothing starts a thread or asks for the number of one.
bool runsSingleThreaded(const MergedFacts &Facts, const NameSet &ThreadIdFunctions);

/// Some thread runs \p Function and none of those runs \p Owner.
bool runsElsewhere(const model::Program &P, model::Str Function, model::Str Owner);

} // namespace cachelint::facts

#endif
