//===-- HotColdMix.cpp - hot-cold-mix -----------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Fields that one thread writes lie on a cache line with fields that other threads use.

#include "rules/LineFindings.h"
#include "rules/RuleList.h"

#include "fmt/format.h"

namespace cachelint::rules {
namespace {

using namespace model;

std::string messageOf(const LineWords &Words, const LineConflict &C) {
  std::vector<unsigned> Others = Words.onlyDisturbed();
  if (Others.empty())
    return fmt::format("{} of '{}' share a cache line and are written by different threads: {}",
                       Words.fields(C.Written), Words.record(), Words.threads(C.Written, true));
  return fmt::format("{} of '{}', which {} keep writing, share a cache line with {}, which {} read",
                     Words.fields(C.Written), Words.record(), Words.threads(C.Written, true),
                     Words.fields(Others), Words.threads(Others, false));
}

class HotColdMix : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info{
        "hot-cold-mix",
        "Fields that one thread writes lie on a cache line with fields that other threads use.",
        Capability::AccessSites};
    return Info;
  }

  void check(const Subject &S, FindingSink &Out) const override {
    reportConflicts(S, info(), ConflictKind::HotColdMix, messageOf, Out);
  }
};

} // namespace

CACHELINT_DEFINE_RULE(HotColdMix)

} // namespace cachelint::rules
