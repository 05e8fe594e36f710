//===-- Recorded.h - recordings and binaries made by hand ----------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_TESTS_UNIT_FACTS_RECORDED_H
#define CACHELINT_TESTS_UNIT_FACTS_RECORDED_H

#include "Build.h"

#include "tool/facts/EvidenceJoin.h"

#include <map>

namespace cachelint::test {

inline Share share(uint64_t Count) {
  Share S;
  S.Count = S.Estimate = Count;
  return S;
}

/// A row of a report: who, where, and how many samples of each kind.
struct RowSpec {
  uint64_t Offset = 0;
  uint64_t Hitm = 0;
  uint64_t Stores = 0;
  uint64_t Code = 0;
  const char *Symbol = "f";
  const char *Source = ""; ///< "a.c:12", or nothing
  uint64_t Cpus = 2;
};

inline RecordedRow row(const RowSpec &Spec) {
  RecordedRow R;
  R.Offset = bytes(Spec.Offset);
  R.LocalHitm = share(Spec.Hitm);
  R.StoreL1Hit = share(Spec.Stores);
  R.Records = Spec.Hitm + Spec.Stores;
  if (Spec.Code)
    R.CodeAddress = Spec.Code;
  R.Symbol = Spec.Symbol;
  R.Object = "app";
  R.Mode = '.';
  R.CpuCount = Spec.Cpus;
  auto [File, Line] = Str(Spec.Source).split(':');
  if (!File.empty()) {
    R.SourceText = Spec.Source;
    R.SourceFile = File.str();
    R.SourceLine = std::stoul(Line.str());
  }
  return R;
}

inline RecordedLine line(uint64_t Address, std::vector<RowSpec> Rows) {
  RecordedLine L;
  L.Address = Address;
  L.LocalHitm = L.RemoteHitm = L.Loads = L.Stores = 0;
  for (const RowSpec &Spec : Rows) {
    L.Rows.push_back(row(Spec));
    *L.LocalHitm += Spec.Hitm;
    *L.Loads += Spec.Hitm;
    *L.Stores += Spec.Stores;
  }
  return L;
}

inline Symbol symbol(Str Name, uint64_t Address, uint64_t Size,
                     SymbolKind Kind = SymbolKind::Function) {
  Symbol S;
  S.Name = Name;
  S.Address = Address;
  S.Size = Size;
  S.Kind = Kind;
  S.Binding = SymbolBinding::Global;
  S.Section = Kind == SymbolKind::Function ? ".text" : ".bss";
  return S;
}

/// An executable with code from 0x1000 and data from 0x4000, each of a page or two.
inline Binary image(BinaryKind How, std::vector<Symbol> Symbols, Str Path = "/opt/app") {
  Binary B;
  B.Path = Path;
  B.Kind = How;
  B.Symbols = std::move(Symbols);
  B.Sections = {{".text", 0x1000, 0x2000, 16, false, true, false},
                {".bss", 0x4000, 0x1000, 64, true, false, false}};
  B.Segments = {{0x1000, 0x2000, 0x1000, 0x2000, 0x1000, false, true},
                {0x4000, 0x1000, 0x3000, 0, 0x1000, true, false}};
  sortBinary(B);
  return B;
}

/// Source lines by address.
class Lines : public CodeMap {
public:
  explicit Lines(std::map<uint64_t, SourcePos> Of) : Of(std::move(Of)) {}
  std::optional<SourcePos> sourceOf(uint64_t Address) override {
    auto It = Of.find(Address);
    return It == Of.end() ? std::nullopt : std::optional(It->second);
  }
  std::vector<CodeFrame> framesAt(uint64_t) override { return {}; }

private:
  std::map<uint64_t, SourcePos> Of;
};

} // namespace cachelint::test

#endif
