//===-- PerThreadChecks.h - parts of per-thread-array -------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_RULES_PERTHREADCHECKS_H
#define CACHELINT_RULES_PERTHREADCHECKS_H

#include "rules/Rule.h"

namespace cachelint::rules {

/// Without accesses: arrays that by their bound or by their name have an element for each thread.
void checkArraysByWords(const Subject &S, const RuleInfo &Info, FindingSink &Out);

} // namespace cachelint::rules

#endif
