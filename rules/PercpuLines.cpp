//===-- PercpuLines.cpp - the lines of a per-CPU section -----------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/PercpuChecks.h"
#include "tool/model/Neighbours.h"
#include "tool/model/Parts.h"
#include "tool/model/Wording.h"

#include "fmt/format.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <set>

namespace cachelint::rules {
namespace {

using namespace model;

class Lines {
public:
  Lines(const Subject &S, const RuleInfo &Info, FindingSink &Out)
      : P(S.Program), Line(S.Options.LineSize), Info(Info), Out(Out) {}

  void run() {
    for (const Variable &V : P.Variables)
      if (V.Storage == StorageKind::PerCpu)
        checkPlace(V);
    checkNeighbours();
  }

private:
  Finding findingOn(const Variable &V) const {
    Finding F;
    F.Rule = Info.Id.str();
    F.Level = Severity::Note;
    F.Sure = Confidence::Low; // who uses it is not known
    F.Pos = V.Pos;
    F.Variable = V.Name.str();
    F.VariableKey = V.Key;
    if (const Record *R = V.Type.Record.empty() ? nullptr : P.findRecord(V.Type.Record)) {
      F.Record = R->Name.str();
      F.RecordKey = R->Key;
    }
    return F;
  }

  //===--- Over two lines -------------------------------------------------===//

  void checkPlace(const Variable &V) const {
    const std::optional<uint64_t> Begin = V.Address ? V.Address : V.SectionOffset;
    if (!Begin || !V.Type.Size || V.Type.Size->isZero() || *V.Type.Size > Line)
      return;
    const uint64_t Size = V.Type.Size->bytesCeil(), InLine = *Begin % Line.bytes();
    if (InLine + Size <= Line.bytes())
      return;
    Finding F = findingOn(V);
    F.Identity = "straddle";
    F.Sure = Confidence::Medium;
    F.Weight = Line.bytes();
    F.Message = fmt::format("per-CPU '{}' ({}) lies over two lines, {} into the first: each update "
                            "touches both",
                            F.Variable, counted(Size, "byte"), counted(InLine, "byte"));
    F.Notes.push_back({V.Pos, fmt::format("aligned to {} bytes it always lies on one",
                                          std::min(llvm::PowerOf2Ceil(Size), Line.bytes()))});
    Out.add(std::move(F));
  }

  //===--- Reached by other CPUs ------------------------------------------===//

  /// A CPU alone needs neither a lock nor an atomic: "is atomic", "holds 'lock'"; empty for what
  /// has neither.
  std::string signOfOthers(const Variable &V) const {
    const Record *R = V.Type.Record.empty() ? nullptr : P.findRecord(V.Type.Record);
    if (V.Type.is(TypeTrait::Atomic) || V.Type.is(TypeTrait::Lock))
      return V.Type.is(TypeTrait::Atomic) ? "is atomic" : "is a lock";
    if (R)
      for (const Part &Each : partsOf(P, *R, Line))
        if (Each.Traits == TypeTrait::Atomic || Each.Traits == TypeTrait::Lock)
          return fmt::format("holds '{}'", Each.Path);
    return "";
  }

  /// A variable for others, and who lies beside it.
  struct Reached {
    const Variable *V = nullptr;
    std::string Sign;
    std::vector<const NeighbourPair *> Pairs;
  };

  void checkNeighbours() const {
    const std::vector<NeighbourPair> Pairs = neighboursOf(P, Line, [](const Variable &V) {
      return V.Storage == StorageKind::PerCpu && !V.Type.is(TypeTrait::Const);
    });
    std::map<Str, Reached> All; // by key
    for (const NeighbourPair &N : Pairs)
      for (const Variable *V : {N.A, N.B}) {
        Reached &Each = All[V->Key];
        if (!Each.V)
          Each = {V, signOfOthers(*V), {}};
        Each.Pairs.push_back(&N);
      }
    for (const auto &[Key, Each] : All)
      if (!Each.Sign.empty())
        addNeighbours(Each);
  }

  void addNeighbours(const Reached &Each) const {
    Finding F = findingOn(*Each.V);
    F.Identity = "neighbours";
    std::vector<std::string> Names;
    std::set<uint64_t> SharedLines;
    for (const NeighbourPair *N : Each.Pairs) {
      const Variable *Other = N->A == Each.V ? N->B : N->A;
      if (addOnce(Names, Other->Name.str()))
        F.OtherVariableKeys.push_back(Other->Key);
      SharedLines.insert(N->BeginB / Line.bytes());
    }
    F.Weight = SharedLines.size() * Line.bytes();
    F.Message =
        fmt::format("per-CPU '{}' {}, as if other CPUs wrote it, and lies on one cache line "
                    "with {}",
                    F.Variable, Each.Sign, quotedList(Names));
    F.Notes.push_back(
        {F.Pos, fmt::format("aligned to a line of {} bytes, and padded to its end, it "
                            "disturbs none of them",
                            Line.bytes())});
    Out.add(std::move(F));
  }

  const Program &P;
  const Bits Line;
  const RuleInfo &Info;
  FindingSink &Out;
};

} // namespace

void checkPercpuLines(const Subject &S, const RuleInfo &Info, FindingSink &Out) {
  Lines(S, Info, Out).run();
}

} // namespace cachelint::rules
