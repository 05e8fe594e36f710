//===-- AlignmentPlaces.cpp - alignments on the object, not on the type ---===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/AlignmentChecks.h"
#include "tool/model/Elements.h"
#include "tool/model/LineAlign.h"
#include "tool/model/Wording.h"

#include "fmt/format.h"

namespace cachelint::rules {

using namespace model;

std::vector<const ArrayFacts *> AlignmentChecks::arraysOf(const AlignmentMark &M) const {
  std::string Key = M.Owner.empty() ? M.VariableKey.str() : fieldKey(M.Owner, M.Subject);
  std::vector<const ArrayFacts *> All;
  for (const ArrayFacts &A : P.Arrays)
    if (A.Key == Key)
      All.push_back(&A);
  return All;
}

/// Threads write their own elements, and these meet on lines.
bool AlignmentChecks::shared(const ArrayFacts &A) const {
  ThreadUse Use = threadUseOf(P, A);
  return !P.SingleThreaded && !Use.Writes.empty() &&
         !sharingOf(placementOf(P, A, Line), Use.Written, Use.Touched).never();
}

/// `alignas(64) struct T { ... } a[N]`: whoever defines the type on the spot meant the type.
static bool definesElement(const AlignmentMark &M, const Record *Element) {
  if (!Element || !Element->AfterBrace.valid() || Element->AfterBrace.File != M.DeclPos.File)
    return false;
  return Element->Pos < M.DeclPos && Element->AfterBrace.Line == M.DeclPos.Line;
}

void AlignmentChecks::checkArray(const AlignmentMark &M) {
  if (!asksForALine(M) || !M.Stride || (*M.Stride % *M.Align).isZero() || M.Extent == 1u)
    return;
  const Record *Element = elementOf(M);
  bool Shared = false, Written = false;
  for (const ArrayFacts *A : arraysOf(M)) {
    Shared |= shared(*A);
    for (const ElementAccess &E : A->Accesses)
      Written |= writesElement(E);
  }
  // A table or a buffer is aligned rightly so. The elements were meant where threads write them,
  // or, less surely, where they look as if.
  bool Defined = definesElement(M, Element) && !P.SingleThreaded;
  if (!Shared && !(Written && (Defined || M.ThreadBound)))
    return;
  Finding F = findingOn(M, Shared || Defined ? Severity::Warning : Severity::Note,
                        Shared    ? Confidence::High
                        : Defined ? Confidence::Medium
                                  : Confidence::Low);
  F.Message = fmt::format("the alignment to {} bytes is on the array '{}', not on its elements: "
                          "they are {} apart",
                          M.Align->bytes(), M.Subject.str(), counted(M.Stride->bytes(), "byte"));
  nameArray(M, Element, F);
  addTypeRepair(M, Element, F);
  Out.add(std::move(F));
}

/// For members Record is the owner's key until the array's facts tell the element's.
const Record *AlignmentChecks::elementOf(const AlignmentMark &M) const {
  if (M.Owner.empty() || M.Record != M.Owner)
    return recordOf(M);
  for (const ArrayFacts *A : arraysOf(M))
    if (!A->ElementRecord.empty())
      return P.findRecord(A->ElementRecord);
  return nullptr;
}

void AlignmentChecks::nameArray(const AlignmentMark &M, const Record *Element, Finding &F) const {
  F.VariableKey = M.VariableKey;
  F.Variable = M.Owner.empty() ? M.Subject.str() : "";
  if (!M.Owner.empty()) {
    F.Record = M.Owner.str();
    F.RecordKey = M.Owner;
    F.Field = M.Subject.str();
  } else if (Element) {
    F.Record = Element->Name.str();
    F.RecordKey = Element->Key;
  }
  F.Identity = fieldKey(M.Owner, M.Subject);
}

void AlignmentChecks::addTypeRepair(const AlignmentMark &M, const Record *Element,
                                    Finding &F) const {
  if (!Element) {
    F.Notes.push_back({M.Pos, fmt::format("only a type can keep elements apart: wrap the element "
                                          "in a struct that is aligned to {} bytes",
                                          M.Align->bytes())});
    return;
  }
  F.Notes.push_back({M.Pos, fmt::format("'{}' belongs {} '{}'", lineAlignText(*Element, Line),
                                        Element->LineAlignIsKeyword ? "between 'struct' and"
                                                                    : "behind the closing brace of",
                                        Element->Name.str())});
  if (std::optional<Fix> Repair = lineAlignFix(*Element, Line))
    F.Fixes.push_back(std::move(*Repair));
}

void AlignmentChecks::checkPointer(const AlignmentMark &M) {
  if (!asksForALine(M) || !M.Stride || (*M.Stride % *M.Align).isZero())
    return;
  for (const ArrayFacts *A : arraysOf(M)) {
    // A pointer may well have a line for itself; only what threads do behind it tells otherwise.
    if (!shared(*A))
      continue;
    const Record *Element = elementOf(M);
    Finding F = findingOn(M, Severity::Warning, Confidence::Medium);
    F.Message =
        fmt::format("the alignment to {} bytes is on the pointer '{}', not on what it points "
                    "to: elements are {} apart",
                    M.Align->bytes(), M.Subject.str(), counted(M.Stride->bytes(), "byte"));
    nameArray(M, Element, F);
    F.Notes.push_back({M.Pos, "align the element type, and the block that is allocated"});
    Out.add(std::move(F));
    return;
  }
}

void AlignmentChecks::checkTypedef(const AlignmentMark &M) {
  if (!asksForALine(M) || !M.Stride || (*M.Stride % *M.Align).isZero())
    return;
  const Record *R = recordOf(M);
  bool Shared = false;
  for (const ArrayFacts &A : P.Arrays)
    Shared |= (R ? A.ElementRecord == R->Key : A.ElementType == M.Subject) && shared(A);
  // The typedef of a scalar aligns each variable that has it, which may be all that was wanted.
  if (!Shared && (!R || R->is(RecordFlag::SystemHeader)))
    return;
  bool Several = Shared || Uses.inArrays(*R);
  Finding F = findingOn(M, Several ? Severity::Warning : Severity::Note,
                        Shared ? Confidence::High : Confidence::Medium);
  F.Message = fmt::format("the alignment stands behind the typedef name '{}', where it does not "
                          "round the size: alignment {}, size {}, so elements are {} bytes apart",
                          M.Subject.str(), M.Align->bytes(), M.Stride->bytes(), M.Stride->bytes());
  F.Identity = M.Subject.str();
  if (!R)
    F.Variable = M.Subject.str();
  F.Notes.push_back({M.Pos,
                     "between the closing brace and the name it belongs to the struct, whose "
                     "size it rounds"});
  if (R)
    if (std::optional<Fix> Repair = lineAlignFix(*R, Line))
      F.Fixes.push_back(std::move(*Repair));
  Out.add(std::move(F));
}

} // namespace cachelint::rules
