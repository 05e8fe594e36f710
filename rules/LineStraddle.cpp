//===-- LineStraddle.cpp - line-straddle ---------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// An atomic, a lock or a hot field lies over two cache lines though it would fit into one.

#include "rules/RuleList.h"
#include "tool/model/Elements.h"
#include "tool/model/Instances.h"
#include "tool/model/Parts.h"
#include "tool/model/Sides.h"

#include "fmt/format.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"

#include <set>

namespace cachelint::rules {
namespace {

using namespace model;

/// A place where objects of the record are, and how many of them have the part over two lines.
struct Place {
  const ArrayFacts *Array = nullptr;
  const Variable *Object = nullptr;
  Straddling Split;
};

bool isX86(const Record &R) {
  return R.From.Target.starts_with("x86_64") || R.From.Target.starts_with("i386") ||
         R.From.Target.starts_with("i686");
}

class Checker {
public:
  Checker(const Subject &S, const RuleInfo &Info, FindingSink &Out)
      : P(S.Program), Line(S.Options.LineSize), Info(Info), Out(Out), Uses(S.Program),
        Count(S.Program), Threads(S.Program), Pedantic(S.Options.Pedantic),
        Heat(covers(S.Program.Can, Capability::AccessSites) && seesHeat(S.Program)) {
    for (const ArrayFacts &A : P.Arrays)
      if (!A.ElementRecord.empty())
        Arrays[A.ElementRecord].push_back(&A);
    for (const Variable &V : P.Variables)
      if (V.Address && !V.Type.Record.empty() && !V.Type.isArray())
        Objects[V.Type.Record].push_back(&V);
  }

  void run() {
    llvm::DenseSet<Str> Keys;
    for (const Record &R : P.Records)
      if (Keys.insert(R.Key).second && R.Size && R.Align && !R.Size->isZero() &&
          !R.is(RecordFlag::SystemHeader))
        for (const Part &Each : partsOf(P, R, Line))
          checkPart(R, Each);
  }

private:
  //===--- Where objects are ----------------------------------------------===//

  /// The first known place where the part is split, surely; arrays and variables in order of keys.
  std::optional<Place> knownSplit(const Record &R, const Part &Each) const {
    ByteRange Bytes{Each.Offset.bytes(), (Each.Offset + Each.Size).bytesCeil()};
    ArrayPlacement One;
    One.Stride = *R.Size;
    One.Extent = 1;
    One.LineSize = Line;
    if (*R.Align >= Line) {
      One.BaseOffset = Bits();
      Straddling Split = straddlingOf(One, Bytes);
      return Split.AtLeast ? std::optional(Place{nullptr, nullptr, Split}) : std::nullopt;
    }
    if (auto It = Arrays.find(R.Key); It != Arrays.end())
      for (const ArrayFacts *A : It->second) {
        Straddling Split = straddlingOf(placementOf(P, *A, Line), Bytes);
        if (A->Stride == *R.Size && Split.AtLeast)
          return Place{A, nullptr, Split};
      }
    if (auto It = Objects.find(R.Key); It != Objects.end())
      for (const Variable *V : It->second) {
        One.BaseOffset = Bits::fromBytes(*V->Address % Line.bytes());
        if (Straddling Split = straddlingOf(One, Bytes); Split.AtLeast)
          return Place{nullptr, V, Split};
      }
    return std::nullopt;
  }

  /// The part has no natural offset in its record, so that some object has it split. A packed
  /// record is aligned to 1 by its type, too, but what allocates or embeds it gives it the usual
  /// alignment: where its atomics have natural offsets nothing is wrong with it.
  bool mayBeSplit(const Record &R, const Part &Each) const {
    if ((Each.Offset % Each.Size).isZero())
      return false;
    ArrayPlacement One;
    One.Stride = *R.Size;
    One.Extent = 1;
    One.BaseAlign = *R.Align;
    One.LineSize = Line;
    return straddlingOf(One, {Each.Offset.bytes(), (Each.Offset + Each.Size).bytesCeil()}).AtMost;
  }

