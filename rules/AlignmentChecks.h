//===-- AlignmentChecks.h - the parts of alignment-no-effect ------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Inside of the rule only: one function a kind of mistake, each in the file of its family.
#ifndef CACHELINT_RULES_ALIGNMENTCHECKS_H
#define CACHELINT_RULES_ALIGNMENTCHECKS_H

#include "rules/Rule.h"
#include "tool/model/LayoutIntent.h"
#include "tool/model/Sides.h"

namespace cachelint::rules {

/// What all checks of marks share.
class AlignmentChecks {
public:
  AlignmentChecks(const Subject &S, const RuleInfo &Info, FindingSink &Out)
      : P(S.Program), Line(S.Options.LineSize), Info(Info), Out(Out), Uses(S.Program),
        Threads(S.Program) {}

  /// A macro that is not defined, or misspelt, and became the name of something.
  void checkMacroName(const model::AlignmentMark &M);

  // On the object where the type was meant: AlignmentPlaces.cpp.
  void checkArray(const model::AlignmentMark &M);
  void checkPointer(const model::AlignmentMark &M);
  void checkTypedef(const model::AlignmentMark &M);

  // What follows in the same line: AlignmentNeighbours.cpp.
  void checkField(const model::AlignmentMark &M);
  void checkLoneVariable(const model::AlignmentMark &M);

  /// A pad in a union, which is a minimum: a larger member makes the size no multiple.
  void checkMinimumPad(const model::Record &R);

private:
  model::Finding findingOn(const model::AlignmentMark &M, model::Severity Level,
                           model::Confidence Sure) const;
  const model::Record *recordOf(const model::AlignmentMark &M) const;
  bool asksForALine(const model::AlignmentMark &M) const { return M.Align && *M.Align >= Line; }

  void addReplacement(const model::AlignmentMark &M, const model::Record &R,
                      model::Finding &F) const;
  std::vector<const model::ArrayFacts *> arraysOf(const model::AlignmentMark &M) const;
  const model::Record *elementOf(const model::AlignmentMark &M) const;
  bool shared(const model::ArrayFacts &A) const;
  void nameArray(const model::AlignmentMark &M, const model::Record *Element,
                 model::Finding &F) const;
  void addTypeRepair(const model::AlignmentMark &M, const model::Record *Element,
                     model::Finding &F) const;
  void addField(const model::AlignmentMark &M, const model::Record &R,
                const model::PlacedField &Marked, const model::PlacedField &Next,
                const model::SideUse &Mine, const model::SideUse &Other);

  const model::Program &P;
  const model::Bits Line;
  const RuleInfo &Info;
  FindingSink &Out;
  model::RecordUses Uses;
  model::Sides Threads;
};

} // namespace cachelint::rules

#endif
