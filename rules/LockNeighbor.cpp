//===-- LockNeighbor.cpp - lock-neighbor --------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// A lock or reference count lies on a cache line with data that others use without it.

#include "rules/LineFindings.h"
#include "rules/RuleList.h"

#include "fmt/format.h"

namespace cachelint::rules {
namespace {

using namespace model;

std::string messageOf(const LineWords &Words, const LineConflict &C) {
  auto IsLock = [&](unsigned I) { return C.Fields[I].Lock || C.Fields[I].RefCount; };
  std::vector<unsigned> Locks, Others;
  for (unsigned I : C.Written)
    if (IsLock(I))
      Locks.push_back(I);
  for (unsigned I : C.Disturbed)
    if (!IsLock(I))
      Others.push_back(I);
  if (Others.empty())
    return fmt::format("locks {} of '{}' share a cache line and are taken by different threads: {}",
                       Words.fields(Locks), Words.record(), Words.threads(Locks, true));
  return fmt::format(
      "{} of '{}', changed by {}, shares a cache line with {}, which {} use without it",
      Words.fields(Locks), Words.record(), Words.threads(Locks, true), Words.fields(Others),
      Words.threads(Others, false));
}

class LockNeighbor : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info{
        "lock-neighbor",
        "A lock or reference count lies on a cache line with data that others use without it.",
        Capability::AccessSites};
    return Info;
  }

  void check(const Subject &S, FindingSink &Out) const override {
    reportConflicts(S, info(), ConflictKind::LockNeighbor, messageOf, Out);
  }
};

} // namespace

CACHELINT_DEFINE_RULE(LockNeighbor)

} // namespace cachelint::rules
