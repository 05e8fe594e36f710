//===-- SparseWalk.cpp - sparse-walk -------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// A loop over elements uses a few bytes of each, which lie on more lines than would hold them.

#include "rules/RuleList.h"
#include "tool/model/LayoutIntent.h"
#include "tool/model/Wording.h"
#include "tool/support/NameSet.h"

#include "fmt/format.h"
#include "llvm/ADT/DenseSet.h"

#include <map>
#include <set>

namespace cachelint::rules {
namespace {

using namespace model;

/// Below this a walk is over before anybody waits for memory.
constexpr uint64_t FewElements = 128;

/// Bytes of an element that the walk uses, each once.
uint64_t bytesOf(const Walk &W) {
  std::map<uint64_t, uint64_t> Ends; // bits, by begin
  for (const Walk::Touch &T : W.Touches) {
    uint64_t &End = Ends[T.Offset.bits()];
    End = std::max(End, (T.Offset + T.Size).bits());
  }
  uint64_t Total = 0, Seen = 0;
  for (auto [Begin, End] : Ends) {
    Total += End > std::max(Begin, Seen) ? End - std::max(Begin, Seen) : 0;
    Seen = std::max(Seen, End);
  }
  return (Total + 7) / 8;
}

std::set<uint64_t> linesAt(const Walk &W, const LineGeometry &G) {
  std::set<uint64_t> Lines;
  for (const Walk::Touch &T : W.Touches)
    if (!T.Size.isZero()) {
      LineSpan Span = lineSpanOf(T.Offset, T.Size, G);
      for (uint64_t L = Span.First; L <= Span.Last; ++L)
        Lines.insert(L);
    }
  return Lines;
}

/// The place in a line, of all where an element may start, at which the walk needs fewest lines.
LineGeometry bestPlace(const Walk &W, Bits Align, Bits Line) {
  LineGeometry Best{Line, Bits()};
  for (Bits At = Align; !At.isZero() && At < Line; At += Align)
    if (linesAt(W, {Line, At}).size() < linesAt(W, Best).size())
      Best.BaseOffset = At;
  return Best;
}

/// What is walked over in numbers and often enough to matter. Most lists and tables of a program
/// are short: drivers, ports, options.
class Worth {
public:
  Worth(const Program &P, Bits Line) : P(P), Line(Line) {
    for (const Allocation &A : P.Allocations) {
      const FunctionContext *C = P.contextOf(A.Function);
      if (A.Element.Record.empty() || A.Element.is(TypeTrait::Pointer))
        continue;
      if (!A.Count || *A.Count >= FewElements)
        Rows.insert(A.Element.Record);
      // What a library is asked to make, its users may make once.
      if (C && C->Repeated && !C->Assumed && !C->Cold)
        Made.insert(A.Element.Record);
    }
  }

  bool of(const Walk &W, const Record &R) const {
    if (W.Extent && *W.Extent < FewElements)
      return false;
    // Nobody aligns to lines what there are few of.
    const bool Aligned = R.Align && *R.Align >= Line;
    const bool IsChain = W.How == Walk::Along::List && W.Stride;
    if (W.How == Walk::Along::List ? !IsChain && !Made.contains(R.Key)
                                   : !W.Extent && !Aligned && !Rows.contains(R.Key))
      return false;
    const FunctionContext *C = P.contextOf(W.Function);
    return P.SingleThreaded || Aligned || IsChain || (C && C->Repeated && !C->Waits);
  }

private:
  const Program &P;
  const Bits Line;
  /// Keys of records of which many are allocated in a row, and one by one in running threads.
  llvm::DenseSet<Str> Rows, Made;
};

/// The record of that name is the one that is walked over: two units may mean different ones.
bool isSame(const Walk &W, const Record &R) {
  return (W.How == Walk::Along::List || W.Stride == R.Size) &&
         llvm::all_of(W.Touches,
                      [&](const Walk::Touch &T) { return T.Offset + T.Size <= *R.Size; });
}

bool isSearch(const Walk &W) {
  return llvm::any_of(W.Touches, [](const Walk::Touch &T) { return !T.Write; });
}

bool isCold(const Program &P, const NameSet &ColdNames, const Walk &W) {
  const Function *F = P.findFunction(W.Function);
  if (W.Often.Cold || !F || F->Cold || F->IsMain || ColdNames.matchesFunction(F->Name))
    return true;
  // Where no thread is ever started, everything runs before the first one.
  const FunctionContext *C = P.contextOf(W.Function);
  return C && C->Cold && !P.SingleThreaded;
}

std::string whereText(const Walk &W) {
  return W.How == Walk::Along::List ? fmt::format("along the list '{}'", W.Name.str())
                                    : fmt::format("over '{}'", W.Name.str());
}

class SparseWalk : public Rule {
public:
  const RuleInfo &info() const override {
    static const RuleInfo Info{"sparse-walk",
                               "A loop over elements uses a few bytes of each, which lie on more "
                               "lines than would hold them.",
                               Capability::AccessSites};
    return Info;
  }

