//===-- AdjacentOthers.cpp - neighbours by type and by recording ---------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/AdjacentChecks.h"
#include "tool/model/Wording.h"

#include "fmt/format.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

namespace cachelint::rules {

using namespace model;

/// Most locks protect what is registered once; counters are written where the work is done.
static bool isWorthSaying(const NeighbourPair &N, bool Pedantic) {
  if (!N.A->Pos.valid() || !N.B->Pos.valid() || N.A->Pos.File == N.B->Pos.File)
    return false;
  return Pedantic || N.A->Type.is(TypeTrait::Atomic) || N.B->Type.is(TypeTrait::Atomic);
}

void checkContendedTypes(const Subject &S, const RuleInfo &Info, FindingSink &Out) {
  auto IsContended = [&](const Variable &V) {
    return !V.Type.isArray() && V.Type.Size && *V.Type.Size <= S.Options.LineSize &&
           !V.Type.is(TypeTrait::Const) &&
           (V.Type.is(TypeTrait::Atomic) || V.Type.is(TypeTrait::Lock));
  };
  const std::vector<NeighbourPair> Pairs = neighboursOf(S.Program, S.Options.LineSize, IsContended);
  std::vector<Harm> Harms;
  for (const NeighbourPair &N : Pairs)
    if (isWorthSaying(N, S.Options.Pedantic))
      Harms.push_back({&N, N.A, N.B, {}, {}, false});
  for (const HarmGroup &Group : groupsOf(Harms)) {
    const Harm &H = *Group.front();
    Finding F = findingOn(Group, H, Info, S.Options.LineSize);
    F.Level = Severity::Note;
    F.Sure = Confidence::Low;
    F.Message = fmt::format("{}; their types are made for writes by many threads, and they are of "
                            "different files",
                            placeText(Group, H));
    F.Notes.push_back({H.Other->Pos, fmt::format("'{}' is defined here", H.Other->Name.str())});
    Out.add(std::move(F));
  }
}

namespace {

/// What a recording says of one variable on one line.
struct Fight {
  const Variable *V = nullptr;
  uint64_t Contended = 0, Stores = 0;
};

uint64_t contended(const EvidenceCounts &C) {
  return C.LocalHitm + C.RemoteHitm + C.LocalPeer + C.RemotePeer;
}

std::map<Str, Fight> fightsOn(const Program &P, const JoinedLine &Line) {
  std::map<Str, Fight> All;
  for (const JoinedRow &Row : Line.Rows) {
    const Variable *V = Row.VariableKey.empty() ? nullptr : P.findVariable(Row.VariableKey);
    if (!V || !(contended(Row.Counts) || Row.Counts.Stores))
      continue;
    Fight &F = All[Row.VariableKey];
    F.V = V;
    F.Contended += contended(Row.Counts);
    F.Stores += Row.Counts.Stores;
  }
  return All;
}

} // namespace

void checkRecordedLines(const Subject &S, const RuleInfo &Info, const std::set<Str> &Said,
                        FindingSink &Out) {
  std::set<std::string> Done;
  for (const JoinedRecording &R : S.Recordings)
    for (const JoinedLine &Line : R.Lines) {
      std::map<Str, Fight> Fights = fightsOn(S.Program, Line);
      uint64_t Stores = 0;
      bool Known = true;
      std::vector<std::string> Names;
      const Fight *Worst = nullptr;
      for (const auto &[Key, F] : Fights) {
        Stores += F.Stores;
        Known &= Said.count(Key) != 0;
        addOnce(Names, F.V->Name.str());
        if (!Worst || F.Contended > Worst->Contended)
          Worst = &F;
      }
      if (Fights.size() < 2 || Known || !contended(Line.Counts) || !Stores ||
          !Done.insert(llvm::join(Names, ", ")).second)
        continue;
      Finding F;
      F.Rule = Info.Id.str();
      F.Pos = Worst->V->Pos;
      F.Variable = llvm::join(Names, ", ");
      F.VariableKey = Worst->V->Key;
      F.Weight = S.Options.LineSize.bytes();
      for (const auto &[Key, Each] : Fights)
        if (Each.V != Worst->V) {
          F.OtherVariableKeys.push_back(Key);
          F.Notes.push_back({Each.V->Pos, fmt::format("'{}' is defined here", Each.V->Name.str())});
        }
      F.Message = fmt::format("{} lie on one cache line, which bounced between caches: {}, and {} "
                              "to its variables were recorded",
                              quotedList(Names), counted(contended(Line.Counts), "contended load"),
                              counted(Stores, "store"));
      Out.add(std::move(F));
    }
}

} // namespace cachelint::rules
