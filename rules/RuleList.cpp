//===-- RuleList.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/RuleList.h"

#include <vector>

namespace cachelint::rules {

llvm::ArrayRef<const Rule *> allRules() {
  static const std::vector<const Rule *> Rules = {
#define CACHELINT_RULE(ID, CLASS) &get##CLASS(),
#include "rules/rules.def"
#undef CACHELINT_RULE
  };
  return Rules;
}

} // namespace cachelint::rules
