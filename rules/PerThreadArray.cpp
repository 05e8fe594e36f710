//===-- PerThreadArray.cpp - per-thread-array ----------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Each thread writes its own element of an array, and elements of different threads lie on one
// cache line.

#include "rules/PerThreadChecks.h"
#include "rules/RuleList.h"
#include "tool/model/Elements.h"
#include "tool/model/LineAlign.h"
#include "tool/model/Wording.h"

#include "fmt/format.h"
#include "llvm/Support/MathExtras.h"

namespace cachelint::rules {
namespace {

using namespace model;

/// One array that threads write, with all that the finding is made of.
struct Case {
  const Subject &S;
  const ArrayFacts &Array;
  ThreadUse Use;
  ArrayPlacement Place;
  Sharing Shared;
  const Record *Element = nullptr; ///< null for scalars
  const Record *Owner = nullptr;   ///< of a member array
};

bool eachThreadHasItsOwn(const ArrayFacts &A) {
  return A.Storage == StorageKind::ThreadLocal || A.Storage == StorageKind::PerCpu ||
         A.Storage == StorageKind::Automatic;
}

/// Bytes of text are indexed by positions of all kinds, whose names and origins say little; flags
/// of threads are found by a number that is surely a thread's or by the name of their bound.
bool isText(const Case &C) {
  return has(C.Array.ElementTraits, TypeTrait::CharLike) && !C.Array.ThreadBound &&
         C.Use.Best->Thread < ThreadIndex::Launched;
}

/// How sure it is that the index is a thread's number.
Confidence confidenceOfIndex(const Case &C) {
  switch (C.Use.Best->Thread) {
  case ThreadIndex::Certain:
  case ThreadIndex::Launched:
    // That a library's function is called again and again is an assumption.
    return C.Use.Rooted ? Confidence::High : Confidence::Medium;
  case ThreadIndex::ByName:
    // Control paths of a library take the number of some thread, too ("stop lcore 3"); only threads
    // that are seen to run make the name credible.
    return C.Use.Rooted ? Confidence::Medium : Confidence::Low;
  case ThreadIndex::ByBound:
  case ThreadIndex::No:
    break;
  }
  return Confidence::Low;
}

/// How sure it is that elements meet. Where the base decides and is not known, the bytes between
/// the elements tell how likely that is: a pad leaves few places where two can meet.
Confidence confidenceOfSharing(const Case &C) {
  if (C.Shared.always())
    return Confidence::High;
  return 2 * C.Shared.SharingPlacements >= C.Shared.Placements ? Confidence::Medium
                                                               : Confidence::Low;
}

std::string functionName(const Case &C, const ElementAccess &E) {
  const Function *F = C.S.Program.findFunction(E.A->Function);
  return F ? F->Name.str() : std::string();
}

/// " 'rx', 'tx' and 2 more in 'worker'"; a scalar has no names.
std::string whatIsWritten(const Case &C) {
  std::vector<std::string> Fields, Functions;
  for (const ElementAccess *E : C.Use.Writes) {
    addOnce(Fields, fieldPathOf(C.S.Program, *E));
    addOnce(Functions, functionName(C, *E));
  }
  std::string Text = Fields.empty() ? "" : " " + quotedList(Fields);
  if (!Functions.empty())
    Text += " in " + quotedList(Functions);
  return Text;
}

std::string messageOf(const Case &C) {
  uint64_t Stride = C.Array.Stride.bytes(), Line = C.Place.LineSize.bytes();
  std::string Name = C.Array.Name.str(), Meet;
  if (!C.Shared.whenBaseAligned())
    Meet =
        fmt::format("elements of '{}' ({} bytes) would have lines of their own if the array "
                    "started on one, but {}, so neighbours share a line",
                    Name, Stride,
                    C.Place.BaseOffset
                        ? fmt::format("it starts {} bytes into a line", C.Place.BaseOffset->bytes())
                        : fmt::format("it is only sure to start at a multiple of {} bytes",
                                      C.Place.BaseAlign.bytes()));
  else if (Stride >= Line)
    Meet = fmt::format("neighbouring elements of '{}' share a cache line at their edges ({} each, "
                       "no multiple of {})",
                       Name, counted(Stride, "byte"), Line);
  else
    Meet = fmt::format("{} elements of '{}' share a cache line ({} each, lines of {})",
                       C.Shared.ElementsPerLineAligned, Name, counted(Stride, "byte"), Line);
  return fmt::format("{}, and threads write their own{} (index: {})", Meet, whatIsWritten(C),
                     C.Use.Best->How);
}

void addWrites(const Case &C, Finding &F) {
  std::vector<std::string> Said; // one note a field says more than three lines of one loop
  for (const ElementAccess *E : C.Use.Writes) {
    F.Sites.push_back(E->A->Pos);
    std::string Field = fieldPathOf(C.S.Program, *E);
    std::string Text = Field.empty() ? "written here" : fmt::format("'{}' is written here", Field);
    if (E->A->LockOperation)
      Text += " as a lock";
    if (std::string Function = functionName(C, *E); !Function.empty())
      Text += fmt::format(" in '{}'", Function);
    if (Said.size() < 3 && addOnce(Said, Text))
      F.Notes.push_back({E->A->Pos, Text});
  }
  for (const ElementAccess *E : C.Use.Touches)
    if (!writesElement(*E))
      F.Sites.push_back(E->A->Pos);
  const ElementAccess &Best = *C.Use.Best;
  SourcePos Where = Best.HowPos.valid() ? Best.HowPos : Best.A->Pos;
  F.Notes.push_back({Where, "the index is taken for a thread's: " + Best.How});
}

/// The heap block is as much a part of the repair as the type: an over-aligned type in a block that
/// is not aligned is undefined, and compilers make use of it.
void addAllocationNotes(const Case &C, Finding &F) {
  for (const Allocation *A : allocationsOf(C.S.Program, C.Array)) {
    if (A->Alignment && *A->Alignment >= C.Place.LineSize)
      continue;
    std::string Api = A->Api.str();
    if (A->Api.starts_with("new") || A->Api.starts_with("std::"))
      F.Notes.push_back({A->Pos, fmt::format("'{}' honours that since C++17 only", Api)});
    else
      F.Notes.push_back(
          {A->Pos, fmt::format("'{}' promises {}: allocate the array aligned to {}, as well", Api,
                               A->Alignment ? fmt::format("{} bytes only", A->Alignment->bytes())
                                            : "no alignment that is known",
                               C.Place.LineSize.bytes())});
  }
}

/// An alignment was written already, and alignment-no-effect says what is wrong with it; two edits
/// for one mistake would get into each other's way.
const AlignmentMark *failedAlignment(const Case &C) {
  for (const AlignmentMark &M : C.S.Program.Marks) {
    using On = AlignmentMark::On;
    bool OfElement =
        (M.Where == On::VariableName || M.Where == On::TagName || M.Where == On::TypedefName) &&
        C.Element && M.Record == C.Element->Key;
    bool OfArray = (M.Where == On::ArrayVariable || M.Where == On::PointerVariable)
                       ? M.VariableKey == C.Array.VariableKey
                       : M.Where == On::ArrayField && C.Owner && M.Owner == C.Owner->Key &&
                             C.Array.Key.ends_with("::" + M.Subject.str());
    if (OfElement || (OfArray && M.Align >= C.Place.LineSize))
      return &M;
  }
  return nullptr;
}

void addRepair(const Case &C, Finding &F) {
  uint64_t Line = C.Place.LineSize.bytes();
  if (!C.Shared.whenBaseAligned() && !C.Array.Heap) {
    F.Notes.push_back({C.Array.Pos, fmt::format("align the array to {} bytes", Line)});
    return;
  }
  if (const AlignmentMark *M = failedAlignment(C)) {
    F.Notes.push_back({M->Pos, "the alignment that is written here has no effect on the elements"});
    return;
  }
  // A scalar has no type to align, and neither has one that is not the program's own.
  bool Foreign = !C.Element || C.Element->is(RecordFlag::SystemHeader) ||
                 has(C.Array.ElementTraits, TypeTrait::Atomic) ||
                 has(C.Array.ElementTraits, TypeTrait::Lock);
  if (Foreign) {
    F.Notes.push_back({C.Array.Pos, fmt::format("give each element a line: wrap '{}' in a struct "
                                                "that is aligned to {} bytes",
                                                C.Array.ElementType.str(), Line)});
  } else if (otherUsesOf(C.S.Program, *C.Element, C.Array) > 1) {
    F.Notes.push_back(
        {C.Element->Pos, fmt::format("'{}' is used elsewhere, too: wrap it in a struct that is "
                                     "aligned to {} bytes, for this array",
                                     C.Element->Name.str(), Line)});
  } else if (C.Array.Heap) {
    F.Notes.push_back({C.Element->AfterBrace.valid() ? C.Element->AfterBrace : C.Element->Pos,
                       fmt::format("align '{}' with '{}'", C.Element->Name.str(),
                                   lineAlignText(*C.Element, C.Place.LineSize))});
  } else if (std::optional<Fix> Repair = lineAlignFix(*C.Element, C.Place.LineSize)) {
    F.Fixes.push_back(std::move(*Repair));
  }
  if (C.Array.Heap)
    addAllocationNotes(C, F);
}

class PerThreadArray : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info{"per-thread-array",
                               "Each thread writes its own element of an array, and elements of "
                               "different threads lie on one cache line.",
                               Capability::None,
                               Capability::AccessSites | Capability::Addresses |
                                   Capability::AtomicTypes};
    return Info;
  }

