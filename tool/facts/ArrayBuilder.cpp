//===-- ArrayBuilder.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/ArrayBuilder.h"

#include "tool/facts/ArrayIdentity.h"
#include "tool/facts/CallGraph.h"
#include "tool/facts/Contexts.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace cachelint::facts {

using namespace model;

/// Of an array that is reached in more ways than this nothing is said of its alignment.
static constexpr size_t MaxBases = 32;

/// Hot needs a rate, a thread and warm code. That others call a library's function all the time is
/// an assumption, good enough only for an index that is the caller's own number for certain.
void ArrayBuilder::rateElement(ElementAccess &E) const {
  const FunctionContext *C = P.contextOf(E.A->Function);
  if (!C || !C->Threaded || C->Cold || E.A->Often.Cold)
    return;
  if (C->Assumed && E.Thread != ThreadIndex::Certain)
    return;
  Rate Often = rateOf(E.A->Often);
  if (Often == Rate::Once && C->Repeated)
    Often = C->Waits ? Rate::Waits : Rate::Busy;
  E.Hot = Often == Rate::Busy;
  E.Waits = Often == Rate::Waits;
}

StorageKind ArrayBuilder::storageOf(const Access &A, const Place &Where) const {
  const Slot &Root = Where.Path.Root;
  bool IsBlock =
      !Where.Path.Steps.empty() && std::holds_alternative<DerefStep>(Where.Path.Steps.front());
  const Variable *V = P.findVariable(Root.K == Slot::Kind::Local ? Root.Name : Root.Owner);
  if (IsBlock) {
    // What each thread has its own pointer to, each thread has its own of.
    bool OwnPointer =
        V && (V->Storage == StorageKind::ThreadLocal || V->Storage == StorageKind::PerCpu);
    return OwnPointer ? V->Storage : StorageKind::Global;
  }
  if (Root.K != Slot::Kind::Local)
    return V ? V->Storage : StorageKind::Global;
  if (V && V->Storage != StorageKind::Automatic)
    return V->Storage;
  return Where.HandedOver || runsElsewhere(P, A.Function, Root.Owner) ? StorageKind::Global
                                                                      : StorageKind::Automatic;
}

static bool isPrivate(StorageKind S) {
  return S == StorageKind::ThreadLocal || S == StorageKind::PerCpu || S == StorageKind::Automatic;
}

void ArrayBuilder::addBase(Collected &C, const AccessPath &Path, size_t Step) {
  AccessPath Base;
  Base.Root = Path.Root;
  Base.Steps.append(Path.Steps.begin(), Path.Steps.begin() + Step);
  auto Same = [&](const AccessPath &B) { return compareContent(B, Base) == 0; };
  if (C.Bases.size() <= MaxBases && llvm::none_of(C.Bases, Same))
    C.Bases.push_back(std::move(Base));
}

void ArrayBuilder::addElement(const Access &A, const Touch &T, size_t Step,
                              ThreadIndexVerdict Verdict) {
  const AccessPath &Path = T.Where.Path;
  const auto &Index = std::get<IndexStep>(Path.Steps[Step]);
  ArrayFacts Identity = identifyArray(Path, Step, P, Pool);
  if (!Index.Stride || Index.Stride->isZero() || Identity.Key.empty())
    return;
  Collected &C = Arrays[{Identity.Key, *Index.Stride, Index.ElementRecord}];
  ArrayFacts &Facts = C.Facts;
  StorageKind Storage = storageOf(A, T.Where);
  bool IsNew = Facts.Key.empty();
  if (IsNew) {
    Facts = std::move(Identity);
    Facts.Stride = *Index.Stride;
    Facts.ElementRecord = Index.ElementRecord;
    Facts.ElementType = Index.ElementType;
    Facts.ElementTraits = Index.ElementTraits;
    Facts.Storage = Storage;
  } else if (isPrivate(Facts.Storage) && !isPrivate(Storage)) {
    Facts.Storage = Storage;
  }
  if (!Facts.Extent)
    Facts.Extent = Index.Extent;
  if (Facts.BoundText.empty())
    Facts.BoundText = Index.BoundText;
  addBase(C, Path, Step);

  ElementAccess E;
  E.A = &A;
  E.Step = static_cast<unsigned>(Step);
  E.Path = Path;
  if (T.Last) {
    E.Kind = A.LockOperation ? AccessKind::ReadModifyWrite : A.Kind;
  } else {
    E.Kind = AccessKind::Read;
    E.Path.Steps.push_back(DerefStep()); // says that the access goes on elsewhere
  }
  E.Thread = Verdict.Level;
  E.How = std::move(Verdict.How);
  E.HowPos = Verdict.Pos;
  E.Bytes = touchedBytes(Path, Step, T.Last ? A.Size : std::nullopt);
  rateElement(E);
  C.Accesses.push_back(std::move(E));
}

