//===-- Alignments.cpp -------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/Alignments.h"

#include "tool/model/FieldPath.h"

#include <algorithm>

namespace cachelint::dwarf {

using model::Bits;
using model::Field;
using model::Record;
using model::RecordFlag;
using model::TypeUse;

namespace {

const Bits OneByte = Bits::fromBytes(1);

/// Alignments, from the innermost records outwards.
class AlignmentPass {
public:
  explicit AlignmentPass(std::vector<Record> &Records)
      : Records(Records), States(Records.size(), State::Open), Blamed(Records.size(), false),
        Upper(Records.size(), OneByte), Stated(Records.size()), AtLeast(Records.size()) {
    for (size_t I = 0; I != Records.size(); ++I)
      Stated[I] = Records[I].Align;
  }
  void run();

private:
  enum class State : uint8_t { Open, Busy, Done };

  void visit(size_t Index, unsigned Depth);
  std::optional<size_t> recordOf(const TypeUse &Type) const;
  /// What the field asks for; empty when not known.
  std::optional<Bits> alignOf(Field &F, unsigned Depth);
  void conclude(size_t Index, Bits FromFields, bool AllKnown, bool Contradicted);

  std::vector<Record> &Records;
  std::vector<State> States;
  /// Packed, since a record that is not has it at an odd place.
  std::vector<bool> Blamed;
  std::vector<Bits> Upper; ///< the most that a packed record's alignment can be
  std::vector<std::optional<Bits>> Stated;
  /// What holders of the record have to heed. Without Capability::Alignment that is all that is
  /// known: an attribute may ask for more.
  std::vector<std::optional<Bits>> AtLeast;
  bool NewBlame = false;
};

} // namespace

std::optional<size_t> AlignmentPass::recordOf(const TypeUse &Type) const {
  if (Type.Record.empty())
    return std::nullopt;
  const Record *R =
      model::findRecord(Records, Type.Record, Type.isArray() ? Type.ElementSize : Type.Size);
  return R ? std::optional(static_cast<size_t>(R - Records.data())) : std::nullopt;
}

std::optional<Bits> AlignmentPass::alignOf(Field &F, unsigned Depth) {
  if (std::optional<size_t> Inner = recordOf(F.Type)) {
    visit(*Inner, Depth + 1);
    std::optional<Bits> Own = Records[*Inner].Align;
    // A typedef of the record may ask for more.
    if (Own && (!F.Type.Align || *Own > *F.Type.Align))
      F.Type.Align = Own;
    if (!F.Type.Align)
      return AtLeast[*Inner];
  }
  std::optional<Bits> Align = F.Type.Align;
  if (F.DeclaredAlign && (!Align || *F.DeclaredAlign > *Align))
    Align = F.DeclaredAlign;
  else
    F.DeclaredAlign.reset(); // no more than the type asks for by itself
  return Align;
}

static bool contradicts(const Field &F, Bits Align) {
  if (!F.Offset)
    return false;
  if (!F.isBitField())
    return !(*F.Offset % Align).isZero();
  // A bit-field stays within one unit of its type, in all ABIs that gcc and clang share.
  if (!F.Type.Size || F.Type.Size->isZero() || F.BitWidth->isZero() || *F.BitWidth > *F.Type.Size)
    return false;
  Bits Last = *F.Offset + *F.BitWidth - Bits::fromBits(1);
  return *F.Offset / *F.Type.Size != Last / *F.Type.Size;
}

void AlignmentPass::visit(size_t Index, unsigned Depth) {
  constexpr unsigned MaxDepth = 64; // of records within records; more is a cycle
  if (States[Index] != State::Open || Depth == MaxDepth)
    return;
  States[Index] = State::Busy;
  Record &R = Records[Index];
  Bits Max = OneByte;
  bool AllKnown = true, Contradicted = false, OnlyByInner = true;
  std::vector<size_t> Suspects;
  for (Field &F : R.Fields) {
    std::optional<Bits> Align = alignOf(F, Depth);
    if (!Align) {
      AllKnown = false;
      continue;
    }
    if (contradicts(F, *Align)) {
      Contradicted = true;
      std::optional<size_t> Inner = recordOf(F.Type);
      // Either this record is packed, or the inner one is and its own offsets do not show it.
      if (Inner && !Stated[*Inner] && !F.DeclaredAlign && !F.isBitField())
        Suspects.push_back(*Inner);
      else
        OnlyByInner = false;
      continue;
    }
    Max = std::max(Max, *Align);
  }
  if (R.Size && !(*R.Size % Max).isZero())
    Contradicted = true, OnlyByInner = false;
  if (Contradicted && OnlyByInner) {
    for (size_t Inner : Suspects)
      if (!Blamed[Inner])
        Blamed[Inner] = NewBlame = true;
    Contradicted = false;
  }
  conclude(Index, Max, AllKnown, Contradicted);
  States[Index] = State::Done;
}

/// The largest alignment that offsets and size of a packed record allow.
static Bits upperBound(const Record &R) {
  uint64_t Odd = R.Size ? R.Size->bytes() : 1;
  for (const Field &F : R.Fields)
    if (F.Offset && !F.isBitField() && F.Type.Align && *F.Type.Align > OneByte)
      Odd |= F.Offset->bytes();
  uint64_t Power = Odd & -Odd;
  return Bits::fromBytes(std::clamp<uint64_t>(Power, 1, 16));
}

void AlignmentPass::conclude(size_t Index, Bits FromFields, bool AllKnown, bool Contradicted) {
  Record &R = Records[Index];
  std::optional<Bits> Said = Stated[Index];
  R.DeclaredAlign.reset();
  R.Align.reset();
  if (Contradicted || Blamed[Index]) {
    R.Flags |= RecordFlag::PackedInferred;
    R.Align = R.DeclaredAlign = Said;
    Upper[Index] = upperBound(R);
    if (!Said && Upper[Index] == OneByte)
      R.Align = OneByte;
    AtLeast[Index] = R.Align;
    return;
  }
  // gcc states also the alignment that comes from members; declared on the record is only more.
  if (Said && *Said > FromFields)
    R.DeclaredAlign = Said;
  AtLeast[Index] = std::max(Said.value_or(OneByte), FromFields);
  if (Said || (AllKnown && model::covers(R.From.Can, model::Capability::Alignment)))
    R.Align = AtLeast[Index];
}

void AlignmentPass::run() {
  // Each round may find records packed that were taken for natural; few programs need a third.
  for (unsigned Round = 0; Round != 8; ++Round) {
    NewBlame = false;
    std::fill(States.begin(), States.end(), State::Open);
    for (size_t I = 0; I != Records.size(); ++I)
      visit(I, 0);
    if (!NewBlame)
      return;
  }
}

void inferAlignments(std::vector<Record> &Records) { AlignmentPass(Records).run(); }

} // namespace cachelint::dwarf
