//===-- Binary.cpp -------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Binary.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>
#include <tuple>

namespace cachelint::model {

void sortBinary(Binary &B) {
  std::sort(B.Symbols.begin(), B.Symbols.end(), [](const Symbol &X, const Symbol &Y) {
    auto Key = [](const Symbol &S) {
      // Larger first, so that of symbols that nest the inner one comes later; a global alias is the
      // name people know, so it comes last among equals.
      return std::tuple(S.Address, ~S.Size, S.Binding == SymbolBinding::Global, S.Name, S.Kind);
    };
    return Key(X) < Key(Y);
  });
  std::sort(B.Sections.begin(), B.Sections.end(), [](const SectionRange &X, const SectionRange &Y) {
    return std::tie(X.Address, X.Size, X.Name) < std::tie(Y.Address, Y.Size, Y.Name);
  });
  std::sort(B.Segments.begin(), B.Segments.end(), [](const Segment &X, const Segment &Y) {
    return std::tie(X.Address, X.MemorySize, X.FileOffset) <
           std::tie(Y.Address, Y.MemorySize, Y.FileOffset);
  });
  B.SymbolReach.clear();
  uint64_t Reach = 0;
  for (const Symbol &S : B.Symbols) {
    if (S.Kind != SymbolKind::ThreadLocal && S.end() >= S.Address)
      Reach = std::max(Reach, S.end());
    B.SymbolReach.push_back(Reach);
  }
}

template <typename Range>
static const Range *lastContaining(const std::vector<Range> &Sorted, uint64_t Address,
                                   llvm::function_ref<bool(const Range &)> In) {
  auto It = std::upper_bound(Sorted.begin(), Sorted.end(), Address,
                             [](uint64_t A, const Range &R) { return A < R.Address; });
  while (It != Sorted.begin())
    if (In(*--It))
      return &*It;
  return nullptr;
}

const SectionRange *Binary::sectionAt(uint64_t Address) const {
  return lastContaining<SectionRange>(Sections, Address, [&](const SectionRange &S) {
    return !S.ThreadLocal && S.contains(Address);
  });
}

const Segment *Binary::segmentAt(uint64_t Address) const {
  return lastContaining<Segment>(
      Segments, Address, [&](const Segment &S) { return Address - S.Address < S.MemorySize; });
}

static const Symbol *findSymbol(const Binary &B, uint64_t Address,
                                llvm::function_ref<bool(const Symbol &)> Wanted) {
  auto It = std::upper_bound(B.Symbols.begin(), B.Symbols.end(), Address,
                             [](uint64_t A, const Symbol &S) { return A < S.Address; });
  const Symbol *Unsized = nullptr;
  bool Shadowed = false; // a sized symbol ended before Address: labels before it are not its name
  while (It != B.Symbols.begin()) {
    --It;
    if (It->Kind != SymbolKind::ThreadLocal && Wanted(*It)) {
      if (Address - It->Address < It->Size)
        return &*It;
      if (It->Size == 0 && !Unsized && !Shadowed)
        Unsized = &*It;
      Shadowed |= It->Size != 0;
    }
    size_t Index = static_cast<size_t>(It - B.Symbols.begin());
    bool OthersReach = Index < B.SymbolReach.size() && B.SymbolReach[Index] > Address;
    if (!OthersReach && (Unsized || Shadowed))
      break;
  }
  if (!Unsized)
    return nullptr;
  const SectionRange *Section = B.sectionAt(Address);
  return Section && Section->Name == Unsized->Section ? Unsized : nullptr;
}

const Symbol *Binary::symbolAt(uint64_t Address) const {
  return findSymbol(*this, Address, [](const Symbol &) { return true; });
}

const Symbol *Binary::functionAt(uint64_t Address) const {
  return findSymbol(*this, Address, [](const Symbol &S) { return S.Kind == SymbolKind::Function; });
}

std::vector<const Symbol *> Binary::symbolsNamed(Str Name) const {
  std::vector<const Symbol *> Result;
  for (const Symbol &S : Symbols)
    if (S.Name == Name)
      Result.push_back(&S);
  return Result;
}

} // namespace cachelint::model
