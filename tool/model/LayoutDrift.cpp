//===-- LayoutDrift.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/LayoutDrift.h"

#include <algorithm>

namespace cachelint::model {

static std::vector<const Field *> comparableFields(const Record &R) {
  std::vector<const Field *> Fields;
  for (const Field &F : R.Fields)
    if (F.Kind != FieldKind::VPtr && F.Kind != FieldKind::VirtualBase &&
        !(F.isBitField() && F.Name.empty()))
      Fields.push_back(&F);
  return Fields;
}

static bool differ(const std::optional<Bits> &A, const std::optional<Bits> &B) {
  return A && B && *A != *B;
}

static bool holds(const std::vector<const Field *> &Fields, Str Name) {
  return std::any_of(Fields.begin(), Fields.end(), [&](const Field *F) { return F->Name == Name; });
}

std::optional<Parting> partingOf(const Record &A, const Record &B) {
  // Front ends spell what follows the architecture in different ways.
  Str TargetA = A.From.Target.split('-').first, TargetB = B.From.Target.split('-').first;
  if (!TargetA.empty() && !TargetB.empty() && TargetA != TargetB)
    return Parting{Parting::By::Target};
  std::vector<const Field *> InA = comparableFields(A), InB = comparableFields(B);
  for (size_t I = 0; I != std::max(InA.size(), InB.size()); ++I) {
    const Field *FA = I < InA.size() ? InA[I] : nullptr;
    const Field *FB = I < InB.size() ? InB[I] : nullptr;
    if (!FA || (FB && FA->Name != FB->Name && !holds(InA, FB->Name)))
      return Parting{Parting::By::OnlyInB, nullptr, FB};
    if (!FB || (FA->Name != FB->Name && !holds(InB, FA->Name)))
      return Parting{Parting::By::OnlyInA, FA, nullptr};
    if (FA->Name != FB->Name)
      return Parting{Parting::By::Order, FA, FB};
    if (differ(FA->Offset, FB->Offset))
      return Parting{Parting::By::FieldOffset, FA, FB};
    if (differ(FA->Type.Size, FB->Type.Size) || FA->BitWidth != FB->BitWidth)
      return Parting{Parting::By::FieldSize, FA, FB};
  }
  if (differ(A.Size, B.Size))
    return Parting{Parting::By::RecordSize};
  return std::nullopt;
}

static Str fileName(Str Path) {
  return Path.rsplit('/').second.empty() ? Path : Path.rsplit('/').second;
}

bool sameDefinition(const Record &A, const Record &B) {
  if (!A.Pos.valid() || !B.Pos.valid())
    return false;
  if (A.Pos.File == B.Pos.File)
    // Between source and binary some lines may have been added above.
    return A.From.From != B.From.From || A.Pos.Line == B.Pos.Line;
  return A.Pos.Line == B.Pos.Line && fileName(A.Pos.File) == fileName(B.Pos.File);
}

} // namespace cachelint::model