  void check(const Subject &S, FindingSink &Out) const override {
    if (!covers(S.Program.Can, Capability::AccessSites))
      return checkArraysByWords(S, info(), Out);
    if (S.Program.SingleThreaded)
      return;
    for (const ArrayFacts &A : S.Program.Arrays)
      if (!eachThreadHasItsOwn(A) && !has(A.ElementTraits, TypeTrait::Const))
        checkArray(S, A, Out);
  }

private:
  void checkArray(const Subject &S, const ArrayFacts &A, FindingSink &Out) const {
    Case C{S, A, threadUseOf(S.Program, A), placementOf(S.Program, A, S.Options.LineSize), {}};
    if (C.Use.Writes.empty() || isText(C))
      return;
    C.Shared = sharingOf(C.Place, C.Use.Written, C.Use.Touched);
    if (C.Shared.never())
      return;
    C.Element = A.ElementRecord.empty() ? nullptr : S.Program.findRecord(A.ElementRecord);
    C.Owner = A.OwnerRecord.empty() ? nullptr : S.Program.findRecord(A.OwnerRecord);
    Out.add(findingOf(C));
  }

  Finding findingOf(const Case &C) const {
    Finding F;
    F.Rule = info().Id.str();
    F.Sure = std::min(confidenceOfIndex(C), confidenceOfSharing(C));
    F.Level = F.Sure == Confidence::Low ? Severity::Note : Severity::Warning;
    F.Pos = C.Array.Pos;
    F.Variable = C.Array.Name.str();
    F.VariableKey = C.Array.VariableKey;
    if (!C.Element && C.Owner)
      F.Field = C.Array.Key.rsplit("::").second.str();
    if (const Record *R = C.Element ? C.Element : C.Owner) {
      F.Record = R->Name.str();
      F.RecordKey = R->Key;
    }
    F.Bytes = {C.Use.Written.Begin, C.Use.Written.End};
    F.Identity = C.Array.Key.str();
    // All of its lines are fought for.
    F.Weight =
        llvm::alignTo(llvm::SaturatingMultiply(C.Array.Stride.bytes(), C.Array.Extent.value_or(2)),
                      C.Place.LineSize.bytes());
    F.Message = messageOf(C);
    addWrites(C, F);
    addRepair(C, F);
    return F;
  }
};

} // namespace

CACHELINT_DEFINE_RULE(PerThreadArray)

} // namespace cachelint::rules
