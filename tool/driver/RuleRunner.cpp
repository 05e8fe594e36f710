//===-- RuleRunner.cpp ------------------------------------------------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/RuleRunner.h"

#include "tool/driver/CommandLine.h"

#include "fmt/format.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace cachelint::driver {

using namespace model;

namespace {

class Collector : public rules::FindingSink {
public:
  explicit Collector(std::vector<Finding> &Out) : Out(Out) {}
  void add(Finding F) override { Out.push_back(std::move(F)); }

private:
  std::vector<Finding> &Out;
};

auto orderOf(const Finding &F) {
  return std::tie(F.Pos.File, F.Pos.Line, F.Pos.Column, F.Rule, F.Record, F.Field, F.Variable,
                  F.Message);
}

void sortAndUnite(std::vector<Finding> &All) {
  std::sort(All.begin(), All.end(),
            [](const Finding &A, const Finding &B) { return orderOf(A) < orderOf(B); });
  All.erase(
      std::unique(All.begin(), All.end(),
                  [](const Finding &A, const Finding &B) { return orderOf(A) == orderOf(B); }),
      All.end());
}

/// Neither lines nor folders go into a fingerprint, so that a baseline survives moved lines and
/// moved trees; two findings that are alike in all else are told apart by their order.
void setFingerprints(std::vector<Finding> &All) {
  std::map<std::string, unsigned> Seen;
  for (Finding &F : All) {
    std::string Text =
        fmt::format("{}\n{}\n{}\n{}\n{}", F.Rule, F.Record, F.Field, F.Variable, F.Identity);
    unsigned Nth = Seen[Text]++;
    if (Nth)
      Text += fmt::format("\n{}", Nth);
    F.Fingerprint = fmt::format("{:016x}", llvm::xxh3_64bits(Text));
  }
}

} // namespace

std::string capabilityText(Capability C) {
  static const std::pair<Capability, const char *> Names[] = {
      {Capability::Alignment, "alignment"},
      {Capability::SourceRanges, "source ranges"},
      {Capability::AtomicTypes, "atomic and lock types"},
      {Capability::AccessSites, "access sites"},
      {Capability::BitFields, "bit-fields"},
      {Capability::DeclarationOrder, "declaration order"},
      {Capability::Packing, "packing"},
      {Capability::VirtualBases, "virtual bases"},
      {Capability::Addresses, "addresses of variables"},
  };
  std::string Text;
  for (auto [Bit, Name] : Names)
    if (covers(C, Bit))
      Text += fmt::format("{}{}", Text.empty() ? "" : ", ", Name);
  return Text;
}

/// A finding may be on several variables that lie on one line: one of them is enough.
static bool isOn(const Finding &F, const NameGlobs &Names) {
  if (!F.Record.empty() && Names.selects(F.Record))
    return true;
  return llvm::any_of(splitNames(F.Variable),
                      [&](const std::string &Name) { return Names.selects(Name); });
}

RuleResults runRules(const rules::Subject &S, const RuleGlobs &Rules, const NameGlobs &Names) {
  RuleResults Results;
  Collector Sink(Results.Findings);
  for (const rules::Rule *R : rules::allRules()) {
    const rules::RuleInfo &Info = R->info();
    if (!Rules.selects(Info.Id))
      continue;
    if (!covers(S.Program.Can, Info.Needs)) {
      auto Missing = static_cast<Capability>(static_cast<unsigned>(Info.Needs) &
                                             ~static_cast<unsigned>(S.Program.Can));
      Results.NotRun.push_back({Info.Id.str(), "needs " + capabilityText(Missing)});
      continue;
    }
    if (Info.NeedsOneOf != Capability::None &&
        (S.Program.Can & Info.NeedsOneOf) == Capability::None) {
      Results.NotRun.push_back(
          {Info.Id.str(), "needs one of these: " + capabilityText(Info.NeedsOneOf)});
      continue;
    }
    R->check(S, Sink);
  }
  if (!Names.empty())
    std::erase_if(Results.Findings, [&](const Finding &F) { return !isOn(F, Names); });
  sortAndUnite(Results.Findings);
  setFingerprints(Results.Findings);
  return Results;
}

} // namespace cachelint::driver
