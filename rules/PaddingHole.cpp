//===-- PaddingHole.cpp - padding-hole -----------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Bytes of a record are lost to holes or padding that another order, or a few bytes less, would
// save.

#include "rules/RuleList.h"
#include "tool/model/Elements.h"
#include "tool/model/Instances.h"
#include "tool/model/LayoutIntent.h"
#include "tool/model/Reorder.h"
#include "tool/model/Sides.h"
#include "tool/model/Wording.h"

#include "fmt/format.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <set>

namespace cachelint::rules {
namespace {

using namespace model;

uint64_t linesOf(Bits Size, Bits Line) { return Size.alignTo(Line) / Line; }

std::string linesText(Bits Size, Bits Line) { return counted(linesOf(Size, Line), "line"); }

class Checker {
public:
  Checker(const Subject &S, const RuleInfo &Info, FindingSink &Out)
      : S(S), Line(S.Options.LineSize), Info(Info), Out(Out), Uses(S.Program), Objects(S.Program),
        Threads(S.Program),
        Heat(covers(S.Program.Can, Capability::AccessSites) && seesHeat(S.Program)) {
    for (const Allocation &A : S.Program.Allocations) {
      const FunctionContext *C = S.Program.contextOf(A.Function);
      if (!A.Element.Record.empty() && C && C->Repeated && !C->Assumed && !C->Cold)
        Made.insert(A.Element.Record);
    }
  }

  void run() {
    llvm::DenseSet<Str> Keys;
    std::set<SourcePos> Places;
    for (const Record &R : S.Program.Records) {
      // One finding a definition: neither one for each set of template arguments, nor for each
      // variant that the preprocessor made of it.
      const SourcePos Definition = R.Fields.empty() ? R.Pos : R.Fields.front().Pos;
      if (!Keys.insert(R.Key).second || (Definition.valid() && Places.contains(Definition)))
        continue;
      if (R.Kind == RecordKind::Union || isLayoutFixed(R, Uses) || hasChosenPlaces(R, Line))
        continue;
      std::optional<Finding> F = checkOrder(R);
      if (!F)
        F = checkExcess(R);
      if (!F)
        continue;
      Places.insert(Definition);
      F->Weight = llvm::SaturatingMultiply(F->Weight, std::max<uint64_t>(1, Objects.of(R.Key)));
      Out.add(std::move(*F));
    }
    checkStrides();
  }

private:
  bool writtenByThreads(const Record &R, const Field &F) const {
    const SideUse *Use = Threads.ofField(R.Key, F.Name);
    return Use && Use->written();
  }

  /// Several in a row, or made again and again: one a connection, a request, a packet.
  bool isMany(const Record &R) const {
    return !Uses.isKnown(R) || Uses.inArrays(R) || Made.contains(R.Key);
  }

  bool usedByThreads(const Record &R) const {
    return llvm::any_of(R.Fields,
                        [&](const Field &F) { return Threads.ofField(R.Key, F.Name) != nullptr; });
  }

  Finding findingOn(const Record &R) const {
    Finding F;
    F.Rule = Info.Id.str();
    // Size alone decides little: bytes are a hint, and whoever knows the program weighs it.
    F.Level = Severity::Note;
    F.Pos = R.Pos;
    F.Record = R.Name.str();
    F.RecordKey = R.Key;
    return F;
  }

  bool worthSaying(const Record &R, Bits NewSize) const {
    const Bits Saved = *R.Size - NewSize;
    if (S.Options.Pedantic)
      return true;
    // One object, and only set-up code looks at it.
    if (Uses.isSingle(R) && !usedByThreads(R))
      return false;
    // Bytes matter in what there are many of, and where running threads look at it.
    if (Heat && !(isMany(R) && usedByThreads(R)))
      return false;
    // A line of a record of fifty lines is nothing that anybody would notice.
    if (Saved * 32 < *R.Size)
      return false;
    // Else a line, three words, or in an array one word that is a good part of the element.
    return linesOf(NewSize, Line) < linesOf(*R.Size, Line) || Saved >= Bits::fromBytes(24) ||
           (Uses.inArrays(R) && Saved >= Bits::fromBytes(8) && Saved * 8 >= *R.Size);
  }

  std::optional<Finding> checkOrder(const Record &R) const {
    auto MayMove = [&](const Field &F) {
      // A word that threads write must not come beside others that it was apart from.
      bool Contended = F.Type.is(TypeTrait::Atomic) || F.Type.is(TypeTrait::Lock) ||
                       F.Type.is(TypeTrait::Volatile) || writtenByThreads(R, F);
      return !Contended || *R.Size <= Line;
    };
    auto Better = betterOrder(R, Line, MayMove);
    if (!Better || !worthSaying(R, Better->Size))
      return std::nullopt;
    auto Layout = layoutOf(R, {Line, Bits()});
    Finding F = findingOn(R);
    // Of what no variable holds there may be one or millions.
    F.Sure = Heat || Objects.of(R.Key) ? Confidence::High : Confidence::Medium;
    F.Weight = (*R.Size - Better->Size).bytes() +
               (linesOf(*R.Size, Line) - linesOf(Better->Size, Line)) * Line.bytes();
    F.Message = fmt::format("'{}' loses {} of {} bytes to holes and padding; in another order it "
                            "takes {}",
                            F.Record, (Layout->HoleTotal + Layout->TailPadding).bytes(),
                            R.Size->bytes(), Better->Size.bytes());
    if (linesOf(Better->Size, Line) < linesOf(*R.Size, Line))
      F.Message +=
          fmt::format(", {} instead of {}", linesText(Better->Size, Line), linesOf(*R.Size, Line));
    addOrder(R, *Better, F);
    return F;
  }