void ArrayBuilder::addTouch(const Access &A, const Touch &T) {
  std::vector<size_t> Indices;
  size_t Best = 0;
  ThreadIndexVerdict BestVerdict;
  for (size_t I = 0; I != T.Where.Path.Steps.size(); ++I) {
    const auto *Index = std::get_if<IndexStep>(&T.Where.Path.Steps[I]);
    if (!Index)
      continue;
    Indices.push_back(I);
    ThreadIndexVerdict V = Ids.judge(*Index, A.Function);
    if (V.Level > BestVerdict.Level) {
      Best = I;
      BestVerdict = std::move(V);
    }
  }
  if (BestVerdict.Level != ThreadIndex::No)
    return addElement(A, T, Best, std::move(BestVerdict));
  for (size_t I : Indices)
    addElement(A, T, I, {});
}

void ArrayBuilder::addAccess(const Access &A) {
  for (const Touch &T : Resolver.touches(A.Path))
    addTouch(A, T);
}

/// One access may reach an element in several ways: what differs for a rule is kept, by the best
/// recognised way.
static std::vector<ElementAccess> withoutRepeats(std::deque<ElementAccess> Accesses) {
  auto Group = [](const ElementAccess &E) {
    // Accesses of a program are in one vector: their addresses are in the order of their content.
    return std::tuple(E.A, E.Bytes, E.Kind);
  };
  std::vector<ElementAccess *> Order;
  for (ElementAccess &E : Accesses)
    Order.push_back(&E);
  llvm::stable_sort(Order, [&](const ElementAccess *A, const ElementAccess *B) {
    return Group(*A) != Group(*B) ? Group(*A) < Group(*B) : A->Thread > B->Thread;
  });
  Order.erase(std::unique(Order.begin(), Order.end(),
                          [&](const ElementAccess *A, const ElementAccess *B) {
                            return Group(*A) == Group(*B);
                          }),
              Order.end());
  std::vector<ElementAccess> Kept;
  Kept.reserve(Order.size());
  for (ElementAccess *E : Order)
    Kept.push_back(std::move(*E));
  return Kept;
}

ArrayFacts ArrayBuilder::finish(Collected &&C) {
  std::optional<Bits> Least;
  if (C.Bases.size() > MaxBases)
    C.Bases.clear();
  for (size_t I = 0; I != C.Bases.size(); ++I) {
    std::optional<Bits> Align = Aligns.ofPlace(C.Bases[I], C.Bases[I].Steps.size());
    Least = I == 0 || !Align ? Align : std::min(Least, Align);
    if (!Align)
      break;
  }
  C.Facts.BaseAlign = Least;
  C.Facts.Accesses = withoutRepeats(std::move(C.Accesses));
  return std::move(C.Facts);
}

std::vector<ArrayFacts> ArrayBuilder::build() {
  for (const Access &A : P.Accesses)
    addAccess(A);
  std::vector<ArrayFacts> All;
  All.reserve(Arrays.size());
  for (auto &Entry : Arrays)
    All.push_back(finish(std::move(Entry.second)));
  Arrays.clear();
  return All;
}

} // namespace cachelint::facts
