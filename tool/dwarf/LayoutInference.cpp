//===-- LayoutInference.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/LayoutInference.h"

#include "tool/dwarf/Alignments.h"
#include "tool/model/FieldPath.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace cachelint::dwarf {

using model::Bits;
using model::Field;
using model::FieldKind;
using model::Record;
using model::RecordFlag;
using model::RecordKind;
using model::TypeUse;

namespace {

/// The definitions of one key.
llvm::ArrayRef<Record> definitionsOf(const std::vector<Record> &Records, model::Str Key) {
  const Record *First = model::findRecord(Records, Key, std::nullopt);
  if (!First)
    return {};
  const Record *Last = First;
  while (Last != Records.data() + Records.size() && Last->Key == Key)
    ++Last;
  return {First, Last};
}

void completeSize(TypeUse &Type, const std::vector<Record> &Records) {
  if (Type.Record.empty() || (Type.isArray() ? Type.ElementSize : Type.Size))
    return;
  llvm::ArrayRef<Record> Found = definitionsOf(Records, Type.Record);
  if (Found.empty() ||
      llvm::any_of(Found, [&](const Record &R) { return R.Size != Found.front().Size; }))
    return;
  std::optional<Bits> Size = Found.front().Size;
  if (Type.isArray())
    Type.ElementSize = Size;
  for (std::optional<uint64_t> Bound : Type.Extents) {
    uint64_t Product;
    bool Fits = Size && Bound && !__builtin_mul_overflow(Size->bits(), *Bound, &Product);
    Size = Fits ? std::optional(Bits::fromBits(Product)) : std::nullopt;
  }
  Type.Size = Size;
}

} // namespace

static bool isBase(const Field &F) {
  return F.Kind == FieldKind::Base || F.Kind == FieldKind::VirtualBase;
}

/// Whether objects of the record hold no data at all. \p Depth bounds a cycle.
static bool isEmptyClass(const std::vector<Record> &Records, const TypeUse &Type, unsigned Depth) {
  if (Type.Record.empty() || Type.isArray() || Depth == 32)
    return false;
  const Record *R = model::findRecord(Records, Type.Record, Type.Size);
  return R && llvm::all_of(R->Fields, [&](const Field &F) {
           bool Unnamed = F.isBitField() && F.Name.empty();
           return Unnamed ||
                  (F.Kind == FieldKind::Base && isEmptyClass(Records, F.Type, Depth + 1));
         });
}

/// Virtual bases that a record has through its bases: DWARF lists those alone that it names itself,
/// and the object holds each once, somewhere.
class VirtualBasePass {
public:
  explicit VirtualBasePass(std::vector<Record> &Records)
      : Records(Records), Done(Records.size(), false) {}

  void run() {
    for (size_t I = 0; I != Records.size(); ++I)
      visit(I, 0);
  }

private:
  void visit(size_t Index, unsigned Depth) {
    if (Done[Index] || Depth == 32)
      return;
    Done[Index] = true;
    std::vector<Field> Found;
    for (const Field &F : Records[Index].Fields) {
      const Record *Base =
          isBase(F) ? model::findRecord(Records, F.Type.Record, F.Type.Size) : nullptr;
      if (!Base)
        continue;
      visit(static_cast<size_t>(Base - Records.data()), Depth + 1);
      for (const Field &Inner : Base->Fields)
        if (Inner.Kind == FieldKind::VirtualBase)
          Found.push_back(Inner);
    }
    std::vector<Field> &Own = Records[Index].Fields;
    auto AfterBases = [&] {
      return llvm::find_if(Own, [](const Field &F) { return F.Kind == FieldKind::Field; });
    };
    for (Field &F : Found)
      if (llvm::none_of(Own, [&](const Field &O) {
            return O.Kind == FieldKind::VirtualBase && O.Type.Record == F.Type.Record;
          }))
        Own.insert(AfterBases(), std::move(F));
  }

  std::vector<Record> &Records;
  std::vector<bool> Done;
};

/// A base with virtual bases is shorter within another object than alone: those are elsewhere then.
static bool hasVirtualBase(const std::vector<Record> &Records, const TypeUse &Type) {
  const Record *R = model::findRecord(Records, Type.Record, Type.Size);
  return R &&
         llvm::any_of(R->Fields, [](const Field &F) { return F.Kind == FieldKind::VirtualBase; });
}

