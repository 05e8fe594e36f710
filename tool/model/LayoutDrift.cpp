//===-- LayoutDrift.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/LayoutDrift.h"

#include "tool/model/FieldPath.h"

#include "llvm/ADT/STLExtras.h"

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

namespace {

class Comparer {
public:
  Comparer(const std::vector<Record> *OfA, const std::vector<Record> *OfB) : OfA(OfA), OfB(OfB) {}

  std::optional<Parting> compare(const Record &A, const Record &B, unsigned Depth) const;

private:
  std::optional<Parting> compareMembers(const Field &A, const Field &B, unsigned Depth) const;

  const std::vector<Record> *OfA, *OfB;
};

} // namespace

std::optional<Parting> Comparer::compareMembers(const Field &A, const Field &B,
                                                unsigned Depth) const {
  constexpr unsigned MaxDepth = 16; // a damaged file can hold a record that contains itself
  if (A.Name.empty() && OfA && OfB && !A.Type.Record.empty() && !B.Type.Record.empty() &&
      Depth != MaxDepth) {
    const Record *InsideA = findRecord(*OfA, A.Type.Record, A.Type.Size);
    const Record *InsideB = findRecord(*OfB, B.Type.Record, B.Type.Size);
    if (InsideA && InsideB)
      if (auto Where = compare(*InsideA, *InsideB, Depth + 1); Where && (Where->InA || Where->InB))
        return Where;
  }
  return Parting{Parting::By::FieldSize, &A, &B};
}

std::optional<Parting> Comparer::compare(const Record &A, const Record &B, unsigned Depth) const {
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
      return compareMembers(*FA, *FB, Depth);
  }
  if (differ(A.Size, B.Size))
    return Parting{Parting::By::RecordSize};
  return std::nullopt;
}

std::optional<Parting> partingOf(const Record &A, const Record &B,
                                 const std::vector<Record> *RecordsOfA,
                                 const std::vector<Record> *RecordsOfB) {
  return Comparer(RecordsOfA, RecordsOfB).compare(A, B, 0);
}

static Str fileName(Str Path) {
  return Path.rsplit('/').second.empty() ? Path : Path.rsplit('/').second;
}

static bool hasCxxExtension(Str File) {
  return llvm::is_contained({"cc", "cpp", "cxx", "C", "c++", "hh", "hpp", "hxx", "h++"},
                            File.rsplit('.').second);
}

bool isInHeader(const Record &R) {
  Str Extension = R.Pos.File.rsplit('.').second;
  return !Extension.starts_with("c") && !Extension.starts_with("C");
}

bool sameDefinition(const Record &A, const Record &B) {
  if (!A.Pos.valid() || !B.Pos.valid())
    return false;
  if (A.Pos.File == B.Pos.File)
    // Between source and binary some lines may have been added above.
    return A.From.From != B.From.From || A.Pos.Line == B.Pos.Line || isInHeader(A);
  return A.Pos.Line == B.Pos.Line && fileName(A.Pos.File) == fileName(B.Pos.File);
}

bool hasOneDefinition(const Record &R) {
  if (R.is(RecordFlag::Anonymous) || R.Key.contains('(') || !R.Pos.valid())
    return false;
  // A struct of a header may be C, unless it has or is what C does not have.
  return R.Kind == RecordKind::Class || R.Key.contains("::") || R.Key.contains('<') ||
         hasCxxExtension(R.Pos.File) ||
         std::any_of(R.Fields.begin(), R.Fields.end(),
                     [](const Field &F) { return F.Kind != FieldKind::Field; });
}

} // namespace cachelint::model
