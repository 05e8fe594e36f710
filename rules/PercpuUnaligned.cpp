//===-- PercpuUnaligned.cpp - percpu-unaligned ---------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Per-CPU objects are allocated with an alignment that lets them lie over two lines or beside
// others that another CPU reaches.

#include "rules/PercpuChecks.h"
#include "rules/RuleList.h"
#include "tool/model/Elements.h"
#include "tool/model/Wording.h"

#include "fmt/format.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"

#include <set>

namespace cachelint::rules {
namespace {

using namespace model;

/// What the program does to per-CPU objects of one type, or to one variable.
struct CpuUse {
  const Access *Own = nullptr;    ///< the first write by the CPU itself
  bool OwnHot = false;            ///< some such write is done again and again
  const Access *Remote = nullptr; ///< the first write by any CPU that is no set-up
  bool RemoteHot = false;
};

void add(CpuUse &Use, const Program &P, const Access &A) {
  if (A.Kind == AccessKind::Read || A.Often.Cold)
    return;
  if (const FunctionContext *C = P.contextOf(A.Function); C && C->Cold)
    return;
  const Access *&First = A.OtherCpu ? Use.Remote : Use.Own;
  First = First ? First : &A;
  (A.OtherCpu ? Use.RemoteHot : Use.OwnHot) |= isHot(P, A);
}

class Checker {
public:
  Checker(const Subject &S, const RuleInfo &Info, FindingSink &Out)
      : P(S.Program), Line(S.Options.LineSize), Info(Info), Out(Out) {
    for (const Access &A : P.Accesses) {
      if (A.Path.Root.K == Slot::Kind::Global)
        add(Variables[A.Path.Root.Owner], P, A);
      for (const PathStep &Step : A.Path.Steps)
        if (const auto *F = std::get_if<FieldStep>(&Step))
          add(Records[F->Record], P, A);
    }
  }

  void run() {
    std::set<std::pair<Str, Str>> Said; // one finding for a type in a function
    for (const Allocation &A : P.Allocations)
      if (A.PerCpu && Said.insert({A.Element.Record, A.Function}).second)
        checkBlock(A);
    for (const Variable &V : P.Variables)
      if (V.Storage == StorageKind::PerCpu)
        checkVariable(V);
  }

private:
  Finding findingOn(SourcePos Pos) const {
    Finding F;
    F.Rule = Info.Id.str();
    F.Weight = Line.bytes(); // for each CPU, and how many there are is not known
    F.Level = Severity::Note;
    F.Sure = Confidence::Medium;
    F.Pos = Pos;
    return F;
  }

  std::string functionOf(const Access &A) const {
    const Function *F = P.findFunction(A.Function);
    return F ? fmt::format(" in '{}'", F->Name.str()) : std::string();
  }

  void addPlaces(const CpuUse &Use, Finding &F) const {
    if (Use.Own)
      F.Notes.push_back({Use.Own->Pos, "its own CPU writes it here" + functionOf(*Use.Own)});
    if (Use.Remote)
      F.Notes.push_back({Use.Remote->Pos, "any CPU may write it here" + functionOf(*Use.Remote)});
    for (const Access *A : {Use.Own, Use.Remote})
      if (A)
        F.Sites.push_back(A->Pos);
  }

  /// Another CPU writes it while its own one does, and nothing keeps it from sharing a line.
  bool isReached(const CpuUse &Use) const { return Use.Remote && Use.Own; }

  void reached(const CpuUse &Use, const std::string &Name, Bits Size, Bits Align, Finding F) const {
    const bool Often = Use.OwnHot && Use.RemoteHot;
    F.Level = Often ? Severity::Warning : Severity::Note;
    F.Message = fmt::format("per-CPU '{}' ({}, aligned to {}) shares lines with other objects of "
                            "its CPU, and other CPUs write it{}",
                            Name, counted(Size.bytes(), "byte"), Align.bytes(),
                            Often ? " again and again" : "");
    addPlaces(Use, F);
    F.Notes.push_back({F.Pos, fmt::format("align it to a line of {} bytes", Line.bytes())});
    Out.add(std::move(F));
  }

  void checkBlock(const Allocation &A) {
    const std::optional<Bits> Size = A.Element.Size;
    const std::optional<Bits> Align = A.Alignment ? A.Alignment : A.Element.Align;
    if (!Size || !Align || Size->isZero() || *Align >= Line)
      return;
    const Record *R = A.Element.Record.empty() ? nullptr : P.findRecord(A.Element.Record);
    Finding F = findingOn(A.Pos);
    if (R) {
      F.Record = R->Name.str();
      F.RecordKey = R->Key;
    }
    const std::string Name = R ? F.Record : A.Element.Spelling.str();
    F.Identity = A.Api.str() + " " + Name;
    const CpuUse Use = R ? Records.lookup(R->Key) : CpuUse();
    if (isReached(Use))
      return reached(Use, Name, *Size, *Align, std::move(F));
    // One word lies on one line anyway, and what is larger than a line cannot.
    const Bits Whole = Bits::fromBytes(llvm::PowerOf2Ceil(Size->bytesCeil()));
    if (!Use.Own || *Size > Line || *Align >= Whole)
      return;
    F.Message = fmt::format("per-CPU '{}' ({}) is allocated with an alignment of {}, so copies may "
                            "lie over two lines, and each update touches both",
                            Name, counted(Size->bytes(), "byte"), Align->bytes());
    addPlaces(Use, F);
    F.Notes.push_back({R->Pos, fmt::format("aligned to {} bytes it always lies on one",
                                           std::min(Whole, Line).bytes())});
    Out.add(std::move(F));
  }

  void checkVariable(const Variable &V) {
    if (!V.Type.Size || V.Type.Size->isZero() || !isReached(Variables.lookup(V.Key)))
      return;
    const Bits Align =
        std::max(V.DeclaredAlign.value_or(Bits()), V.Type.Align.value_or(Bits::fromBytes(1)));
    // The macros that align one say so by the section, too.
    if (Align >= Line || V.Section.contains("aligned"))
      return;
    Finding F = findingOn(V.Pos);
    F.Variable = V.Name.str();
    F.VariableKey = V.Key;
    reached(Variables.lookup(V.Key), F.Variable, *V.Type.Size, Align, std::move(F));
  }

  const Program &P;
  const Bits Line;
  const RuleInfo &Info;
  FindingSink &Out;
  llvm::DenseMap<Str, CpuUse> Records, Variables;
};

class PercpuUnaligned : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info{"percpu-unaligned",
                               "Per-CPU objects are allocated with an alignment that lets them lie "
                               "over two lines or beside others that another CPU reaches.",
                               Capability::None,
                               Capability::AccessSites | Capability::Addresses |
                                   Capability::AtomicTypes};
    return Info;
  }

  void check(const Subject &S, FindingSink &Out) const override {
    if (covers(S.Program.Can, Capability::AccessSites))
      Checker(S, info(), Out).run();
    else
      checkPercpuLines(S, info(), Out);
  }
};

} // namespace

CACHELINT_DEFINE_RULE(PercpuUnaligned)

} // namespace cachelint::rules
