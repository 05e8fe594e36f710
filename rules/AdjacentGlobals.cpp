//===-- AdjacentGlobals.cpp - adjacent-globals ---------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Separate variables that different threads use lie on one cache line, and one of them is written.

#include "rules/AdjacentChecks.h"
#include "rules/RuleList.h"
#include "tool/model/Wording.h"

#include "fmt/format.h"

#include <algorithm>

namespace cachelint::rules {
namespace {

using namespace model;

class Checker {
public:
  Checker(const Subject &S, const RuleInfo &Info, FindingSink &Out)
      : P(S.Program), Line(S.Options.LineSize), Info(Info), Out(Out), Uses(S.Program, Line) {}

  void checkAccesses() {
    if (P.SingleThreaded)
      return;
    Pairs = neighboursOf(P, Line, [this](const Variable &V) { return Uses.isUsed(V); });
    std::vector<Harm> Harms;
    for (const NeighbourPair &N : Pairs)
      if (std::optional<Harm> H = harmOf(N))
        Harms.push_back(std::move(*H));
    for (const HarmGroup &Group : groupsOf(Harms))
      addUsed(Group);
  }

  /// Keys of the variables that findings name.
  const std::set<Str> &said() const { return Said; }

private:
  //===--- What harms -----------------------------------------------------===//

  /// Somebody waits for the line of \p Other who has no business with \p Written.
  std::optional<Harm> harmBy(const NeighbourPair &N, bool FirstIsWritten) const {
    Harm H;
    H.Pair = &N;
    H.Written = FirstIsWritten ? N.A : N.B;
    H.Other = FirstIsWritten ? N.B : N.A;
    H.OfWritten = Uses.of(*H.Written, FirstIsWritten ? N.BytesA : N.BytesB);
    H.OfOther = Uses.of(*H.Other, FirstIsWritten ? N.BytesB : N.BytesA);
    if (H.OfWritten.Writers.empty() || H.OfOther.Users.empty())
      return std::nullopt;
    if (!holdsAll(H.OfWritten.Users, H.OfOther.Users))
      return H;
    // All threads use both; what is hardly ever written still waits where it is read alone.
    H.ReadElsewhere = H.OfOther.Writers.empty() && H.OfWritten.Atomic && H.OfWritten.Many &&
                      !holdsAll(H.OfWritten.Functions, H.OfOther.Functions);
    return H.ReadElsewhere ? std::optional(H) : std::nullopt;
  }

  std::optional<Harm> harmOf(const NeighbourPair &N) const {
    std::optional<Harm> First = harmBy(N, true), Second = harmBy(N, false);
    std::optional<Harm> &Worst =
        !First || (Second && First->ReadElsewhere && !Second->ReadElsewhere) ? Second : First;
    if (!Worst)
      return std::nullopt;
    // Which functions of a library run in threads of their own is a guess, and where the linker
    // puts things another: two are too many.
    const bool Guess = !Worst->OfWritten.Rooted || !Worst->OfOther.Rooted || Worst->ReadElsewhere;
    return Guess && N.By == Placing::Estimated ? std::nullopt : Worst;
  }

  //===--- What is said ---------------------------------------------------===//

  void addUsed(const HarmGroup &Group) {
    const Harm &H = **std::find_if(Group.begin(), Group.end(), [&](const Harm *Each) {
      return !Each->ReadElsewhere || Group.front()->ReadElsewhere;
    });
    Finding F = findingOn(Group, H, Info, Line);
    const bool Rooted = H.OfWritten.Rooted && H.OfOther.Rooted;
    F.Level = Rooted ? Severity::Warning : Severity::Note;
    F.Sure = !Rooted                                             ? Confidence::Low
             : H.Pair->By == Placing::Linked && !H.ReadElsewhere ? Confidence::High
                                                                 : Confidence::Medium;
    const bool Both = !H.OfOther.Writers.empty();
    F.Message = fmt::format("{}: '{}' is written in {} and '{}' is {} in {}", placeText(Group, H),
                            H.Written->Name.str(), functions(H.OfWritten.Writers, H.OfWritten),
                            H.Other->Name.str(), Both ? "written" : "read",
                            H.ReadElsewhere
                                ? functionNames(H.OfOther.Functions)
                                : functions(Both ? H.OfOther.Writers : H.OfOther.Users, H.OfOther));
    F.Notes.push_back(
        {H.OfWritten.FirstWrite, fmt::format("'{}' is written here", H.Written->Name.str())});
    F.Notes.push_back(
        {Both ? H.OfOther.FirstWrite : H.OfOther.FirstUse,
         fmt::format("'{}' is {} here", H.Other->Name.str(), Both ? "written" : "read")});
    addAdvice(H, F);
    for (const Harm *Each : Group)
      Said.insert({Each->Written->Key, Each->Other->Key});
    F.Sites = {H.OfWritten.FirstWrite, Both ? H.OfOther.FirstWrite : H.OfOther.FirstUse};
    Out.add(std::move(F));
  }

  void addAdvice(const Harm &H, Finding &F) const {
    F.Notes.push_back({H.Other->Pos, fmt::format("'{}' is defined here", H.Other->Name.str())});
    const char *Text = H.OfOther.Writers.empty() && H.Pair->By == Placing::Estimated
                           ? "give '{}' a line of its own: a member of an aligned struct, whose "
                             "size is rounded; an alignment of the variable alone decides where it "
                             "starts only"
                           : "give '{}' a line of its own: a member of an aligned struct, whose "
                             "size is rounded";
    F.Notes.push_back({H.Written->Pos, fmt::format(fmt::runtime(Text), H.Written->Name.str())});
  }

  std::string functionNames(const std::vector<Str> &Keys) const {
    std::vector<std::string> Names;
    for (Str Key : Keys) {
      const Function *F = P.findFunction(Key);
      addOnce(Names, F ? F->Name.str() : Key.str());
    }
    return quotedList(Names);
  }

  std::string functions(const std::vector<Str> &Sides, const VariableUse &Use) const {
    return functionNames(
        Sides.size() == 1 && Sides.front() == VariableUse::MainThread ? Use.Functions : Sides);
  }

  const Program &P;
  const Bits Line;
  const RuleInfo &Info;
  FindingSink &Out;
  VariableUses Uses;
  std::vector<NeighbourPair> Pairs;
  std::set<Str> Said;
};

class AdjacentGlobals : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info{
        "adjacent-globals",
        "Separate variables that different threads use lie on one cache line, and one of them is "
        "written.",
        Capability::None,
        Capability::AccessSites | Capability::Addresses | Capability::AtomicTypes};
    return Info;
  }

  void check(const Subject &S, FindingSink &Out) const override {
    Checker Check(S, info(), Out);
    if (covers(S.Program.Can, Capability::AccessSites))
      Check.checkAccesses();
    else
      checkContendedTypes(S, info(), Out);
    checkRecordedLines(S, info(), Check.said(), Out);
  }
};

} // namespace

CACHELINT_DEFINE_RULE(AdjacentGlobals)

} // namespace cachelint::rules
