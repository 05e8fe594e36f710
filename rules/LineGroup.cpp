//===-- LineGroup.cpp - line-group ---------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Fields that are declared as one group of a cache line are split, invaded, or not where their
// marker says.

#include "rules/RuleList.h"
#include "tool/model/LayoutIntent.h"
#include "tool/model/Wording.h"
#include "tool/support/NameSet.h"

#include "fmt/format.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

namespace cachelint::rules {
namespace {

using namespace model;

/// "cacheline1" is 1, "line_2" is 2; empty for what is no number of a line.
std::optional<uint64_t> numberOf(Str Name) {
  Str Digits = Name.take_back(Name.size() - Name.rtrim("0123456789").size());
  uint64_t N = 0;
  if (!Name.contains_insensitive("line") || Digits.empty() || Digits.getAsInteger(10, N) || N > 64)
    return std::nullopt;
  return N;
}

class Checker {
public:
  Checker(const Subject &S, const RuleInfo &Info, FindingSink &Out)
      : S(S), Line(S.Options.LineSize), Info(Info), Out(Out) {}

  void run() {
    for (const LineGroup &G : S.Words.LineGroups)
      Declared.emplace_back(&G, NameSet(llvm::ArrayRef<std::string>(G.Record)));
    llvm::DenseSet<Str> Keys;
    for (const Record &R : S.Program.Records) {
      if (!Keys.insert(R.Key).second || !R.Size || R.is(RecordFlag::SystemHeader))
        continue;
      auto Layout = layoutOf(R, {Line, Bits()});
      if (!Layout)
        continue;
      if (R.Align && *R.Align >= Line)
        checkMarkers(R, *Layout);
      checkBrackets(R, *Layout);
      for (const auto &[Group, Names] : Declared)
        if (Names.matches(R.Name) || Names.matches(R.Key))
          checkDeclared(R, *Layout, *Group);
    }
  }

private:
  Finding findingOn(const Record &R, const Field &On) const {
    Finding F;
    F.Rule = Info.Id.str();
    F.Level = Severity::Note;
    F.Sure = Confidence::High;
    F.Pos = On.Pos.valid() ? On.Pos : R.Pos;
    F.Record = R.Name.str();
    F.RecordKey = R.Key;
    F.Field = On.Name.str();
    F.Identity = On.Name.str();
    return F;
  }

  /// Numbered markers: the first that is not on its line. What follows it is moved by the same.
  void checkMarkers(const Record &R, const RecordLayout &Layout) {
    const PlacedField *Before = nullptr, *Last = nullptr;
    for (const PlacedField &P : Layout.Fields) {
      if (P.F->Name.empty() || !isLineMarker(*P.F, Line)) {
        if (!P.Extent.isZero())
          Last = &P;
        continue;
      }
      std::optional<uint64_t> Number = numberOf(P.F->Name);
      // Several markers may stand in one place, for members of different kinds.
      if (!Number || (Before && numberOf(Before->F->Name) == Number))
        continue;
      const bool OnLine = (P.Offset % Line).isZero();
      if (OnLine && P.FirstLine <= *Number) {
        Before = &P;
        continue;
      }
      Finding F = findingOn(R, *P.F);
      F.Message = fmt::format(
          "marker '{}' of '{}' is at offset {}, {}", F.Field, F.Record, P.Offset.bytes(),
          OnLine ? fmt::format("which is line {} and not line {}", P.FirstLine, *Number)
                 : "which is not the start of a line");
      if (Last && OnLine) {
        const Bits End = Last->Offset + Last->Extent, Start = Before ? Before->Offset : Bits();
        F.Notes.push_back({Last->F->Pos, fmt::format("the group before it takes {}, up to '{}'",
                                                     counted((End - Start).bytesCeil(), "byte"),
                                                     Last->F->Name.str())});
        addHoles(Layout, Start, End, F);
      }
      Out.add(std::move(F));
      return;
    }
  }

  /// Holes inside of a group that has grown too large are what another order would save.
  static void addHoles(const RecordLayout &Layout, Bits Start, Bits End, Finding &F) {
    for (const Hole &H : Layout.Holes)
      if (H.After && H.Offset >= Start && H.Offset < End && F.Notes.size() < 4)
        F.Notes.push_back(
            {H.After->Pos, fmt::format("{} are lost behind '{}'",
                                       counted(H.Size.bytesCeil(), "byte"), H.After->Name.str())});
  }

  /// `__cacheline_group_begin(tx)` and its end, which are fields without size.
  void checkBrackets(const Record &R, const RecordLayout &Layout) {
    for (const PlacedField &Begin : Layout.Fields) {
      Str Name = Begin.F->Name;
      if (!Name.consume_front("__cacheline_group_begin__"))
        continue;
      for (const PlacedField &End : Layout.Fields)
        if (End.F->Name == ("__cacheline_group_end__" + Name).str() && End.Offset > Begin.Offset)
          checkBracket(R, Begin, End, Name);
    }
  }

