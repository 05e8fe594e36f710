//===-- UnderAlignedAllocation.cpp - under-aligned-allocation ------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// An over-aligned type, or one that is padded to lines of its own, comes from an allocator that
// promises less.

#include "rules/RuleList.h"
#include "tool/model/LayoutIntent.h"
#include "tool/model/Wording.h"

#include "fmt/format.h"

#include <map>

namespace cachelint::rules {
namespace {

using namespace model;

/// Blocks of one type that one function allocates.
struct Case {
  const Record *R = nullptr; ///< null: no record
  Bits Wanted;
  std::vector<const Allocation *> Sites; ///< by position
};

/// Every usual allocator promises this much on some machine; a type that wants more asks for it on
/// purpose.
constexpr Bits Usual = Bits::fromBytes(16);

/// The last pad before a line's end, where the record's own alignment does not say that it starts
/// on one: its members have lines of their own by arithmetic alone.
const Field *padToLine(const Record &R, Bits Line) {
  if (!R.Size || !R.Align || *R.Align >= Line || *R.Size < Line)
    return nullptr;
  for (const Field &F : R.Fields)
    if (isPad(F) && F.Offset && F.Type.Size && *F.Type.Size > Usual &&
        F.Type.is(TypeTrait::CharLike) && ((*F.Offset + *F.Type.Size) % Line).isZero())
      return &F;
  return nullptr;
}

/// new, containers and make_shared, which know the type since C++17.
bool dependsOnStandard(const Allocation &A) {
  return A.Callee.empty() && (A.Api.starts_with("new") || A.Api.starts_with("std::")) &&
         A.Api != "std::malloc" && A.Api != "std::calloc";
}

std::string promiseOf(const Allocation &A) {
  std::string Api = A.Api.str();
  if (A.Api.starts_with("new") && !A.Callee.empty())
    return fmt::format("the 'operator {}' of the program promises {}", Api,
                       counted(A.Alignment->bytes(), "byte"));
  if (dependsOnStandard(A))
    return fmt::format("before C++17 '{}' aligns to {} at most", Api,
                       counted(A.Alignment->bytes(), "byte"));
  return fmt::format("'{}' promises {}", Api, counted(A.Alignment->bytes(), "byte"));
}

std::string repairOf(const Allocation &A, Bits Wanted) {
  const uint64_t Bytes = Wanted.bytes();
  if (A.Api.starts_with("operator new"))
    return fmt::format("hand it the alignment, too: std::align_val_t({})", Bytes);
  if (dependsOnStandard(A))
    return "build as C++17 or with -faligned-new, or take the block from an allocator that aligns";
  return fmt::format("take the block from an allocator that aligns to {}, and free it accordingly",
                     Bytes);
}

class UnderAlignedAllocation : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info{"under-aligned-allocation",
                               "An over-aligned type, or one that is padded to lines of its own, "
                               "comes from an allocator that promises less.",
                               Capability::AccessSites | Capability::Alignment};
    return Info;
  }

  void check(const Subject &S, FindingSink &Out) const override {
    const Bits Line = S.Options.LineSize;
    RecordUses Uses(S.Program);
    std::map<std::pair<std::string, std::string>, Case> Cases, Padded;
    for (const Allocation &A : S.Program.Allocations) {
      // Per-CPU areas are percpu-unaligned's.
      if (!A.Alignment || A.PerCpu || A.Element.Spelling.empty())
        continue;
      const Record *R = A.Element.Record.empty() || A.Element.is(TypeTrait::Pointer)
                            ? nullptr
                            : S.Program.findRecord(A.Element.Record);
      Bits Wanted = A.Element.Align.value_or(Bits());
      const bool IsPadded = Wanted <= *A.Alignment;
      if (IsPadded) {
        if (!R || isLayoutFixed(*R, Uses) || *A.Alignment >= Line || S.Program.SingleThreaded ||
            !padToLine(*R, Line))
          continue;
        Wanted = Line;
      } else if (Wanted <= Usual) {
        continue;
      }
      Case &C = (IsPadded ? Padded : Cases)[{A.Element.Record.empty() ? A.Element.Spelling.str()
                                                                      : A.Element.Record.str(),
                                             A.Function.str()}];
      C.R = R;
      C.Wanted = Wanted;
      C.Sites.push_back(&A);
    }
    for (const auto &[Key, C] : Cases)
      Out.add(overAligned(S, C));
    for (const auto &[Key, C] : Padded)
      Out.add(padded(S, C));
  }

private:
  Finding findingOn(const Subject &S, const Case &C) const {
    const Allocation &A = *C.Sites.front();
    Finding F;
    F.Rule = info().Id.str();
    F.Pos = A.Pos;
    F.Record = C.R ? C.R->Name.str() : A.Element.Spelling.str();
    if (C.R)
      F.RecordKey = C.R->Key;
    F.Identity = A.Api.str();
    if (const Function *In = S.Program.findFunction(A.Function))
      F.Identity += " in " + In->Name.str();
    return F;
  }

  Finding overAligned(const Subject &S, const Case &C) const {
    const Allocation &A = *C.Sites.front();
    Finding F = findingOn(S, C);
    F.Level = Severity::Warning;
    F.Sure = Confidence::High;
    F.Message = fmt::format("'{}' is aligned to {} bytes, but {}", F.Record, C.Wanted.bytes(),
                            promiseOf(A));
    F.Message += C.Wanted >= S.Options.LineSize
                     ? ": it may start anywhere in a line and share it with what lies beside it"
                     : ": instructions that rely on it fault";
    addNotes(C, F);
    return F;
  }

  Finding padded(const Subject &S, const Case &C) const {
    Finding F = findingOn(S, C);
    const Field *Pad = padToLine(*C.R, S.Options.LineSize);
    F.Level = Severity::Note;
    F.Sure = Confidence::Medium;
    F.Field = Pad->Name.str();
    F.Message =
        fmt::format("'{}' of '{}' pads to a multiple of {} bytes, but {}, so lines end elsewhere",
                    F.Field, F.Record, S.Options.LineSize.bytes(), promiseOf(*C.Sites.front()));
    F.Notes.push_back({Pad->Pos, "the pad keeps apart only what starts on a line"});
    addNotes(C, F);
    return F;
  }

  static void addNotes(const Case &C, Finding &F) {
    if (C.R)
      F.Notes.push_back({C.R->Pos, fmt::format("'{}' is declared here", F.Record)});
    for (size_t I = 1; I < std::min<size_t>(C.Sites.size(), 4); ++I)
      F.Notes.push_back({C.Sites[I]->Pos, "also here: " + promiseOf(*C.Sites[I])});
    F.Notes.push_back({F.Pos, repairOf(*C.Sites.front(), C.Wanted)});
  }
};

} // namespace

CACHELINT_DEFINE_RULE(UnderAlignedAllocation)

} // namespace cachelint::rules
