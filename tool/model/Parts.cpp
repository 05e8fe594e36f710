//===-- Parts.cpp --------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Parts.h"

#include "tool/model/Elements.h"
#include "tool/model/LayoutIntent.h"

#include <algorithm>

namespace cachelint::model {

namespace {

class PartFinder {
public:
  PartFinder(const Program &P, Bits LineSize) : P(P), Line(LineSize) {}

  void visit(const Record &R, Bits Base, const std::string &Prefix, const Field *Outer,
             unsigned Depth) {
    for (const Field &F : R.Fields) {
      // An array is a matter of its elements, a bit-field has no address.
      if (!F.Offset || !F.Type.Size || F.Type.Size->isZero() || F.isBitField() || F.Type.isArray())
        continue;
      Part One;
      One.Path = F.Name.empty() || F.Kind != FieldKind::Field
                     ? Prefix
                     : Prefix + (Prefix.empty() ? "" : ".") + F.Name.str();
      One.Outer = Outer ? Outer : &F;
      One.F = &F;
      One.Owner = R.Key;
      One.Offset = Base + *F.Offset;
      One.Size = *F.Type.Size;
      One.Traits = kindOf(F);
      if (F.Kind == FieldKind::Field && !F.Name.empty())
        Found.push_back(One);
      if (One.Traits == TypeTrait::Record && Depth < 8)
        visitMember(F, One, Depth);
    }
  }

  std::vector<Part> Found;

private:
  static TypeTrait kindOf(const Field &F) {
    // A lock may be made of atomics and an atomic may be a record: the outermost word counts.
    for (TypeTrait T : {TypeTrait::Lock, TypeTrait::Atomic, TypeTrait::Pointer, TypeTrait::Record})
      if (F.Type.is(T))
        return T == TypeTrait::Pointer ? TypeTrait::None : T;
    return TypeTrait::None;
  }

  void visitMember(const Field &F, const Part &One, unsigned Depth) {
    const Record *Inner = P.findRecord(F.Type.Record);
    if (Inner && Inner->Align && *Inner->Align < Line)
      visit(*Inner, One.Offset, One.Path, One.Outer, Depth + 1);
  }

  const Program &P;
  Bits Line;
};

} // namespace

std::vector<Part> partsOf(const Program &P, const Record &R, Bits LineSize) {
  PartFinder Finder(P, LineSize);
  Finder.visit(R, Bits(), "", nullptr, 0);
  std::stable_sort(Finder.Found.begin(), Finder.Found.end(),
                   [](const Part &A, const Part &B) { return A.Offset < B.Offset; });
  return std::move(Finder.Found);
}

FieldUses::FieldUses(const Program &P) {
  for (const Access &A : P.Accesses)
    readAccess(A, isHot(P, A));
}

void FieldUses::readAccess(const Access &A, bool Hot) {
  // From the last field outwards, as long as no pointer is followed: bytes [Begin, End) of what the
  // access touches, from the start of each field around it.
  Bits Begin, End = A.Size.value_or(Bits());
  bool Innermost = true;
  for (size_t I = A.Path.Steps.size(); I-- > 0;) {
    const auto *F = std::get_if<FieldStep>(&A.Path.Steps[I]);
    if (!F)
      return; // through a pointer, or some element of an array
    std::string Key = fieldKey(F->Record, F->Name);
    if (Innermost && A.Atomic && A.Kind != AccessKind::Read)
      Atomics.insert(Key);
    Innermost = false;
    if (Hot && !End.isZero())
      Touches[Key].push_back({A.Function, Begin, End});
    if (!F->Offset)
      return;
    Begin += *F->Offset;
    End += *F->Offset;
  }
}

bool FieldUses::atomicallyWritten(Str RecordKey, Str FieldName) const {
  return Atomics.contains(fieldKey(RecordKey, FieldName));
}

bool FieldUses::usesBothSides(const Part &Each, Bits Boundary) const {
  auto It = Touches.find(fieldKey(Each.Owner, Each.F->Name));
  if (It == Touches.end() || Boundary <= Each.Offset)
    return false;
  Bits Split = Boundary - Each.Offset;
  llvm::DenseSet<Str> Before, Behind;
  for (const Touch &T : It->second) {
    if (T.Begin < Split)
      Before.insert(T.Function);
    if (T.End > Split)
      Behind.insert(T.Function);
  }
  return std::any_of(Before.begin(), Before.end(), [&](Str F) { return Behind.contains(F); });
}

} // namespace cachelint::model
