//===-- Rule.h - the interface of a rule -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_RULES_RULE_H
#define CACHELINT_RULES_RULE_H

#include "tool/model/Finding.h"
#include "tool/model/Join.h"
#include "tool/model/Layout.h"
#include "tool/model/LineConflicts.h"
#include "tool/model/Program.h"
#include "tool/model/Vocabulary.h"

#include "llvm/ADT/ArrayRef.h"

namespace cachelint::rules {

struct RuleInfo {
  llvm::StringRef Id;      ///< kebab-case, stable: "padding-hole"
  llvm::StringRef Summary; ///< one sentence, the first of its page in docs/rules/
  model::Capability Needs = model::Capability::None;
  /// And at least one of these, unless None.
  model::Capability NeedsOneOf = model::Capability::None;
};

/// What a user can set for all rules.
struct RuleOptions {
  model::Bits LineSize = model::Bits::fromBytes(64);
  bool Pedantic = false; ///< also single small holes and their like
};

/// What a rule looks at. Everything lives longer than the call.
struct Subject {
  const model::Program &Program;
  const model::Vocabulary &Words;
  const RuleOptions &Options;
  /// Recordings, joined to Program; empty without any.
  llvm::ArrayRef<model::JoinedRecording> Recordings = {};

  /// Conflicts on the lines of shared objects, found once for all rules that report a kind of them.
  const std::vector<model::LineConflict> &conflicts() const {
    if (!Conflicts)
      Conflicts = model::lineConflicts(Program, Options.LineSize);
    return *Conflicts;
  }
  mutable std::optional<std::vector<model::LineConflict>> Conflicts = {}; ///< see conflicts()
};

/// Takes findings. A rule need not sort them.
class FindingSink {
public:
  virtual ~FindingSink() = default;
  virtual void add(model::Finding F) = 0;
};

/// A rule is a const object without state or I/O: the same object serves whole programs, binaries
/// and one unit in an editor.
class Rule {
public:
  virtual ~Rule() = default;
  virtual const RuleInfo &info() const = 0;
  virtual void check(const Subject &S, FindingSink &Out) const = 0;
};

/// All rules of rules.def, sorted by id.
llvm::ArrayRef<const Rule *> allRules();

} // namespace cachelint::rules

#endif
