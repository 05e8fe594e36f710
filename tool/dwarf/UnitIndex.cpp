//===-- UnitIndex.cpp --------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/UnitIndex.h"

#include <dwarf.h>

#include <algorithm>

namespace cachelint::dwarf {

// The two largest numbers are the map's own marks for empty places, and no signature of a compiler.
static bool isUsable(uint64_t Signature) { return Signature < UINT64_MAX - 1; }

UnitIndex::UnitIndex(const DebugSections &Sections, llvm::StringRef Input, ProblemSink &Problems)
    : Sections(Sections), Headers(listUnits(Sections, Input, Problems)), OwnCount(Headers.size()) {
  if (Sections.Supplement)
    for (UnitHeader H : listUnits(*Sections.Supplement, Input, Problems)) {
      H.InSupplement = true;
      Headers.push_back(H);
    }
  indexSignatures();
}

void UnitIndex::indexSignatures() {
  BySignature.clear();
  for (size_t I = 0; I != Headers.size(); ++I)
    if (Headers[I].IsType && isUsable(Headers[I].Signature))
      BySignature.try_emplace(Headers[I].Signature, I);
}

std::optional<size_t> UnitIndex::bySignature(uint64_t Signature) const {
  auto It = isUsable(Signature) ? BySignature.find(Signature) : BySignature.end();
  return It == BySignature.end() ? std::nullopt : std::optional(It->second);
}

std::optional<size_t> UnitIndex::atOffset(uint64_t Offset, bool InSupplement) const {
  // .debug_types follows .debug_info in the list, and only the latter is referred to by offset.
  auto Begin = Headers.begin() + static_cast<ptrdiff_t>(InSupplement ? OwnCount : 0);
  auto End = InSupplement ? Headers.end() : Headers.begin() + static_cast<ptrdiff_t>(OwnCount);
  End = std::partition_point(Begin, End, [](const UnitHeader &H) { return !H.InTypes; });
  auto It = std::upper_bound(Begin, End, Offset,
                             [](uint64_t O, const UnitHeader &H) { return O < H.Offset; });
  if (It == Begin || Offset >= (--It)->End)
    return std::nullopt;
  return static_cast<size_t>(It - Headers.begin());
}

void UnitIndex::findImports(size_t Number, Imports &Into, std::vector<size_t> &ToVisit) const {
  const UnitHeader &H = Headers[Number];
  Unit U;
  if (H.IsType || H.IsSkeleton || !U.readOwnEntry(sectionsOf(Number), H))
    return;
  Into.Says[Number] = {U.NamesLanguage, U.Lang, U.Can, U.LowerBound};
  U.forEachImport([&](const FormValue &V) {
    std::optional<size_t> Target;
    if (V.Is == FormValue::Class::Section)
      Target = atOffset(V.U, H.InSupplement);
    else if (V.Is == FormValue::Class::OtherFile)
      Target = atOffset(V.U, true);
    if (!Target || Into.Of[*Target].Known)
      return;
    Into.Of[*Target] = {true, Number};
    if (*Target >= OwnCount)
      ToVisit.push_back(*Target);
  });
}

const UnitIndex::Imports &UnitIndex::imports() const {
  std::call_once(ImportsOnce, [this] {
    Imports &Found = ImportsFound;
    Found.Of.resize(Headers.size());
    Found.Says.resize(Headers.size());
    std::vector<size_t> ToVisit;
    for (size_t I = 0; I != OwnCount; ++I)
      findImports(I, Found, ToVisit);
    for (size_t I = 0; I != ToVisit.size(); ++I)
      findImports(ToVisit[I], Found, ToVisit);
  });
  return ImportsFound;
}

UnitIndex::Inheritance UnitIndex::inherited(size_t Number) const {
  const Imports &All = imports();
  // Partial units import each other; a cycle of them says nothing.
  for (unsigned Step = 0; Step != 16 && All.Of[Number].Known; ++Step) {
    Number = All.Of[Number].By;
    if (All.Says[Number].Known)
      return All.Says[Number];
  }
  return {};
}

std::vector<size_t> UnitIndex::importedFromSupplement() const {
  std::vector<size_t> Found;
  for (size_t I = OwnCount; I < Headers.size(); ++I)
    if (imports().Of[I].Known)
      Found.push_back(I);
  return Found;
}

} // namespace cachelint::dwarf