  static std::string nameOf(const Field &F) {
    return F.Name.empty() ? "the anonymous member" : fmt::format("'{}'", F.Name.str());
  }

  static void addOrder(const Record &R, const BetterOrder &Better, Finding &F) {
    std::vector<std::string> Names;
    for (const FieldMove &M : Better.Moves) {
      addOnce(Names, M.F->Name.str());
      std::string Where = M.After ? "behind " + nameOf(*M.After) : "to the front";
      F.Notes.push_back({M.F->Pos, fmt::format("move {} ({}) {}", nameOf(*M.F),
                                               counted(M.Size.bytes(), "byte"), Where)});
    }
    F.Field = llvm::join(Names, ", ");
    std::string Order;
    for (const Field *Each : Better.Order)
      if (!Each->Name.empty() || !Each->isBitField())
        Order +=
            (Order.empty() ? "" : ", ") + (Each->Name.empty() ? "(anonymous)" : Each->Name.str());
    F.Notes.push_back({R.Pos, "the order: " + Order});
    if (R.is(RecordFlag::PositionalInit))
      F.Notes.push_back({R.Pos, "it is initialised by position somewhere, which must follow"});
  }

  /// An aligned record that is a word or two over whole lines pays for a whole one more.
  std::optional<Finding> checkExcess(const Record &R) const {
    if (!R.Size || !R.Align || *R.Align < Line || !Uses.inArrays(R))
      return std::nullopt;
    auto Layout = layoutOf(R, {Line, Bits()});
    if (!Layout || !Layout->Complete || Layout->Fields.empty() || (Heat && !usedByThreads(R)))
      return std::nullopt;
    const Bits End = *R.Size - Layout->TailPadding, Excess = End % Line;
    if (End < Line || Excess.isZero() || Excess * 4 > Line || Layout->Lines > 4)
      return std::nullopt;
    for (const PlacedField &P : Layout->Fields)
      // What is aligned, locked or written by threads there may have the line on purpose.
      if (P.Offset + P.Extent > End - Excess &&
          (alignOf(*P.F) >= Line || P.F->Type.is(TypeTrait::Atomic) ||
           P.F->Type.is(TypeTrait::Lock) || writtenByThreads(R, *P.F)))
        return std::nullopt;
    Finding F = findingOn(R);
    F.Sure = Confidence::Medium;
    F.Weight = Line.bytes();
    F.Message =
        fmt::format("'{}' is {} over {}: {} of its {} bytes are padding, and so much less "
                    "would save a line in each element",
                    F.Record, counted(Excess.bytesCeil(), "byte"), linesText(End - Excess, Line),
                    Layout->TailPadding.bytes(), R.Size->bytes());
    F.Notes.push_back({Layout->Fields.back().F->Pos,
                       nameOf(*Layout->Fields.back().F) + " is what ends in the last line"});
    return F;
  }

  /// The same for elements without alignment in an array that somebody has put on a line.
  void checkStrides() const {
    for (const ArrayFacts &A : S.Program.Arrays) {
      const Record *R = A.ElementRecord.empty() ? nullptr : S.Program.findRecord(A.ElementRecord);
      if (!R || R->Size != A.Stride || !A.BaseAlign || *A.BaseAlign < Line ||
          isLayoutFixed(*R, Uses) || (Heat && !usedByThreads(*R)))
        continue;
      const Bits Excess = A.Stride % Line;
      if (A.Stride < Line || Excess.isZero() || Excess * 8 > Line || linesOf(A.Stride, Line) > 4)
        continue;
      Finding F = findingOn(*R);
      F.Sure = Confidence::Medium;
      F.Pos = A.Pos;
      F.Variable = A.Name.str();
      F.VariableKey = A.VariableKey;
      F.Identity = "stride";
      F.Weight = llvm::SaturatingMultiply(A.Extent.value_or(1), Line.bytes());
      F.Message = fmt::format("'{}' starts on a line, but its elements are {} over {}, so they lie "
                              "on {} or more",
                              F.Variable, counted(Excess.bytes(), "byte"),
                              linesText(A.Stride - Excess, Line), linesOf(A.Stride, Line));
      F.Notes.push_back({R->Pos, fmt::format("'{}' takes {} bytes", F.Record, R->Size->bytes())});
      Out.add(std::move(F));
    }
  }

  const Subject &S;
  const Bits Line;
  const RuleInfo &Info;
  FindingSink &Out;
  RecordUses Uses;
  Instances Objects;
  Sides Threads;
  bool Heat;                ///< the program shows what running threads use
  llvm::DenseSet<Str> Made; ///< keys of records that running threads allocate
};

class PaddingHole : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info{"padding-hole",
                               "Bytes of a record are lost to holes or padding that another order, "
                               "or a few bytes less, would save.",
                               Capability::DeclarationOrder | Capability::BitFields};
    return Info;
  }

  void check(const Subject &S, FindingSink &Out) const override { Checker(S, info(), Out).run(); }
};

} // namespace

CACHELINT_DEFINE_RULE(PaddingHole)

} // namespace cachelint::rules
