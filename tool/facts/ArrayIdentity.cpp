//===-- ArrayIdentity.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/ArrayIdentity.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace cachelint::facts {

using namespace model;

static void nameMember(ArrayFacts &A, Str Record, Str Field, const Program &P, StringPool &Pool) {
  A.Key = Pool.intern(Record + "::" + Field);
  A.OwnerRecord = Record;
  const model::Record *R = P.findRecord(Record);
  A.Name = R ? Pool.intern(R->Name + "::" + Field) : A.Key;
  if (!R)
    return;
  for (const model::Field &F : R->Fields)
    if (F.Name == Field)
      A.Pos = F.Pos;
}

static void nameVariable(ArrayFacts &A, Str Key, Str Written, const Program &P) {
  A.Key = A.VariableKey = Key;
  const Variable *V = P.findVariable(Key);
  A.Name = V ? V->Name : Written.empty() ? Key : Written;
  if (!V)
    return;
  A.Pos = V->Pos;
  A.BoundText = V->BoundText;
}

static void nameRoot(ArrayFacts &A, const AccessPath &Path, const Program &P, StringPool &Pool) {
  const Slot &Root = Path.Root;
  switch (Root.K) {
  case Slot::Kind::Global:
    return nameVariable(A, Root.Owner, Path.RootName, P);
  case Slot::Kind::Local:
    return nameVariable(A, Root.Name, Path.RootName, P);
  case Slot::Kind::Field:
    return nameMember(A, Root.Owner, Root.Name, P, Pool);
  case Slot::Kind::Element: {
    // The blocks behind the pointers of an array: `rows[i][k]`.
    if (Root.Name.empty())
      nameVariable(A, Root.Owner, Path.RootName, P);
    else
      nameMember(A, Root.Owner, Root.Name, P, Pool);
    A.BoundText = Str();
    A.Key = Pool.intern(A.Key + "[]");
    A.Name = Pool.intern(A.Name + "[]");
    return;
  }
  case Slot::Kind::Param:
    A.Key = Pool.intern(Root.Owner + "#" + llvm::Twine(Root.Index));
    A.Name = Path.RootName.empty() ? A.Key : Path.RootName;
    return;
  case Slot::Kind::Return:
    A.Key = Pool.intern(Root.Owner + "#result");
    A.Name = Path.RootName.empty() ? A.Key : Path.RootName;
    return;
  default:
    return;
  }
}

ArrayFacts identifyArray(const AccessPath &Path, size_t Index, const Program &P, StringPool &Pool) {
  ArrayFacts A;
  size_t Base = Index;
  while (Base && std::holds_alternative<IndexStep>(Path.Steps[Base - 1]))
    --Base;
  if (Base == 0) {
    nameRoot(A, Path, P, Pool);
  } else if (const auto *Field = std::get_if<FieldStep>(&Path.Steps[Base - 1])) {
    nameMember(A, Field->Record, Field->Name, P, Pool);
  } else if (Base == 1) {
    A.Heap = true;
    nameRoot(A, Path, P, Pool);
    A.BoundText = Str(); // that of an array of pointers, if anything
  }
  // The declared bound is that of the outermost index.
  if (Base != Index)
    A.BoundText = Str();
  return A;
}

std::optional<std::pair<uint64_t, uint64_t>> touchedBytes(const AccessPath &Path, size_t Index,
                                                          std::optional<Bits> Size) {
  const auto &Element = std::get<IndexStep>(Path.Steps[Index]);
  if (!Element.Stride)
    return std::nullopt;
  Bits Begin, Extent = *Element.Stride;
  bool Somewhere = false; ///< at an index that is not known
  bool Inside = true;
  for (size_t I = Index + 1; I != Path.Steps.size() && Inside; ++I) {
    const PathStep &Step = Path.Steps[I];
    if (std::holds_alternative<DerefStep>(Step)) {
      Inside = false;
    } else if (Somewhere) {
      continue; // all of the inner array, whatever field of its elements
    } else if (const auto *Field = std::get_if<FieldStep>(&Step)) {
      if (!Field->Offset)
        return std::nullopt;
      Begin += *Field->Offset;
      Extent = Field->Size.value_or(Bits());
    } else {
      const auto &Inner = std::get<IndexStep>(Step);
      Somewhere = !Inner.Index.Constant || !Inner.Stride || *Inner.Index.Constant < 0;
      if (Somewhere)
        continue;
      Begin += *Inner.Stride * static_cast<uint64_t>(*Inner.Index.Constant);
      Extent = *Inner.Stride;
    }
  }
  if (!Somewhere && Inside && Size)
    Extent = *Size;
  if (Extent.isZero())
    return std::nullopt;
  return std::pair(Begin.bytes(), (Begin + Extent).bytesCeil());
}

} // namespace cachelint::facts
