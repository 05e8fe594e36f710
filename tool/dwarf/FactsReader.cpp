//===-- FactsReader.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/FactsReader.h"

#include "tool/dwarf/LayoutInference.h"
#include "tool/dwarf/UnitReader.h"
#include "tool/dwarf/UnnamedRecords.h"

#include "fmt/format.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace cachelint::dwarf {

using model::Capability;

/// Reads all units, several threads taking the next one each time.
static void readUnits(std::vector<std::unique_ptr<UnitReader>> &Readers, size_t Count,
                      const NameSet &StopWhenSeen) {
  // Looking for names in order is what makes the first definition the first one.
  if (!StopWhenSeen.empty()) {
    UnitReader &Only = *Readers.front();
    for (size_t I = 0; I != Count; ++I) {
      Only.read(I);
      if (Only.NamesSeen.size() == StopWhenSeen.names().size())
        return;
    }
    return;
  }
  std::atomic<size_t> Next = 0;
  auto Work = [&](UnitReader &R) {
    for (size_t I = Next++; I < Count; I = Next++)
      R.read(I);
  };
  std::vector<std::thread> Threads;
  for (size_t I = 1; I < Readers.size(); ++I)
    Threads.emplace_back(Work, std::ref(*Readers[I]));
  Work(*Readers.front());
  for (std::thread &T : Threads)
    T.join();
}

/// Everything the threads found, each content once, in file order.
template <typename T>
static std::vector<T> collect(std::vector<std::unique_ptr<UnitReader>> &Readers,
                              std::vector<Found<T>> UnitReader::*Part, bool UniqueByHash) {
  std::vector<Found<T>> All;
  for (std::unique_ptr<UnitReader> &R : Readers) {
    std::move(((*R).*Part).begin(), ((*R).*Part).end(), std::back_inserter(All));
    ((*R).*Part).clear();
  }
  // Within a unit the order is that of the thread that read it.
  std::stable_sort(All.begin(), All.end(),
                   [](const Found<T> &A, const Found<T> &B) { return A.Unit < B.Unit; });
  llvm::DenseSet<uint64_t> Seen;
  std::vector<T> Result;
  for (Found<T> &F : All)
    if (!UniqueByHash || Seen.insert(F.Hash).second)
      Result.push_back(std::move(F.What));
  return Result;
}

static void sortVariables(std::vector<model::Variable> &Variables) {
  auto Key = [](const model::Variable &V) {
    return std::tie(V.Key, V.Address, V.Section, V.Type.Spelling);
  };
  std::stable_sort(Variables.begin(), Variables.end(),
                   [&](const auto &A, const auto &B) { return Key(A) < Key(B); });
  // Inlined copies of a function repeat its static variables.
  Variables.erase(std::unique(Variables.begin(), Variables.end(),
                              [&](const auto &A, const auto &B) { return Key(A) == Key(B); }),
                  Variables.end());
}

static void sortFunctions(std::vector<model::Function> &Functions) {
  std::stable_sort(Functions.begin(), Functions.end(),
                   [](const auto &A, const auto &B) { return A.Key < B.Key; });
  // A function of a header is in each unit that uses it.
  Functions.erase(std::unique(Functions.begin(), Functions.end(),
                              [](const auto &A, const auto &B) { return A.Key == B.Key; }),
                  Functions.end());
}

static void reportElsewhere(const std::vector<std::unique_ptr<UnitReader>> &Readers,
                            llvm::StringRef Path, ProblemSink &Problems) {
  size_t Count = 0;
  std::string Example;
  for (const std::unique_ptr<UnitReader> &R : Readers) {
    Count += R->UnitsElsewhere;
    if (R->UnitsElsewhere && (Example.empty() || R->FirstElsewhere < Example))
      Example = R->FirstElsewhere;
  }
  if (Count != 0)
    Problems.fail(Path,
                  fmt::format("{} units have their DWARF in split files, as \"{}\", which are "
                              "not read; link with -gno-split-dwarf",
                              Count, Example));
}

static Capability capabilities(const std::vector<std::unique_ptr<UnitReader>> &Readers) {
  std::optional<Capability> All;
  for (const std::unique_ptr<UnitReader> &R : Readers)
    if (R->All)
      All = All ? *All & *R->All : *R->All;
  return All.value_or(Capability::None);
}

model::UnitFacts readFacts(const DebugSections &Sections, const model::Binary &Image,
                           const Machine &Target, StringPool &Pool, const ReadOptions &Options,
                           ProblemSink &Problems) {
  model::UnitFacts Facts;
  Facts.From.From = model::FrontEnd::Dwarf;
  Facts.From.Input = Image.Path;
  Facts.From.Target = Image.Target;
  if (Image.Kind != model::BinaryKind::Relocatable)
    Facts.From.Can = Capability::Addresses;

  TypeWords Words;
  if (Options.Words)
    Words = TypeWords(*Options.Words);
  NameSet Wanted(Options.Records);
  UnitIndex Units(Sections, Image.Path, Problems);
  if (!Units.BySignature.empty())
    nameTypeUnits(Units);
  FileContext Context{Units, Target, Image, Words, Options, Wanted, Facts.From};
  bool Stop = Options.FirstDefinitionOnly && !Wanted.hasGlobs();
  std::vector<std::unique_ptr<UnitReader>> Readers;
  for (unsigned I = 0; I == 0 || (I < Options.Threads && !Stop); ++I)
    Readers.push_back(std::make_unique<UnitReader>(Context, Pool, Problems));
  readUnits(Readers, Units.Headers.size(), Stop ? Wanted : NameSet());
  reportElsewhere(Readers, Image.Path, Problems);

  Facts.From.Can = Facts.From.Can | capabilities(Readers);
  Facts.Records = collect(Readers, &UnitReader::Records, true);
  Facts.Variables = collect(Readers, &UnitReader::Variables, false);
  Facts.Functions = collect(Readers, &UnitReader::Functions, true);
  Readers.clear();
  std::stable_sort(Facts.Records.begin(), Facts.Records.end(),
                   [](const auto &A, const auto &B) { return A.Key < B.Key; });
  inferLayouts(Facts.Records);
  uniteRecords(Facts.Records);
  completeVariables(Facts.Variables, Facts.Records);
  sortVariables(Facts.Variables);
  sortFunctions(Facts.Functions);
  return Facts;
}

} // namespace cachelint::dwarf
