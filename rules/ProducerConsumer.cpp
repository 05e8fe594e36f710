//===-- ProducerConsumer.cpp - producer-consumer ------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Both ends of a queue, which different threads move, lie on one cache line.

#include "rules/LineFindings.h"
#include "rules/RuleList.h"

#include "fmt/format.h"

namespace cachelint::rules {
namespace {

using namespace model;

std::string messageOf(const LineWords &Words, const LineConflict &C) {
  return fmt::format("{} of '{}' are the ends of a queue, moved by {}, and share a cache line",
                     Words.fields(C.Written), Words.record(), Words.threads(C.Written, true));
}

class ProducerConsumer : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info{
        "producer-consumer",
        "Both ends of a queue, which different threads move, lie on one cache line.",
        Capability::AccessSites};
    return Info;
  }

  void check(const Subject &S, FindingSink &Out) const override {
    reportConflicts(S, info(), ConflictKind::ProducerConsumer, messageOf, Out);
  }
};

} // namespace

CACHELINT_DEFINE_RULE(ProducerConsumer)

} // namespace cachelint::rules