  void check(const Subject &S, FindingSink &Out) const override {
    const Bits Line = S.Options.LineSize;
    RecordUses Uses(S.Program);
    const Worth Pays(S.Program, Line);
    const NameSet ColdNames(S.Words.ColdFunctions);
    std::set<std::pair<Str, Str>> Said; // one finding for a record in a function
    for (const Walk &W : S.Program.Walks) {
      const Record *R = S.Program.findRecord(W.Record);
      if (!R || !R->Size || !isSame(W, *R) || !W.Complete || W.Calls || !isSearch(W) ||
          isCold(S.Program, ColdNames, W) || !Pays.of(W, *R) || isLayoutFixed(*R, Uses) ||
          hasChosenPlaces(*R, Line))
        continue;
      if (Said.contains({W.Record, W.Function}))
        continue;
      std::optional<Finding> F = spread(S, W, *R);
      if (!F)
        F = lonely(S, W, *R);
      if (!F)
        continue;
      Said.insert({W.Record, W.Function});
      Out.add(std::move(*F));
    }
  }

private:
  Finding findingOn(const Subject &S, const Walk &W, const Record &R) const {
    Finding F;
    F.Rule = info().Id.str();
    F.Level = Severity::Note;
    F.Sure = Confidence::Medium;
    F.Pos = W.Pos;
    F.Record = R.Name.str();
    F.RecordKey = R.Key;
    std::vector<std::string> Fields;
    for (const Walk::Touch &T : W.Touches) {
      addOnce(Fields, T.Path.str());
      F.Sites.push_back(T.Pos);
    }
    for (const std::string &Each : Fields)
      F.Field += (F.Field.empty() ? "" : ", ") + Each;
    if (const Function *In = S.Program.findFunction(W.Function))
      F.Identity = In->Name.str();
    return F;
  }

  static std::vector<std::string> pathsOf(const Walk &W) {
    std::vector<std::string> Paths;
    for (const Walk::Touch &T : W.Touches)
      addOnce(Paths, T.Path.str());
    return Paths;
  }

  /// The fields would fit into one line, and do not lie on one wherever the element starts.
  std::optional<Finding> spread(const Subject &S, const Walk &W, const Record &R) const {
    const Bits Line = S.Options.LineSize;
    const uint64_t Bytes = bytesOf(W);
    const LineGeometry Best = bestPlace(W, R.Align.value_or(Bits::fromBytes(1)), Line);
    const uint64_t Lines = linesAt(W, Best).size();
    if (Bytes > Line.bytes() || Lines < 2)
      return std::nullopt;
    Finding F = findingOn(S, W, R);
    F.Message = fmt::format("the loop {} uses {} of each '{}' ({} bytes), which would fit into one "
                            "line but lie on {}: {}",
                            whereText(W), counted(Bytes, "byte"), F.Record, R.Size->bytes(), Lines,
                            quotedList(pathsOf(W)));
    for (const Walk::Touch &T : W.Touches)
      if (F.Notes.size() < 4)
        F.Notes.push_back(
            {T.Pos, fmt::format("'{}' is at offset {}{}", T.Path.str(), T.Offset.bytes(),
                                T.Sometimes ? ", used in some rounds" : "")});
    F.Notes.push_back({R.Pos, fmt::format("move them together in '{}'", F.Record)});
    return F;
  }

  /// A word of a large element in a long array: an array of its own would hold many in each line.
  std::optional<Finding> lonely(const Subject &S, const Walk &W, const Record &R) const {
    const Bits Line = S.Options.LineSize;
    const uint64_t Bytes = bytesOf(W);
    constexpr uint64_t Many = 1024;
    // A line of its own for each element may be just what was wanted.
    if (W.How != Walk::Along::Array || !W.Extent || *W.Extent < Many || R.Align >= Line ||
        Bytes * 8 > Line.bytes() || *R.Size < Line * 2)
      return std::nullopt;
    Finding F = findingOn(S, W, R);
    F.Sure = Confidence::Low;
    F.Message = fmt::format("the loop {} uses {} of each '{}' ({} bytes), so each of {} rounds "
                            "needs a line of its own: {}",
                            whereText(W), counted(Bytes, "byte"), F.Record, R.Size->bytes(),
                            *W.Extent, quotedList(pathsOf(W)));
    F.Notes.push_back({R.Pos, fmt::format("in an array of its own, {} of them would share a line",
                                          Line.bytes() / std::max<uint64_t>(Bytes, 1))});
    return F;
  }
};

} // namespace

CACHELINT_DEFINE_RULE(SparseWalk)

} // namespace cachelint::rules
