//===-- PercpuChecks.h - parts of percpu-unaligned ----------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_RULES_PERCPUCHECKS_H
#define CACHELINT_RULES_PERCPUCHECKS_H

#include "rules/Rule.h"

namespace cachelint::rules {

/// Without accesses: per-CPU variables where the linker has put them, line by line. Those that lie
/// over two lines, and those that are made for other CPUs and share a line.
void checkPercpuLines(const Subject &S, const RuleInfo &Info, FindingSink &Out);

} // namespace cachelint::rules

#endif