  //===--- What is said ---------------------------------------------------===//

  void checkPart(const Record &R, const Part &Each) {
    const uint64_t Bytes = Each.Size.bytes();
    // Other sizes have no instruction: the compiler calls a function that takes a lock.
    const bool Native = Bytes == 2 || Bytes == 4 || Bytes == 8 || Bytes == 16;
    const bool Atomic = Native && (Each.Traits == TypeTrait::Atomic ||
                                   Uses.atomicallyWritten(Each.Owner, Each.F->Name));
    if (Each.Size > Line || (!Atomic && Each.Traits == TypeTrait::None))
      return;
    std::optional<Place> Known = knownSplit(R, Each);
    if (Atomic && (Known || mayBeSplit(R, Each)))
      return addAtomic(R, Each, Known);
    if (!Known)
      return;
    if (Each.Traits == TypeTrait::Lock && isWarm(Each) && isWorthSaying(*Known))
      return addLock(R, Each, *Known);
    // A group of fields may well lie over two lines; it costs where one function wants both ends,
    // and where the group is small enough to be moved.
    if (Each.Traits == TypeTrait::Record && !Known->Array && Each.Size * 2 <= Line &&
        Uses.usesBothSides(Each, boundaryIn(Each, *Known)))
      addHot(R, Each, *Known);
  }

  /// Running threads use it; where the program does not show what they use, that may be so.
  bool isWarm(const Part &Each) const {
    return !Heat || Threads.ofField(Each.Owner, Each.F->Name) != nullptr;
  }

  /// Where nobody knows what is used, one object that the linker happened to put there is none of
  /// the layout's faults; each CPU has one of a per-CPU variable.
  bool isWorthSaying(const Place &Where) const {
    return Heat || Pedantic || !Where.Object || Where.Object->Storage == StorageKind::PerCpu;
  }

  /// A line more for each object that has the part over two.
  uint64_t weightOf(const Record &R, const std::optional<Place> &Where) const {
    uint64_t Objects = Where && Where->Object ? 1 : std::max<uint64_t>(1, Count.of(R.Key));
    if (Where && Where->Array)
      Objects = std::max<uint64_t>(1, Where->Array->Extent.value_or(1) * Where->Split.AtLeast /
                                          std::max<uint64_t>(1, Where->Split.Elements));
    return llvm::SaturatingMultiply(Objects, Line.bytes());
  }

  Bits boundaryIn(const Part &Each, const Place &Where) const {
    Bits Base = Where.Object ? Bits::fromBytes(*Where.Object->Address % Line.bytes()) : Bits();
    return (Base + Each.Offset).alignTo(Line) - Base;
  }

  static std::string where(const Place &W) {
    if (W.Object)
      return fmt::format(" in '{}'", W.Object->Name.str());
    if (!W.Array)
      return "";
    if (W.Split.Elements == W.Split.AtLeast)
      return fmt::format(" in each element of '{}'", W.Array->Name.str());
    return fmt::format(" in {} of {} elements of '{}' ({} bytes each)", W.Split.AtLeast,
                       W.Split.Elements, W.Array->Name.str(), W.Array->Stride.bytes());
  }

  Finding findingOn(const Record &R, const Part &Each, const std::optional<Place> &Where) const {
    Finding F;
    F.Rule = Info.Id.str();
    F.Level = Severity::Note;
    F.Sure = Confidence::High;
    F.Pos = Each.Outer->Pos.valid() ? Each.Outer->Pos : R.Pos;
    F.Record = R.Name.str();
    F.RecordKey = R.Key;
    F.Field = Each.Path;
    F.Bytes = {Each.Offset.bytes(), (Each.Offset + Each.Size).bytesCeil()};
    F.Weight = weightOf(R, Where);
    if (Where && Where->Array) {
      F.Variable = Where->Array->Name.str();
      F.VariableKey = Where->Array->VariableKey;
    } else if (Where && Where->Object) {
      F.Variable = Where->Object->Name.str();
      F.VariableKey = Where->Object->Key;
    }
    return F;
  }

