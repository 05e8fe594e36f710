//===-- Alignments.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/Alignments.h"

#include "tool/facts/PathResolver.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace cachelint::facts {

using namespace model;

Alignments::Alignments(const SlotGraph &G, const Program &Prog) : Graph(G), P(Prog) {
  for (const Allocation &A : P.Allocations) {
    // What a function of the program gives is what flows out of it.
    if (!A.Callee.empty() && !A.Alignment)
      continue;
    Slot S = A.AssignedTo ? slotAtEnd(*A.AssignedTo) : Slot();
    if (S.K != Slot::Kind::None)
      Allocated[S].push_back(&A);
  }
}

llvm::DenseSet<Slot, SlotInfo> Alignments::allocationSlots() const {
  llvm::DenseSet<Slot, SlotInfo> Slots;
  for (const auto &Entry : Allocated)
    Slots.insert(Entry.first);
  return Slots;
}

void Alignments::lower(Pointed &To, std::optional<Bits> Align) {
  if (!Align)
    To.Known = false;
  else
    To.Least = To.Least ? std::min(*To.Least, *Align) : *Align;
}

Alignments::Pointed Alignments::pointedBy(const Slot &Pointer) {
  // The empty entry stands for a pointer that is copied to itself in a circle: it adds nothing.
  auto [It, IsNew] = Done.try_emplace(Pointer);
  if (!IsNew)
    return It->second;
  Pointed Result;
  auto Allocations = Allocated.find(Pointer);
  if (Allocations != Allocated.end())
    for (const Allocation *A : Allocations->second)
      lower(Result, A->Alignment);
  unsigned Number = Graph.find(Pointer);
  if (Number != SlotGraph::None)
    for (unsigned I : Graph.into(Number)) {
      const ValueFlow &F = Graph.flow(I);
      if (F.AddressOf) {
        lower(Result, ofPlace(*F.AddressOf, F.AddressOf->Steps.size()));
      } else if (F.From.K == Slot::Kind::Opaque || F.From.K == Slot::Kind::None) {
        // The allocation itself, seen as a call with some result.
        bool SameLine = Allocations != Allocated.end() &&
                        llvm::any_of(Allocations->second, [&](const Allocation *A) {
                          return A->Pos.File == F.Pos.File && A->Pos.Line == F.Pos.Line;
                        });
        Result.Known &= SameLine;
      } else {
        Pointed From = pointedBy(F.From);
        Result.Known &= From.Known;
        if (From.Least)
          lower(Result, From.Least);
      }
    }
  if (Allocations == Allocated.end() && (Number == SlotGraph::None || Graph.into(Number).empty()))
    Result.Known = false;
  return Done[Pointer] = Result;
}

std::optional<Bits> Alignments::ofReturned(Str FunctionKey) {
  Pointed Block = pointedBy({Slot::Kind::Return, FunctionKey, {}, 0});
  return Block.Known ? Block.Least : std::nullopt;
}

std::optional<Bits> Alignments::ofVariable(const Slot &Root) const {
  const Variable *V = P.findVariable(Root.K == Slot::Kind::Local ? Root.Name : Root.Owner);
  if (!V)
    return std::nullopt;
  std::optional<Bits> Align = std::max(V->DeclaredAlign, V->Type.Align);
  if (const Record *R = V->Type.Record.empty() ? nullptr : P.findRecord(V->Type.Record))
    Align = std::max(Align, R->Align);
  return Align;
}

/// The largest power of two that divides \p Distance and is not above \p Align.
static Bits commonAlign(Bits Align, Bits Distance) {
  uint64_t Both = Align.bits() | Distance.bits();
  return Bits::fromBits(Both & (~Both + 1));
}

std::optional<Bits> Alignments::ofPlace(const AccessPath &Path, size_t NumSteps) {
  std::optional<Bits> Align;
  size_t I = 0;
  if (NumSteps && std::holds_alternative<DerefStep>(Path.Steps[0])) {
    Pointed Block = pointedBy(Path.Root);
    if (Block.Known)
      Align = Block.Least;
    I = 1;
    // Nothing contradicts that the block is as aligned as an over-aligned record in it wants.
    const auto *First = I < NumSteps ? std::get_if<FieldStep>(&Path.Steps[I]) : nullptr;
    const Record *R = First ? P.findRecord(First->Record) : nullptr;
    if (!Align && R && R->Align && *R->Align > Bits::fromBytes(16))
      Align = R->Align;
  } else if (Path.Root.K == Slot::Kind::Global || Path.Root.K == Slot::Kind::Local) {
    Align = ofVariable(Path.Root);
  }
  for (; I < NumSteps && Align; ++I) {
    std::optional<Bits> Distance;
    if (const auto *Field = std::get_if<FieldStep>(&Path.Steps[I])) {
      Distance = Field->Offset;
    } else if (const auto *Index = std::get_if<IndexStep>(&Path.Steps[I])) {
      Distance = Index->Stride;
      // Some constant index is a constant distance.
      if (Distance && Index->Index.Constant)
        Distance = *Distance * static_cast<uint64_t>(*Index->Index.Constant);
    }
    Align = Distance ? std::optional(commonAlign(*Align, *Distance)) : std::nullopt;
  }
  return Align;
}

} // namespace cachelint::facts
