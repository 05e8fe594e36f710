//===-- MissingGuard.cpp - missing-guard ---------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Lines that different threads write lie next to each other without a guard line, where the program
// guards others.

#include "rules/RuleList.h"
#include "tool/model/Elements.h"
#include "tool/model/LayoutIntent.h"
#include "tool/model/Reorder.h"
#include "tool/model/Sides.h"
#include "tool/model/Wording.h"

#include "fmt/format.h"

#include <set>

namespace cachelint::rules {
namespace {

using namespace model;

/// A place where the program itself keeps a line empty; without one it does not care for what the
/// processor fetches ahead, or is for processors that do not.
struct Example {
  const Record *R = nullptr;
  const Field *Guard = nullptr;
};

Example guardOf(const Program &P, Bits Line) {
  for (const Record &R : P.Records)
    if (!R.is(RecordFlag::SystemHeader))
      for (const Field &F : R.Fields)
        if (isGuard(F, Line))
          return {&R, &F};
  return {};
}

bool isX86(const Program &P) {
  return llvm::any_of(P.Units, [](const Origin &O) { return O.Target.starts_with("x86_64"); });
}

class Checker {
public:
  Checker(const Subject &S, const RuleInfo &Info, FindingSink &Out)
      : P(S.Program), Line(S.Options.LineSize), Info(Info), Out(Out), Threads(S.Program),
        Guarded(guardOf(S.Program, Line)) {
    Speaks = Guarded.R || (S.Options.Pedantic && isX86(P));
  }

  void run() {
    if (!Speaks || P.SingleThreaded)
      return;
    for (const ArrayFacts &A : P.Arrays)
      if (A.Storage != StorageKind::ThreadLocal && A.Storage != StorageKind::PerCpu &&
          A.Storage != StorageKind::Automatic)
        checkArray(A);
    std::set<Str> Keys;
    for (const Record &R : P.Records)
      if (Keys.insert(R.Key).second && !R.is(RecordFlag::SystemHeader))
        checkRecord(R);
  }

private:
  Finding findingOn(SourcePos Pos, const Record *R) const {
    Finding F;
    F.Rule = Info.Id.str();
    // How much it costs depends on the processor, and only whoever runs it can measure that.
    F.Level = Severity::Note;
    F.Sure = Guarded.R ? Confidence::Medium : Confidence::Low;
    F.Pos = Pos;
    if (R) {
      F.Record = R->Name.str();
      F.RecordKey = R->Key;
    }
    return F;
  }

  void addExample(Finding &F) const {
    if (Guarded.R)
      F.Notes.push_back({Guarded.Guard->Pos.valid() ? Guarded.Guard->Pos : Guarded.R->Pos,
                         fmt::format("'{}' has a guard line", Guarded.R->Name.str())});
  }

  /// Elements that have lines of their own, and no line between them.
  void checkArray(const ArrayFacts &A) {
    const ThreadUse Use = threadUseOf(P, A);
    const ArrayPlacement Place = placementOf(P, A, Line);
    if (Use.Writes.empty() || Use.Best->Thread < ThreadIndex::ByName || Use.Touched.empty() ||
        !(A.Stride % Line).isZero() || A.Stride.isZero() || (A.Extent && *A.Extent < 2) ||
        !sharingOf(Place, Use.Written, Use.Touched).never())
      return;
    // The processors that fetch pairs of lines fetch those of an even and the next odd number.
    const Bits Pair = Line * 2;
    if (Place.BaseAlign >= Pair && (A.Stride % Pair).isZero())
      return;
    const uint64_t L = Line.bytes();
    const uint64_t LastOwn = (Use.Touched.End - 1) / L;
    const uint64_t FirstNext = (A.Stride.bytes() + Use.Touched.Begin) / L;
    if (FirstNext > LastOwn + 1)
      return;
    const Record *R = A.ElementRecord.empty() ? nullptr : P.findRecord(A.ElementRecord);
    Finding F = findingOn(A.Pos, R);
    F.Variable = A.Name.str();
    F.VariableKey = A.VariableKey;
    F.Bytes = {Use.Written.Begin, Use.Written.End};
    F.Identity = A.Key.str();
    F.Message = fmt::format("threads write their own elements of '{}', and the line behind one's "
                            "is the next one's: a processor that fetches the next line, too, takes "
                            "it away (index: {})",
                            F.Variable, Use.Best->How);
    for (const ElementAccess *E : Use.Writes)
      F.Sites.push_back(E->A->Pos);
    F.Notes.push_back({Use.Writes.front()->A->Pos, "written here"});
    addExample(F);
    if (R)
      F.Notes.push_back({R->Pos, fmt::format("end '{}' with an empty line, or align it to {} bytes",
                                             F.Record, Pair.bytes())});
    Out.add(std::move(F));
  }

