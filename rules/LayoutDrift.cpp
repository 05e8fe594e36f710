//===-- LayoutDrift.cpp - layout-drift -----------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// One definition of a record has two layouts: in two units, or in the source and in the binary.

#include "tool/model/LayoutDrift.h"
#include "rules/RuleList.h"
#include "tool/model/Wording.h"

#include "fmt/format.h"
#include "llvm/ADT/DenseSet.h"

namespace cachelint::rules {
namespace {

using namespace model;

class Checker {
public:
  Checker(const Subject &S, const RuleInfo &Info, FindingSink &Out)
      : P(S.Program), Info(Info), Out(Out) {}

  /// Records of one key adjoin.
  void pairUnits() {
    for (auto A = P.Records.begin(); A != P.Records.end();) {
      auto End = std::find_if(A, P.Records.end(), [&](const Record &R) { return R.Key != A->Key; });
      for (auto B = std::next(A); B != End; ++B)
        if (isWhole(*A) && isWhole(*B) && A->From.From == B->From.From &&
            ((isInHeader(*A) && sameDefinition(*A, *B)) || breaksOneDefinition(*A, *B))) {
          add(*A, *B, P.Records);
          break; // a third layout says nothing new
        }
      A = End;
    }
  }

  void pairShipped() {
    for (const Record &Shipped : P.Shipped)
      if (const Record *Source = isWhole(Shipped) ? sourceOf(Shipped) : nullptr)
        add(*Source, Shipped, P.Shipped);
  }

  void report() {
    for (const Pair &Each : Pairs) {
      if (Each.Where.What == Parting::By::Target)
        return addTarget(Each); // all records differ
      if (!isConsequence(Each.Where))
        addDrift(Each);
    }
  }

private:
  struct Pair {
    const Record *A, *B;
    Parting Where;
  };

  /// One pair a record. \p OthersOfB are the records that \p B is among.
  void add(const Record &A, const Record &B, const std::vector<Record> &OthersOfB) {
    std::optional<Parting> Where = partingOf(A, B, &P.Records, &OthersOfB);
    if (Where && Keys.insert(A.Key).second)
      Pairs.push_back({&A, &B, *Where});
  }

  /// The member that has two sizes is a record that is named itself.
  bool isConsequence(const Parting &Where) const {
    return Where.What == Parting::By::FieldSize && !Where.InA->Type.Record.empty() &&
           Keys.contains(Where.InA->Type.Record);
  }

  /// Two definitions of one class in one program, which C++ forbids: inline functions, vtables and
  /// instances of templates are taken from either. Whether units of source or two linked files ever
  /// meet in a process is not known; objects that are looked at together are taken for a program.
  static bool breaksOneDefinition(const Record &A, const Record &B) {
    return A.From.From == FrontEnd::Dwarf && hasOneDefinition(A) && hasOneDefinition(B) &&
           !sameDefinition(A, B) &&
           (A.From.Input == B.From.Input || (isObject(A.From.Input) && isObject(B.From.Input)));
  }

  static bool isObject(Str Input) { return Input.ends_with(".o") || Input.ends_with(".o)"); }

  /// Parts of others are seen there; of what is not complete nothing is known for sure.
  static bool isWhole(const Record &R) {
    return R.Size && !R.is(RecordFlag::Incomplete) && !R.is(RecordFlag::Anonymous) &&
           !R.is(RecordFlag::SystemHeader);
  }

  const Record *sourceOf(const Record &Shipped) const {
    for (auto It = std::lower_bound(P.Records.begin(), P.Records.end(), Shipped.Key,
                                    [](const Record &A, Str Key) { return A.Key < Key; });
         It != P.Records.end() && It->Key == Shipped.Key; ++It)
      if (isWhole(*It) && sameDefinition(*It, Shipped))
        return &*It;
    return nullptr;
  }

  static Str fileName(Str Path) {
    return Path.rsplit('/').second.empty() ? Path : Path.rsplit('/').second;
  }
  static std::string inputName(const Record &R) {
    return fmt::format("'{}'", fileName(R.From.Input).str());
  }
  static std::string placeName(const Record &R) {
    return fmt::format("{}:{}", fileName(R.Pos.File).str(), R.Pos.Line);
  }

  /// What the two of them are called in a message.
  struct Sides {
    std::string A, B;
  };
  static Sides sidesOf(const Record &A, const Record &B) {
    if (A.From.From != B.From.From)
      return {"the source", inputName(B)};
    if (breaksOneDefinition(A, B))
      return {placeName(A), placeName(B)};
    if (A.From.Input == B.From.Input)
      return {"one unit", "another"};
    return {inputName(A), inputName(B)};
  }

