//===-- RuleRunner.h - run the rules over a program --------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_RULERUNNER_H
#define CACHELINT_DRIVER_RULERUNNER_H

#include "rules/Rule.h"
#include "tool/driver/GlobList.h"
#include "tool/report/Findings.h"

#include <vector>

namespace cachelint::driver {

struct RuleResults {
  std::vector<model::Finding> Findings; ///< by position, without repeats, with fingerprints
  std::vector<report::NotRun> NotRun;   ///< by rule
};

/// Runs the selected rules whose needs the program meets; the others are named in NotRun. Only
/// findings on records or variables that \p Names selects are kept.
RuleResults runRules(const rules::Subject &S, const RuleGlobs &Rules, const NameGlobs &Names);

/// "alignment, access sites": for a message about missing capabilities.
std::string capabilityText(model::Capability C);

} // namespace cachelint::driver

#endif
