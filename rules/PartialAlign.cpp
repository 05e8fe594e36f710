//===-- PartialAlign.cpp - partial-align --------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// A line of a record was aligned by hand, and fields of different threads still share it.

#include "rules/LineFindings.h"
#include "rules/RuleList.h"

#include "fmt/format.h"

namespace cachelint::rules {
namespace {

using namespace model;

std::string messageOf(const LineWords &Words, const LineConflict &C) {
  std::vector<unsigned> Others = Words.onlyDisturbed();
  if (Others.empty())
    return fmt::format(
        "a line of '{}' is aligned on purpose, but {} in it are written by different "
        "threads: {}",
        Words.record(), Words.fields(C.Written), Words.threads(C.Written, true));
  return fmt::format(
      "a line of '{}' is aligned on purpose, but holds both {}, which {} keep writing, "
      "and {}, which {} read",
      Words.record(), Words.fields(C.Written), Words.threads(C.Written, true), Words.fields(Others),
      Words.threads(Others, false));
}

class PartialAlign : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info{
        "partial-align",
        "A line of a record was aligned by hand, and fields of different threads still share it.",
        Capability::AccessSites};
    return Info;
  }

  void check(const Subject &S, FindingSink &Out) const override {
    reportConflicts(S, info(), ConflictKind::PartialAlign, messageOf, Out);
  }
};

} // namespace

CACHELINT_DEFINE_RULE(PartialAlign)

} // namespace cachelint::rules