  Finding findingOn(const Pair &Each) const {
    Finding F;
    F.Rule = Info.Id.str();
    F.Level = Severity::Warning;
    F.Sure = Each.A->From.From != Each.B->From.From ? Confidence::High : Confidence::Medium;
    F.Pos = Each.A->Pos;
    F.Record = Each.A->Name.str();
    F.RecordKey = Each.A->Key;
    return F;
  }

  void addTarget(const Pair &Each) const {
    const Sides In = sidesOf(*Each.A, *Each.B);
    Finding F = findingOn(Each);
    F.Message = fmt::format("{} is for {}, {} for {}: no layout can be compared", In.A,
                            Each.A->From.Target.split('-').first.str(), In.B,
                            Each.B->From.Target.split('-').first.str());
    Out.add(std::move(F));
  }

  void addDrift(const Pair &Each) const {
    const Sides In = sidesOf(*Each.A, *Each.B);
    Finding F = findingOn(Each);
    const Field *Named = Each.Where.InA ? Each.Where.InA : Each.Where.InB;
    F.Field = Named ? Named->Name.str() : "";
    F.Message =
        fmt::format("'{}' {}: {}", F.Record, sizes(*Each.A, *Each.B, In), parting(Each.Where, In));
    addNotes(*Each.A, *Each.B, Each.Where, In, F);
    Out.add(std::move(F));
  }

  static std::string sizes(const Record &A, const Record &B, const Sides &In) {
    if (*A.Size == *B.Size)
      return fmt::format("is laid out differently in {} and {}, in {} both times", In.A, In.B,
                         counted(A.Size->bytes(), "byte"));
    return fmt::format("takes {} in {} and {} in {}", counted(A.Size->bytes(), "byte"), In.A,
                       B.Size->bytes(), In.B);
  }

  static std::string extent(const Field &F) {
    if (F.BitWidth)
      return counted(F.BitWidth->bits(), "bit");
    return F.Type.Size ? counted(F.Type.Size->bytes(), "byte") : "an unknown number of bytes";
  }

  static std::string nameOf(const Field &F) {
    return F.Name.empty() ? "an unnamed member" : fmt::format("'{}'", F.Name.str());
  }

  static std::string parting(const Parting &Where, const Sides &In) {
    const Field *A = Where.InA, *B = Where.InB;
    switch (Where.What) {
    case Parting::By::FieldSize:
      return fmt::format("{} takes {} in {} and {} in {}", nameOf(*A), extent(*A), In.A, extent(*B),
                         In.B);
    case Parting::By::FieldOffset:
      return fmt::format("{} lies at offset {} in {} and at {} in {}, behind the same fields",
                         nameOf(*A), A->Offset->bytes(), In.A, B->Offset->bytes(), In.B);
    case Parting::By::OnlyInA:
      return fmt::format("only {} has {}", In.A, nameOf(*A));
    case Parting::By::OnlyInB:
      return fmt::format("only {} has {}", In.B, nameOf(*B));
    case Parting::By::Order:
      return fmt::format("where {} has {}, {} has {}", In.A, nameOf(*A), In.B, nameOf(*B));
    case Parting::By::RecordSize:
    case Parting::By::Target:
      break;
    }
    return "its fields are the same, so that its alignment or its padding is not";
  }

  static void addNotes(const Record &A, const Record &B, const Parting &Where, const Sides &In,
                       Finding &F) {
    if (const Field *There = Where.InA ? Where.InA : Where.InB; There && There->Pos.valid())
      F.Notes.push_back({There->Pos, fmt::format("{} is declared here", nameOf(*There))});
    if (breaksOneDefinition(A, B)) {
      F.Notes.push_back({B.Pos, "the other definition"});
      F.Notes.push_back({A.Pos,
                         "C++ wants one definition of a class in a program: inline functions "
                         "and vtables are taken from either; give one of them another name, "
                         "or an unnamed namespace"});
      return;
    }
    if (B.Pos.valid() && B.Pos.File != A.Pos.File)
      F.Notes.push_back({B.Pos, fmt::format("as {} was compiled", In.B)});
    F.Notes.push_back({A.Pos, A.From.From != B.From.From
                                  ? "other macros or flags than the binary was built with, or the "
                                    "binary is older"
                                  : "macros or flags differ between the units: what one of them "
                                    "writes the other reads at another place"});
  }

  const Program &P;
  const RuleInfo &Info;
  FindingSink &Out;
  std::vector<Pair> Pairs;
  llvm::DenseSet<Str> Keys;
};

class LayoutDrift : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info{
        "layout-drift",
        "One definition of a record has two layouts: in two units, or in the source and in the "
        "binary.",
        Capability::BitFields};
    return Info;
  }

  void check(const Subject &S, FindingSink &Out) const override {
    Checker Check(S, info(), Out);
    Check.pairShipped();
    Check.pairUnits();
    Check.report();
  }
};

} // namespace

CACHELINT_DEFINE_RULE(LayoutDrift)

} // namespace cachelint::rules