  struct LineUse {
    const PlacedField *First = nullptr;   ///< aligned to the line: somebody wants it apart
    const PlacedField *Written = nullptr; ///< the first that threads write
    std::vector<Str> Writers;
  };

  /// A library's functions stand for themselves, and one thread may well call all of them.
  bool isWrittenByRoot(const SideUse &Use) const {
    return llvm::any_of(Use.Writers, [&](Str Writer) {
      return llvm::any_of(P.Roots, [&](const ThreadRoot &R) { return R.Function == Writer; });
    });
  }

  std::vector<LineUse> linesOf(const Record &R, const RecordLayout &Layout) const {
    std::vector<LineUse> Lines(Layout.Lines);
    for (const PlacedField &F : Layout.Fields) {
      if (F.FirstLine >= Lines.size() || F.Extent.isZero())
        continue;
      LineUse &L = Lines[F.FirstLine];
      if (!L.First && (F.Offset % Line).isZero() && alignOf(*F.F) >= Line &&
          alignOf(*F.F) < Line * 2)
        L.First = &F;
      const SideUse *Use = F.F->Name.empty() ? nullptr : Threads.ofField(R.Key, F.F->Name);
      if (!Use || !isWrittenByRoot(*Use))
        continue;
      L.Written = L.Written ? L.Written : &F;
      L.Writers.insert(L.Writers.end(), Use->Writers.begin(), Use->Writers.end());
    }
    for (LineUse &L : Lines) {
      llvm::sort(L.Writers);
      L.Writers.erase(std::unique(L.Writers.begin(), L.Writers.end()), L.Writers.end());
    }
    return Lines;
  }

  /// Fields that are aligned to be apart, written by different threads, on lines that adjoin.
  void checkRecord(const Record &R) {
    if (!R.Align || *R.Align < Line || *R.Align >= Line * 2)
      return;
    auto Layout = layoutOf(R, {Line, Bits()});
    if (!Layout || Layout->Lines < 2)
      return;
    const std::vector<LineUse> Lines = linesOf(R, *Layout);
    for (size_t I = 0; I + 1 < Lines.size(); ++I) {
      const LineUse &A = Lines[I], &B = Lines[I + 1];
      if (!A.First || !B.First || !A.Written || !B.Written || !disjoint(A.Writers, B.Writers))
        continue;
      Finding F = findingOn(A.Written->F->Pos, &R);
      F.Field = A.Written->F->Name.str() + ", " + B.Written->F->Name.str();
      F.Identity = F.Field;
      F.Message = fmt::format("'{}' and '{}' of '{}' are written by different threads and lie on "
                              "lines next to each other: a processor that fetches the next line, "
                              "too, takes it away",
                              A.Written->F->Name.str(), B.Written->F->Name.str(), F.Record);
      F.Notes.push_back(
          {B.Written->F->Pos,
           fmt::format("'{}' is {} behind it", B.Written->F->Name.str(),
                       counted((B.Written->Offset - A.Written->Offset).bytes(), "byte"))});
      addExample(F);
      Out.add(std::move(F));
      return;
    }
  }

  const Program &P;
  const Bits Line;
  const RuleInfo &Info;
  FindingSink &Out;
  Sides Threads;
  Example Guarded;
  bool Speaks = false;
};

class MissingGuard : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info{"missing-guard",
                               "Lines that different threads write lie next to each other without "
                               "a guard line, where the program guards others.",
                               Capability::AccessSites | Capability::Alignment};
    return Info;
  }

  void check(const Subject &S, FindingSink &Out) const override { Checker(S, info(), Out).run(); }
};

} // namespace

CACHELINT_DEFINE_RULE(MissingGuard)

} // namespace cachelint::rules
