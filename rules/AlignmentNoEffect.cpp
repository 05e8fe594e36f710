//===-- AlignmentNoEffect.cpp - alignment-no-effect ----------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// An alignment that was written does not do what it says.

#include "rules/AlignmentChecks.h"
#include "rules/RuleList.h"
#include "tool/model/Instances.h"
#include "tool/model/LineAlign.h"
#include "tool/model/Wording.h"

#include "fmt/format.h"
#include "llvm/Support/MathExtras.h"

namespace cachelint::rules {

using namespace model;

const Record *AlignmentChecks::recordOf(const AlignmentMark &M) const {
  return M.Record.empty() ? nullptr : P.findRecord(M.Record);
}

Finding AlignmentChecks::findingOn(const AlignmentMark &M, Severity Level, Confidence Sure) const {
  Finding F;
  F.Rule = Info.Id.str();
  F.Level = Level;
  F.Sure = Sure;
  F.Pos = M.DeclPos.valid() ? M.DeclPos : M.Pos;
  F.Weight = Line.bytes();
  if (const Record *R = recordOf(M)) {
    F.Record = R->Name.str();
    F.RecordKey = R->Key;
  }
  return F;
}

void AlignmentChecks::checkMacroName(const AlignmentMark &M) {
  const Record *R = recordOf(M);
  // Without a record in front of it the name cannot have been meant as an attribute of one; and
  // a tag of that name that is aligned is a type that is named after what it does.
  if (!R || (M.Where == AlignmentMark::On::TagName && R->DeclaredAlign))
    return;
  Finding F = findingOn(M, Severity::Warning, Confidence::High);
  const char *Became = M.Where == AlignmentMark::On::TagName ? "the tag of a struct"
                       : !M.Owner.empty()                    ? "the name of a member"
                       : !M.VariableKey.empty()              ? "the name of a variable"
                                                             : "the name of a function";
  F.Message = fmt::format("'{}' is no macro here and became {}, so ", M.Subject.str(), Became);
  F.Message += M.Where == AlignmentMark::On::TagName
                   ? "nothing is aligned"
                   : fmt::format("'{}' ({} bytes) is not aligned", F.Record,
                                 R->Size.value_or(Bits()).bytes());
  F.Variable = M.Where == AlignmentMark::On::TagName ? "" : M.Subject.str();
  F.VariableKey = M.VariableKey;
  F.Identity = M.Subject.str();
  F.Notes.push_back({M.Pos, "include the header that defines it, or write what this program has"});
  addReplacement(M, *R, F);
  Out.add(std::move(F));
}

void AlignmentChecks::addReplacement(const AlignmentMark &M, const Record &R, Finding &F) const {
  if (!M.Pos.valid())
    return;
  SourcePos End = M.Pos;
  End.Column += M.Subject.size();
  // Behind the brace only an attribute can stand.
  std::string Text = R.LineAlignIsKeyword && M.Where != AlignmentMark::On::TagName
                         ? fmt::format("__attribute__((aligned({})))", Line.bytes())
                         : lineAlignText(R, Line);
  F.Fixes.push_back({fmt::format("write '{}'", Text), {{M.Pos, End, Text}}});
}

/// `union { struct { 72 bytes } s; char pad[64]; }` is 72 bytes, not 128.
void AlignmentChecks::checkMinimumPad(const Record &R) {
  if (R.Kind != RecordKind::Union || !R.Size || R.is(RecordFlag::SystemHeader) ||
      (*R.Size % Line).isZero())
    return;
  for (const Field &Pad : R.Fields) {
    if (!isPad(Pad) || !Pad.Type.Size || Pad.Type.Size->isZero() ||
        !(*Pad.Type.Size % Line).isZero() || *Pad.Type.Size >= *R.Size)
      continue;
    Finding F;
    F.Rule = Info.Id.str();
    F.Level = Uses.inArrays(R) ? Severity::Warning : Severity::Note;
    F.Weight =
        llvm::SaturatingMultiply(std::max<uint64_t>(1, Instances(P).of(R.Key)), Line.bytes());
    F.Sure = Confidence::Medium;
    F.Pos = R.Pos;
    F.Record = R.Name.str();
    F.RecordKey = R.Key;
    F.Field = Pad.Name.str();
    F.Message =
        fmt::format("'{}' is a minimum, not a multiple: beside it is a member of {}, so '{}' "
                    "has {} bytes, no whole number of lines",
                    Pad.Name.str(), counted(R.Size->bytes(), "byte"), F.Record, R.Size->bytes());
    F.Notes.push_back({Pad.Pos, "an alignment of the type rounds its size, whatever is in it"});
    if (std::optional<Fix> Repair = lineAlignFix(R, Line))
      F.Fixes.push_back(std::move(*Repair));
    return Out.add(std::move(F));
  }
}

namespace {

void checkMark(AlignmentChecks &Checks, const AlignmentMark &M) {
  using On = AlignmentMark::On;
  switch (M.Where) {
  case On::VariableName:
  case On::TagName:
    return Checks.checkMacroName(M);
  case On::ArrayVariable:
  case On::ArrayField:
    return Checks.checkArray(M);
  case On::PointerVariable:
    Checks.checkPointer(M);
    return Checks.checkLoneVariable(M);
  case On::TypedefName:
    return Checks.checkTypedef(M);
  case On::Field:
  case On::PointerField:
    return Checks.checkField(M);
  case On::Variable:
    return Checks.checkLoneVariable(M);
  case On::Record:
    return;
  }
}

class AlignmentNoEffect : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info{"alignment-no-effect",
                               "An alignment that was written does not do what it says.",
                               Capability::Alignment};
    return Info;
  }

  void check(const Subject &S, FindingSink &Out) const override {
    AlignmentChecks Checks(S, info(), Out);
    for (const AlignmentMark &M : S.Program.Marks)
      checkMark(Checks, M);
    for (const Record &R : S.Program.Records)
      Checks.checkMinimumPad(R);
  }
};

} // namespace

CACHELINT_DEFINE_RULE(AlignmentNoEffect)

} // namespace cachelint::rules
