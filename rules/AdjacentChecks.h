//===-- AdjacentChecks.h - parts of adjacent-globals --------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_RULES_ADJACENTCHECKS_H
#define CACHELINT_RULES_ADJACENTCHECKS_H

#include "rules/Rule.h"
#include "tool/model/Neighbours.h"
#include "tool/model/VariableUses.h"

#include <set>
#include <string>
#include <vector>

namespace cachelint::rules {

/// Two neighbours, and what is wrong with them.
struct Harm {
  const model::NeighbourPair *Pair = nullptr;
  const model::Variable *Written = nullptr, *Other = nullptr;
  model::VariableUse OfWritten, OfOther;
  bool ReadElsewhere = false; ///< by other functions of the same threads only
};

/// Harms whose variables are neighbours of neighbours, in the order of their places.
using HarmGroup = std::vector<const Harm *>;
std::vector<HarmGroup> groupsOf(const std::vector<Harm> &Harms);

/// "'a' and 'b' lie on one cache line, 8 bytes apart".
std::string placeText(const HarmGroup &Group, const Harm &H);

/// Position, names, keys and weight of a finding on \p Group, of which \p H speaks.
model::Finding findingOn(const HarmGroup &Group, const Harm &H, const RuleInfo &Info,
                         model::Bits Line);

/// Without accesses: words that are made to be written by many threads, of different files.
void checkContendedTypes(const Subject &S, const RuleInfo &Info, FindingSink &Out);

/// Lines of recordings on which several variables were fought for. \p Said are keys of variables
/// that a finding names already.
void checkRecordedLines(const Subject &S, const RuleInfo &Info, const std::set<model::Str> &Said,
                        FindingSink &Out);

} // namespace cachelint::rules

#endif
