//===-- LineFindings.h - conflicts on a line as findings ----------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Internal to rules/: hot-cold-mix, producer-consumer, lock-neighbor and partial-align report one
// kind of conflict each, with the same map of the line and the same proposals.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_RULES_LINEFINDINGS_H
#define CACHELINT_RULES_LINEFINDINGS_H

#include "rules/Rule.h"
#include "tool/model/LineConflicts.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace cachelint::rules {

/// The words of a conflict, for messages.
class LineWords {
public:
  LineWords(const model::Program &P, const model::LineConflict &C) : P(P), C(C) {}

  /// "'conns' and 'served'", from the record of the conflict on.
  std::string fields(llvm::ArrayRef<unsigned> Indices) const;
  /// "'reader' and 'writer' (several threads)": what the threads were started with.
  std::string threads(llvm::ArrayRef<unsigned> Indices, bool Writing) const;
  std::string path(const model::FieldSummary &F) const;
  std::string functions(const model::FieldSummary &F, bool Writing) const;
  std::string functionName(model::Str Key) const;
  std::string record() const { return C.R->Name.str(); }
  /// Disturbed fields that no conflict writes.
  std::vector<unsigned> onlyDisturbed() const;

private:
  const model::Program &P;
  const model::LineConflict &C;
};

/// Reports all conflicts of one kind; \p MessageOf says what is wrong.
void reportConflicts(
    const Subject &S, const RuleInfo &Info, model::ConflictKind Kind,
    llvm::function_ref<std::string(const LineWords &, const model::LineConflict &)> MessageOf,
    FindingSink &Out);

} // namespace cachelint::rules

#endif