static bool sharesBytes(const Record &R, const Field &F) {
  return llvm::any_of(R.Fields, [&](const Field &Other) {
    if (&Other == &F || !Other.Offset || !Other.Type.Size)
      return false;
    Bits OtherEnd = *Other.Offset + (Other.BitWidth ? *Other.BitWidth : *Other.Type.Size);
    return *Other.Offset < *F.Offset + *F.Type.Size && *F.Offset < OtherEnd;
  });
}

static void setExtents(Record &R, const std::vector<Record> &Records) {
  bool IsUnion = R.Kind == RecordKind::Union;
  for (Field &F : R.Fields) {
    F.Extent = F.BitWidth ? F.BitWidth : F.Type.Size;
    if (F.Type.isFlexibleArray())
      F.Extent = Bits();
    else if (F.Kind == FieldKind::VirtualBase)
      F.Extent.reset(); // as unknown as its place
    else if (!IsUnion && F.Offset && F.Type.Size && isEmptyClass(Records, F.Type, 0) &&
             (isBase(F) || sharesBytes(R, F) || (R.Size && *F.Offset >= *R.Size)))
      F.Extent = Bits();
  }
  for (Field &F : R.Fields) {
    bool IsRecord = isBase(F) || (F.Type.is(model::TypeTrait::Record) && !F.Type.isArray());
    if (IsUnion || !IsRecord || !F.Offset || !F.Extent || F.Extent->isZero() || F.isBitField())
      continue;
    Bits End = *F.Offset + *F.Extent;
    if (R.Size)
      End = std::min(End, *R.Size);
    for (const Field &Other : R.Fields)
      if (Other.Offset && *Other.Offset > *F.Offset && Other.Extent && !Other.Extent->isZero())
        End = std::min(End, *Other.Offset);
    bool Cut = End < *F.Offset + *F.Extent;
    F.Extent = End > *F.Offset ? End - *F.Offset : Bits();
    if (isBase(F) && !Cut && hasVirtualBase(Records, F.Type))
      F.Extent.reset();
  }
}

static void setFlags(Record &R) {
  const Bits Line = Bits::fromBytes(32); // the shortest cache line there is
  if (R.DeclaredAlign && *R.DeclaredAlign >= Line)
    R.Flags |= RecordFlag::HasLineMarks;
  for (const Field &F : R.Fields) {
    if (!F.Offset || !F.Extent)
      R.Flags |= RecordFlag::Incomplete;
    if (F.Kind == FieldKind::VPtr)
      R.Flags |= RecordFlag::Polymorphic;
    // The markers of Linux are fields without size.
    if ((F.DeclaredAlign && *F.DeclaredAlign >= Line) || F.Name.starts_with("__cacheline_group_"))
      R.Flags |= RecordFlag::HasLineMarks;
  }
}

/// A class is polymorphic when a base is.
static bool hasPolymorphicBase(const std::vector<Record> &Records, const Record &R,
                               unsigned Depth) {
  return Depth != 32 && llvm::any_of(R.Fields, [&](const Field &F) {
           const Record *Base =
               isBase(F) ? model::findRecord(Records, F.Type.Record, F.Type.Size) : nullptr;
           return Base && (Base->is(RecordFlag::Polymorphic) ||
                           hasPolymorphicBase(Records, *Base, Depth + 1));
         });
}

void inferLayouts(std::vector<Record> &Records) {
  for (Record &R : Records)
    for (Field &F : R.Fields)
      if (!F.Type.isFlexibleArray())
        completeSize(F.Type, Records);
  inferAlignments(Records);
  VirtualBasePass(Records).run();
  for (Record &R : Records) {
    setExtents(R, Records);
    setFlags(R);
  }
  for (Record &R : Records)
    if (hasPolymorphicBase(Records, R, 0))
      R.Flags |= RecordFlag::Polymorphic;
}

void completeVariables(std::vector<model::Variable> &Variables,
                       const std::vector<Record> &Records) {
  for (model::Variable &V : Variables) {
    if (V.Type.Record.empty())
      continue;
    completeSize(V.Type, Records);
    const Record *R = model::findRecord(Records, V.Type.Record,
                                        V.Type.isArray() ? V.Type.ElementSize : V.Type.Size);
    if (R && R->Align && (!V.Type.Align || *R->Align > *V.Type.Align))
      V.Type.Align = R->Align;
    // Compilers repeat the type's own alignment on the variable.
    if (V.DeclaredAlign && V.Type.Align && *V.DeclaredAlign <= *V.Type.Align)
      V.DeclaredAlign.reset();
  }
}

} // namespace cachelint::dwarf
