//===-- Elements.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Elements.h"

#include <algorithm>

namespace cachelint::model {

bool isHot(const Program &P, const Access &A) {
  const FunctionContext *C = P.contextOf(A.Function);
  // Where threads are started, main() goes on beside them; what it did before is marked as cold.
  if (!C || C->Cold || A.Often.Cold || !(C->Threaded || !P.Roots.empty()))
    return false;
  // A loop that waits in each round runs as often as what it waits for, which is seldom enough.
  return (C->Repeated && !C->Waits) ||
         (A.Often.LoopDepth != 0 && !A.Often.FewRounds && !A.Often.Blocking);
}

bool seesHeat(const Program &P) {
  return std::any_of(P.Accesses.begin(), P.Accesses.end(),
                     [&](const Access &A) { return isHot(P, A); });
}

static bool goesThroughPointer(const ElementAccess &E) {
  return std::any_of(E.Path.Steps.begin() + std::min<size_t>(E.Step, E.Path.Steps.size()),
                     E.Path.Steps.end(),
                     [](const PathStep &Step) { return std::holds_alternative<DerefStep>(Step); });
}

bool writesElement(const ElementAccess &E) {
  // A lock that is reached through a pointer in the element is not in the element.
  return E.Kind != AccessKind::Read || (E.A && E.A->LockOperation && !goesThroughPointer(E));
}

static bool isBase(const Program &P, const FieldStep &Step) {
  const Record *R = P.findRecord(Step.Record);
  return R && std::any_of(R->Fields.begin(), R->Fields.end(), [&](const Field &F) {
           return F.Kind != FieldKind::Field && F.Name == Step.Name;
         });
}

std::string fieldPathOf(const Program &P, const ElementAccess &E) {
  std::string Path;
  for (size_t I = E.Step + 1; I < E.Path.Steps.size(); ++I) {
    if (std::holds_alternative<DerefStep>(E.Path.Steps[I]))
      break;
    const auto *F = std::get_if<FieldStep>(&E.Path.Steps[I]);
    if (F && !F->Name.empty() && !isBase(P, *F))
      Path += (Path.empty() ? "" : ".") + F->Name.str();
  }
  return Path;
}

ByteRange touchedBytes(const ElementAccess &E, Bits Stride) {
  ByteRange Whole{0, Stride.bytes()};
  // What reaches into the next element (a copy of many) is no thread's own.
  if (!E.Bytes || E.Bytes->first >= Whole.End)
    return Whole;
  return {E.Bytes->first, std::min(E.Bytes->second, Whole.End)};
}

/// An index that runs over all elements, or scatters over them, belongs to no thread, whatever it
/// is called.
static bool isThreadIndex(const ElementAccess &E) {
  if (E.Thread == ThreadIndex::No)
    return false;
  if (E.Thread >= ThreadIndex::Launched || E.Step >= E.Path.Steps.size())
    return true;
  const auto *I = std::get_if<IndexStep>(&E.Path.Steps[E.Step]);
  return !I || (!I->Index.LoopCounter && !I->Index.Mixed && !I->Index.Constant);
}

ThreadUse threadUseOf(const Program &P, const ArrayFacts &Array) {
  ThreadUse Use;
  for (const ElementAccess &E : Array.Accesses) {
    if (!E.Hot || !isThreadIndex(E))
      continue;
    Use.Touches.push_back(&E);
    Use.Touched.include(touchedBytes(E, Array.Stride));
    if (!Use.Best || E.Thread > Use.Best->Thread)
      Use.Best = &E;
    if (!writesElement(E))
      continue;
    Use.Writes.push_back(&E);
    Use.Written.include(touchedBytes(E, Array.Stride));
    const FunctionContext *C = E.A ? P.contextOf(E.A->Function) : nullptr;
    Use.Rooted |= C && C->Threaded && !C->Assumed;
  }
  auto ByPosition = [](const ElementAccess *A, const ElementAccess *B) {
    return A->A && B->A ? A->A->Pos < B->A->Pos : !A->A && B->A;
  };
  std::stable_sort(Use.Touches.begin(), Use.Touches.end(), ByPosition);
  std::stable_sort(Use.Writes.begin(), Use.Writes.end(), ByPosition);
  return Use;
}

/// What the compiler gives an array anyway: the alignment of its elements.
static Bits naturalAlign(const Program &P, const ArrayFacts &Array) {
  const Record *R = Array.ElementRecord.empty() ? nullptr : P.findRecord(Array.ElementRecord);
  if (R)
    return R->Align.value_or(Bits::fromBytes(1));
  // A scalar's alignment is the largest power of two in its size, up to that of the largest scalar.
  uint64_t Bytes = Array.Stride.bytes();
  return Bits::fromBytes(std::min<uint64_t>(Bytes & (~Bytes + 1), 16));
}

ArrayPlacement placementOf(const Program &P, const ArrayFacts &Array, Bits LineSize) {
  ArrayPlacement A;
  A.Stride = Array.Stride;
  A.Extent = Array.Extent;
  A.LineSize = LineSize;
  A.BaseAlign = Array.BaseAlign.value_or(naturalAlign(P, Array));
  const Variable *V =
      Array.Heap || Array.VariableKey.empty() ? nullptr : P.findVariable(Array.VariableKey);
  if (V && V->Address)
    A.BaseOffset = Bits::fromBytes(*V->Address % LineSize.bytes());
  return A;
}

static bool isAssignedTo(const AccessPath &To, const ArrayFacts &Array) {
  if (To.Steps.empty())
    return !Array.VariableKey.empty() &&
           (To.Root.Owner == Array.VariableKey || To.Root.Name == Array.VariableKey);
  const auto *Last = std::get_if<FieldStep>(&To.Steps.back());
  return Last && !Array.OwnerRecord.empty() && Last->Record == Array.OwnerRecord &&
         Array.Key.ends_with("::" + Last->Name.str());
}

std::vector<const Allocation *> allocationsOf(const Program &P, const ArrayFacts &Array) {
  std::vector<const Allocation *> All;
  for (const Allocation &A : P.Allocations)
    if (Array.Heap && A.AssignedTo && isAssignedTo(*A.AssignedTo, Array))
      All.push_back(&A);
  return All;
}

} // namespace cachelint::model