  void checkBracket(const Record &R, const PlacedField &Begin, const PlacedField &End, Str Name) {
    const Bits Size = End.Offset - Begin.Offset;
    const LineSpan Span = lineSpanOf(Begin.Offset, Size, {Line, Bits()});
    const uint64_t Lines = Span.Last - Span.First + 1, Needed = Size.alignTo(Line) / Line;
    if (Lines <= Needed || Needed > 2)
      return;
    Finding F = findingOn(R, *Begin.F);
    F.Field = Name.str();
    F.Sure = R.Align && *R.Align >= Line ? Confidence::High : Confidence::Medium;
    F.Message = fmt::format("group '{}' of '{}' takes {} from offset {}, which lie on {} lines "
                            "where {} would do",
                            F.Field, F.Record, counted(Size.bytes(), "byte"), Begin.Offset.bytes(),
                            Lines, Needed);
    F.Notes.push_back({F.Pos, fmt::format("a line starts {} behind its begin",
                                          counted((Line - Begin.Offset % Line).bytes(), "byte"))});
    Out.add(std::move(F));
  }

  //===--- Groups of the profile ------------------------------------------===//

  void checkDeclared(const Record &R, const RecordLayout &Layout, const LineGroup &G) {
    std::set<uint64_t> Lines;
    std::vector<std::string> Missing, Strangers;
    const PlacedField *First = nullptr;
    Bits Total;
    auto IsMember = [&](const Field &F) { return llvm::is_contained(G.Fields, F.Name.str()); };
    for (const std::string &Name : G.Fields)
      if (llvm::none_of(Layout.Fields, [&](const PlacedField &P) { return P.F->Name == Name; }))
        Missing.push_back(Name);
    for (const PlacedField &P : Layout.Fields)
      if (IsMember(*P.F)) {
        First = First ? First : &P;
        Total += P.Extent;
        for (uint64_t L = P.FirstLine; L <= P.LastLine; ++L)
          Lines.insert(L);
      }
    const std::string Group =
        G.Name.empty() ? std::string("a group") : fmt::format("group '{}'", G.Name);
    if (!Missing.empty() && Missing.size() < G.Fields.size())
      addDeclared(R, First,
                  fmt::format("{} of '{}' names {}, which is no field of it", Group, R.Name.str(),
                              quotedList(Missing)));
    if (!First)
      return;
    const uint64_t Needed = std::max<uint64_t>(1, Total.alignTo(Line) / Line);
    if (Lines.size() > Needed)
      addDeclared(R, First,
                  fmt::format("{} of '{}' is split: its {} lie on {} lines where {} would do",
                              Group, R.Name.str(), counted(Total.bytesCeil(), "byte"), Lines.size(),
                              Needed));
    for (const PlacedField &P : Layout.Fields)
      if (G.Alone && !IsMember(*P.F) && !isPad(*P.F) && !P.Extent.isZero() &&
          llvm::any_of(Lines, [&](uint64_t L) { return L >= P.FirstLine && L <= P.LastLine; }))
        Strangers.push_back(P.F->Name.str());
    if (!Strangers.empty())
      addDeclared(R, First,
                  fmt::format("{} of '{}' is invaded: {} {} on its lines, too", Group, R.Name.str(),
                              quotedList(Strangers), Strangers.size() == 1 ? "is" : "are"));
  }

  void addDeclared(const Record &R, const PlacedField *First, std::string Message) {
    Finding F = findingOn(R, First ? *First->F : R.Fields.front());
    // Whoever declares a group wants to hear when it breaks.
    F.Level = Severity::Warning;
    F.Sure = R.Align && *R.Align >= Line ? Confidence::High : Confidence::Medium;
    F.Identity = Message.substr(0, Message.find(':'));
    F.Message = std::move(Message);
    Out.add(std::move(F));
  }

  const Subject &S;
  const Bits Line;
  const RuleInfo &Info;
  FindingSink &Out;
  std::vector<std::pair<const LineGroup *, NameSet>> Declared;
};

// `LineGroup` is the vocabulary's.
class LineGroupRule : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info{"line-group",
                               "Fields that are declared as one group of a cache line are split, "
                               "invaded, or not where their marker says.",
                               Capability::None};
    return Info;
  }

  void check(const Subject &S, FindingSink &Out) const override { Checker(S, info(), Out).run(); }
};

} // namespace

const Rule &getLineGroup() {
  static const LineGroupRule Instance;
  return Instance;
}

} // namespace cachelint::rules
