//===-- LoadBase.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/LoadBase.h"

#include "tool/facts/CodeRows.h"

#include "fmt/format.h"

#include <algorithm>
#include <set>

namespace cachelint::facts {

using namespace model;

// Loaders map at multiples of the page. 4 KiB is the smallest page of all targets: a base that is a
// multiple of a larger one is found, too.
static constexpr uint64_t Page = 4096;

namespace {

class BinaryFitter {
public:
  BinaryFitter(const RecordedBinary &Binary, const std::vector<CodeRow> &Rows)
      : Image(*Binary.Image), Code(Binary.Code), Rows(Rows) {}

  /// The first row whose code is not in its symbol at this base; null when all are.
  const CodeRow *misfitAt(uint64_t Base) const;
  /// How many rows with a source line are on it, and how many have one.
  std::pair<size_t, size_t> linesAt(uint64_t Base) const;
  std::vector<uint64_t> bases() const;
  std::string symbolText(uint64_t Address) const;

private:
  std::vector<const Symbol *> symbolsOf(const CodeRow &Row) const;
  void addBases(const CodeRow &Row, const Symbol &S, std::set<uint64_t> &Bases) const;

  const Binary &Image;
  CodeMap *Code;
  const std::vector<CodeRow> &Rows;
};

} // namespace

const CodeRow *BinaryFitter::misfitAt(uint64_t Base) const {
  for (const CodeRow &Row : Rows) {
    const Symbol *S = Row.Address >= Base ? Image.functionAt(Row.Address - Base) : nullptr;
    if (!S)
      return &Row;
    // Several names may stand for one address.
    auto Range =
        std::equal_range(Image.Symbols.begin(), Image.Symbols.end(), *S,
                         [](const Symbol &A, const Symbol &B) { return A.Address < B.Address; });
    bool Named = std::any_of(Range.first, Range.second, [&](const Symbol &Alias) {
      return isSymbolName(Row.Symbol, Row.SymbolMayBeCut, Alias.Name);
    });
    if (!Named)
      return &Row;
  }
  return nullptr;
}

std::pair<size_t, size_t> BinaryFitter::linesAt(uint64_t Base) const {
  size_t Right = 0, All = 0;
  for (const CodeRow &Row : Rows) {
    if (!Code || !Row.Line)
      continue;
    ++All;
    std::optional<SourcePos> Pos = Code->sourceOf(Row.Address - Base);
    Right += Pos && Pos->Line == Row.Line && baseName(Pos->File) == baseName(Row.File);
  }
  return {Right, All};
}

std::vector<const Symbol *> BinaryFitter::symbolsOf(const CodeRow &Row) const {
  std::vector<const Symbol *> Named = Image.symbolsNamed(Row.Symbol);
  if (!Named.empty())
    return Named;
  for (const Symbol &S : Image.Symbols)
    if (S.Kind == SymbolKind::Function && isSymbolName(Row.Symbol, Row.SymbolMayBeCut, S.Name))
      Named.push_back(&S);
  return Named;
}

void BinaryFitter::addBases(const CodeRow &Row, const Symbol &S, std::set<uint64_t> &Bases) const {
  uint64_t Size = std::max<uint64_t>(S.Size, 1);
  if (Row.Address < S.Address)
    return;
  uint64_t Highest = Row.Address - S.Address;
  uint64_t Lowest = Highest >= Size - 1 ? Highest - (Size - 1) : 0;
  for (uint64_t Base = (Lowest + Page - 1) / Page * Page; Base <= Highest; Base += Page)
    Bases.insert(Base);
}

/// The bases that put one row's code into its symbol; the row with the fewest.
std::vector<uint64_t> BinaryFitter::bases() const {
  std::optional<std::set<uint64_t>> Fewest;
  std::set<Str> Asked;
  for (const CodeRow &Row : Rows) {
    if (!Asked.insert(Row.Symbol).second)
      continue;
    std::set<uint64_t> Bases;
    for (const Symbol *S : symbolsOf(Row))
      addBases(Row, *S, Bases);
    if (!Fewest || Bases.size() < Fewest->size())
      Fewest = std::move(Bases);
    if (Fewest->size() <= 1)
      break;
  }
  return Fewest ? std::vector<uint64_t>(Fewest->begin(), Fewest->end()) : std::vector<uint64_t>();
}

std::string BinaryFitter::symbolText(uint64_t Address) const {
  const Symbol *S = Image.functionAt(Address);
  return S ? "in '" + S->Name.str() + "'" : "no code";
}

/// Half of the lines may be off: perf and the compiler's tables differ at inlined code and at what
/// the optimiser moved. More than that is another build of the file.
static bool linesAgree(std::pair<size_t, size_t> Lines) { return 2 * Lines.first >= Lines.second; }

static void fitFixed(const BinaryFitter &Fitter, const CodeGroup &Group, BinaryFit &Fit) {
  if (const CodeRow *Row = Fitter.misfitAt(0)) {
    Fit.Message =
        fmt::format("cannot be the recorded file: 0x{:x} is in '{}' in the recording, and "
                    "{} in the file",
                    Row->Address, Row->Symbol, Fitter.symbolText(Row->Address));
    return;
  }
  auto Lines = Fitter.linesAt(0);
  if (!linesAgree(Lines)) {
    Fit.Message = fmt::format("cannot be the recorded file: {} of {} code addresses are on another "
                              "source line",
                              Lines.second - Lines.first, Lines.second);
    return;
  }
  Fit.Fits = true;
  Fit.LoadBase = 0;
  Fit.Message = fmt::format("{} code addresses of '{}' are in the symbols that the recording names",
                            Group.Rows.size(), Group.Object);
}

static void fitMoved(const BinaryFitter &Fitter, const CodeGroup &Group, BinaryFit &Fit) {
  std::vector<std::pair<uint64_t, size_t>> Possible; // base, lines that agree
  for (uint64_t Base : Fitter.bases()) {
    if (Fitter.misfitAt(Base))
      continue;
    auto Lines = Fitter.linesAt(Base);
    if (linesAgree(Lines))
      Possible.emplace_back(Base, Lines.first);
  }
  if (Possible.empty()) {
    Fit.Message = fmt::format("cannot be the recorded file: no load address puts the code of '{}' "
                              "into the symbols that the recording names",
                              Group.Object);
    return;
  }
  size_t MostLines = 0;
  for (const auto &P : Possible)
    MostLines = std::max(MostLines, P.second);
  std::erase_if(Possible, [&](const auto &P) { return P.second != MostLines; });
  if (Possible.size() != 1) {
    Fit.Message = fmt::format("{} load addresses fit the code of '{}' equally well: addresses stay "
                              "unresolved",
                              Possible.size(), Group.Object);
    return;
  }
  Fit.Fits = true;
  Fit.LoadBase = Possible[0].first;
  Fit.Message =
      fmt::format("loaded at 0x{:x}: the only address that puts {} code addresses of '{}' "
                  "into the symbols that the recording names",
                  *Fit.LoadBase, Group.Rows.size(), Group.Object);
}

static BinaryFit fitGroup(const RecordedBinary &Binary, const CodeGroup &Group) {
  BinaryFit Fit;
  Fit.Path = Binary.Image->Path.str();
  BinaryFitter Fitter(Binary, Group.Rows);
  if (Binary.Image->Kind == BinaryKind::Fixed)
    fitFixed(Fitter, Group, Fit);
  else
    fitMoved(Fitter, Group, Fit);
  return Fit;
}

BinaryFit fitBinary(const RecordedBinary &Binary, const Recording &R) {
  BinaryFit None;
  None.Path = Binary.Image->Path.str();
  if (Binary.Image->Kind == BinaryKind::Relocatable || Binary.Image->Kind == BinaryKind::Core) {
    None.Message = "is no file that runs at addresses of its own";
    return None;
  }
  std::vector<CodeGroup> Groups = codeGroups(R, Binary.Image->KernelImage);
  for (const CodeGroup &G : Groups)
    if (G.Object == baseName(Binary.Image->Path) || Binary.Image->KernelImage)
      return fitGroup(Binary, G);
  if (Groups.empty() && Binary.Image->Kind == BinaryKind::Fixed) {
    None.Fits = true;
    None.LoadBase = 0;
    None.Message = "taken for the recorded file without proof: the recording names no code address "
                   "with its symbol";
    return None;
  }
  // A renamed file, or a recording that does not name files: by what fits. One symbol that two
  // files have would fit a file that moves anywhere.
  std::vector<BinaryFit> Fitting;
  for (const CodeGroup &G : Groups) {
    BinaryFit Fit = fitGroup(Binary, G);
    if (Fit.Fits && (Binary.Image->Kind == BinaryKind::Fixed || G.Rows.size() > 1))
      Fitting.push_back(std::move(Fit));
  }
  if (Fitting.size() == 1)
    return Fitting[0];
  if (Groups.empty())
    None.Message = "the recording names no code address with its symbol, so that it cannot be "
                   "told whether this is the recorded file";
  else if (Groups.size() == 1)
    None.Message = fitGroup(Binary, Groups[0]).Message;
  else if (Fitting.empty())
    None.Message = "no file of the recording has its code where this one has it";
  else
    None.Message = "fits the code of several files of the recording";
  return None;
}

} // namespace cachelint::facts
