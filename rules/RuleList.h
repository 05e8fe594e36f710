//===-- RuleList.h - how a rule enters the list -------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_RULES_RULELIST_H
#define CACHELINT_RULES_RULELIST_H

#include "rules/Rule.h"

namespace cachelint::rules {

// Functions and not static registration: the linker drops an object file of a static library that
// nobody refers to, and with it the registration.
#define CACHELINT_RULE(ID, CLASS) const Rule &get##CLASS();
#include "rules/rules.def"
#undef CACHELINT_RULE

} // namespace cachelint::rules

/// Ends a rule's .cpp file, inside namespace cachelint::rules.
#define CACHELINT_DEFINE_RULE(CLASS)                                                               \
  const Rule &get##CLASS() {                                                                       \
    static const CLASS Instance;                                                                   \
    return Instance;                                                                               \
  }

#endif