  void addAtomic(const Record &R, const Part &Each, const std::optional<Place> &Known) {
    Finding F = findingOn(R, Each, Known);
    F.Level = Known ? Severity::Error : Severity::Warning;
    F.Sure = Known ? Confidence::High : Confidence::Medium;
    const char *Effect = isX86(R)
                             ? "each read-modify-write of it is a split lock, which stops all cores"
                             : "an atomic access to it faults or is not atomic";
    F.Message =
        fmt::format("atomic '{}' of '{}' {} over two cache lines{}: {}", Each.Path, F.Record,
                    Known ? "lies" : "may lie", Known ? where(*Known) : "", Effect);
    if (!(Each.Offset % Each.Size).isZero())
      F.Notes.push_back({R.Pos, fmt::format("its offset is {}, no multiple of its size, {}",
                                            Each.Offset.bytes(), Each.Size.bytes())});
    emit(std::move(F));
  }

  void addLock(const Record &R, const Part &Each, const Place &Known) {
    Finding F = findingOn(R, Each, Known);
    F.Message =
        fmt::format("lock '{}' of '{}' ({} bytes at offset {}) lies over two cache lines{}",
                    Each.Path, F.Record, Each.Size.bytes(), Each.Offset.bytes(), where(Known));
    addAdvice(R, Each, Known, F);
    emit(std::move(F));
  }

  void addHot(const Record &R, const Part &Each, const Place &Known) {
    Finding F = findingOn(R, Each, Known);
    F.Sure = Confidence::Medium;
    F.Message =
        fmt::format("'{}' of '{}' ({} bytes at offset {}) lies over two cache lines{}, and "
                    "both ends are used together",
                    Each.Path, F.Record, Each.Size.bytes(), Each.Offset.bytes(), where(Known));
    addAdvice(R, Each, Known, F);
    // Members of one union are one place.
    if (SaidHot.insert(F.Pos).second)
      emit(std::move(F));
  }

  void addAdvice(const Record &R, const Part &Each, const Place &Known, Finding &F) const {
    if (Known.Array) {
      F.Notes.push_back({Known.Array->Pos, fmt::format("a stride of {} bytes moves it through the "
                                                       "line; an element of whole lines does not",
                                                       R.Size->bytes())});
      return;
    }
    Bits Boundary = boundaryIn(Each, Known);
    F.Notes.push_back(
        {F.Pos, fmt::format("a line starts at offset {}: {} bytes more in front of it, "
                            "or {} less, and it is whole",
                            Boundary.bytes(), (Boundary - Each.Offset).bytes(),
                            (Each.Offset + Each.Size - Boundary).bytesCeil())});
  }

  void emit(Finding F) {
    // The same field of several instantiations of a template is one finding.
    if (Said.insert({F.Pos, F.Field}).second)
      Out.add(std::move(F));
  }

  const Program &P;
  Bits Line;
  const RuleInfo &Info;
  FindingSink &Out;
  FieldUses Uses;
  Instances Count;
  Sides Threads;
  bool Pedantic;
  bool Heat; ///< the program shows what running threads use
  llvm::DenseMap<Str, std::vector<const ArrayFacts *>> Arrays;
  llvm::DenseMap<Str, std::vector<const Variable *>> Objects;
  std::set<std::pair<SourcePos, std::string>> Said;
  std::set<SourcePos> SaidHot; ///< outer fields of which a part was named
};

class LineStraddle : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info{"line-straddle",
                               "An atomic, a lock or a hot field lies over two cache lines though "
                               "it would fit into one.",
                               Capability::AtomicTypes};
    return Info;
  }

  void check(const Subject &S, FindingSink &Out) const override { Checker(S, info(), Out).run(); }
};

} // namespace

CACHELINT_DEFINE_RULE(LineStraddle)

} // namespace cachelint::rules
