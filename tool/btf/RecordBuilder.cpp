//===-- RecordBuilder.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/btf/RecordBuilder.h"

#include "fmt/format.h"

#include <algorithm>

namespace cachelint::btf {

using model::Bits;
using model::Field;
using model::RecordFlag;
using model::TypeTrait;

/// Sets the offset, and the width of a bit-field. There are two ways to write those: since
/// Linux 5.1 the member has both; before, an integer type made for this one member had the width,
/// and could have a further offset.
void RecordBuilder::place(const Type &Record, const Member &M, const TypeFacts &Facts, Field &F) {
  F.Offset = Bits::fromBits(M.Offset);
  if (Record.Flag) {
    if (M.Width != 0)
      F.BitWidth = Bits::fromBits(M.Width);
    return;
  }
  if (Facts.Innermost.Kind != Kind::Int || F.Type.isArray())
    return;
  IntShape Int = Types.integer(Facts.Innermost);
  bool Whole = Int.Offset == 0 && Int.Width == uint64_t(Facts.Innermost.SizeOrType) * 8;
  if (Int.Width == 0 || (Whole && F.Offset->isWholeBytes()))
    return;
  F.Offset = *F.Offset + Bits::fromBits(Int.Offset);
  F.BitWidth = Bits::fromBits(Int.Width);
  // The bytes that hold the bits are fewer than the declared type has.
  if (!Whole)
    F.Type.Size = std::nullopt;
}

/// Members with a place for bit widths have 24 bits left for the offset, and producers cut what is
/// more. Offsets of a struct do not go down, unless that happened.
static bool wasCut(const Type &Record, const Field &F, const model::Record &Out) {
  return Record.Flag && Record.Kind == Kind::Struct && Record.SizeOrType > (1 << 24) / 8 &&
         !Out.Fields.empty() &&
         (!Out.Fields.back().Offset || *F.Offset < *Out.Fields.back().Offset);
}

void RecordBuilder::checkPlace(const Type &Record, const Field &F) {
  if (F.Offset && F.Extent && *F.Offset + *F.Extent > *Out.Size)
    Problems.warn(Types.placeOf(Record.Id),
                  fmt::format("member {} of {} (BTF type {}) ends at bit {}, and the record has {}",
                              F.Name.empty() ? "without a name" : F.Name.str(), Out.Name.str(),
                              Record.Id, (*F.Offset + *F.Extent).bits(), Out.Size->bits()));
}

void RecordBuilder::addField(const Type &Record, uint32_t Index, size_t Instance) {
  Member M = Types.member(Record, Index);
  const TypeFacts &Facts = Uses.of(M.Type);
  Field F;
  F.Name = Texts.at(M.Name);
  F.Type = Facts.Use;
  if (Facts.Record != 0 && F.Type.Record.empty())
    F.Type.Record = All.declaredIn(Instance, Index);
  place(Record, M, Facts, F);
  if (wasCut(Record, F, Out))
    F.Offset = std::nullopt;
  // `a[]` and `a[0]` look alike, and only the last of several members can be the former.
  bool Flexible = F.Type.isArray() && F.Type.Extents.front() == 0u && Record.Kind == Kind::Struct &&
                  Index != 0 && Index + 1 == Record.Count;
  F.Extent = Flexible ? Bits() : F.BitWidth ? F.BitWidth : F.Type.Size;
  if (!F.Offset || !F.Extent)
    Out.Flags |= RecordFlag::Incomplete;
  if (Packed.provedBy(F, Facts, *Out.Size))
    Out.Flags |= RecordFlag::PackedInferred;
  if (Facts.Wire)
    Out.Flags |= RecordFlag::WireFormat;
  checkPlace(Record, F);
  if (Flexible)
    Uses.makeFlexible(F.Type, M.Type);
  Out.Fields.push_back(std::move(F));
}

/// The rule of Record.h. C reuses no padding, but pahole also writes BTF of C++.
void RecordBuilder::cutExtents() {
  std::vector<Bits> Begins;
  for (const Field &F : Out.Fields)
    if (F.Offset && F.Extent && !F.Extent->isZero())
      Begins.push_back(*F.Offset);
  std::sort(Begins.begin(), Begins.end());
  for (Field &F : Out.Fields) {
    if (!F.Type.is(TypeTrait::Record) || F.Type.isArray() || !F.Offset || !F.Extent ||
        *F.Offset > *Out.Size)
      continue;
    Bits End = std::min(*F.Offset + *F.Extent, *Out.Size);
    auto Next = std::upper_bound(Begins.begin(), Begins.end(), *F.Offset);
    if (Next != Begins.end())
      End = std::min(End, *Next);
    F.Extent = End - *F.Offset;
  }
}

model::Record RecordBuilder::build(size_t Index, const model::Origin &From) {
  const Instance &In = All[Index];
  Type T = Types.type(In.Id);
  Out = model::Record();
  Out.Key = Out.Name = In.Key;
  Out.Kind = T.Kind == Kind::Union ? model::RecordKind::Union : model::RecordKind::Struct;
  Out.Size = Bits::fromBytes(T.SizeOrType);
  Out.From = From;
  if (In.Anonymous)
    Out.Flags |= RecordFlag::Anonymous;
  Out.Fields.reserve(T.Count);
  for (uint32_t I = 0; I != T.Count; ++I)
    addField(T, I, Index);
  if (T.Kind == Kind::Struct)
    cutExtents();
  return std::move(Out);
}

} // namespace cachelint::btf
