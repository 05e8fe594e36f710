//===-- FactsReader.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/FactsReader.h"

#include "tool/dwarf/LayoutInference.h"

#include "fmt/format.h"

#include <algorithm>

namespace cachelint::dwarf {

using model::Capability;

/// Everything the threads found, each content once, in file order.
template <typename T>
static std::vector<T> collect(std::vector<Harvest> &Threads, std::vector<Found<T>> Harvest::*Part,
                              bool UniqueByHash) {
  std::vector<Found<T>> All;
  for (Harvest &H : Threads) {
    std::move((H.*Part).begin(), (H.*Part).end(), std::back_inserter(All));
    (H.*Part).clear();
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

static void reportMissing(const std::vector<Harvest> &Threads, llvm::StringRef Path,
                          ProblemSink &Problems) {
  size_t Count = 0;
  std::vector<std::string> Missing;
  for (const Harvest &H : Threads) {
    Count += H.SplitCount;
    Missing.insert(Missing.end(), H.MissingSplit.begin(), H.MissingSplit.end());
  }
  if (Missing.empty())
    return;
  Problems.fail(
      Path, fmt::format("{} of {} split units cannot be read: \"{}\" is not there{}; keep "
                        "the .dwo files of the build, or make {}.dwp of them",
                        Missing.size(), Count, *std::min_element(Missing.begin(), Missing.end()),
                        Missing.size() > 1 ? ", as others" : "", Path.str()));
}

model::UnitFacts finishFacts(std::vector<Harvest> &Threads, model::Origin From,
                             ProblemSink &Problems) {
  reportMissing(Threads, From.Input, Problems);
  model::UnitFacts Facts;
  Facts.From = From;
  std::optional<Capability> All;
  for (const Harvest &H : Threads)
    if (H.All)
      All = All ? *All & *H.All : *H.All;
  Facts.From.Can = From.Can | All.value_or(Capability::None);
  Facts.Records = collect(Threads, &Harvest::Records, true);
  Facts.Variables = collect(Threads, &Harvest::Variables, false);
  Facts.Functions = collect(Threads, &Harvest::Functions, true);
  Threads.clear();
  std::stable_sort(Facts.Records.begin(), Facts.Records.end(),
                   [](const auto &A, const auto &B) { return A.Key < B.Key; });
  inferLayouts(Facts.Records);
  uniteRecords(Facts.Records);
  completeVariables(Facts.Variables, Facts.Records);
  sortVariables(Facts.Variables);
  sortFunctions(Facts.Functions);
  return Facts;
}

model::UnitFacts readFacts(const DebugSections &Sections, const model::Binary &Image,
                           const Machine &Target, StringPool &Pool, const ReadOptions &Options,
                           ProblemSink &Problems) {
  InputContext Input(Pool, Problems, Options);
  // Looking for names in order is what makes the first definition the first one.
  bool OneThread = !Input.StopWhenSeen.empty() || Options.Threads == 0;
  std::vector<Harvest> Threads(OneThread ? 1 : Options.Threads);
  ProgramFile File{Sections, Image, Target, Image.Path.str()};
  FileReader(File, Input).read(Threads, 0);
  return finishFacts(Threads, originOf(Image), Problems);
}

} // namespace cachelint::dwarf
