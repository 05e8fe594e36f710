//===-- LineConflicts.cpp ------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/LineConflicts.h"

#include "tool/model/ConflictKinds.h"
#include "tool/model/Layout.h"
#include "tool/model/LayoutIntent.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

namespace cachelint::model {

static std::vector<Slot> locksAt(const Program &P, const Access &A) {
  std::vector<Slot> All(A.Locks.begin(), A.Locks.end());
  if (const FunctionContext *C = P.contextOf(A.Function))
    All.insert(All.end(), C->Locks.begin(), C->Locks.end());
  llvm::sort(All);
  All.erase(std::unique(All.begin(), All.end()), All.end());
  return All;
}

static bool namesCount(Str Name) {
  return Name.contains_insensitive("ref") || Name.contains_insensitive("usecnt") ||
         Name.contains_insensitive("use_count");
}

static constexpr size_t MaxFunctions = 128;

FieldSummary summarize(const Program &P, const FieldTraffic &F) {
  FieldSummary S;
  S.F = &F;
  S.Lock = has(F.Traits, TypeTrait::Lock);
  std::map<std::tuple<Str, bool, std::vector<Slot>>, size_t> Known;
  for (const FieldUse &Use : F.Uses) {
    const Access &A = *Use.A;
    bool Updates = A.Atomic && A.Kind == AccessKind::ReadModifyWrite;
    S.Lock |= A.LockOperation;
    S.Contended |= Updates || A.LockOperation;
    S.RefCount |= Updates && !A.LockOperation && !F.Chain.empty() && namesCount(F.Path);
    std::vector<Slot> Locks = locksAt(P, A);
    if (Use.writes()) {
      S.AllAtomic &= A.Atomic || A.LockOperation;
      S.Guarded &= A.Atomic || A.LockOperation || !Locks.empty();
    }
    auto [It, IsNew] = Known.try_emplace({A.Function, Use.writes(), Locks}, S.Uses.size());
    if (IsNew) {
      std::vector<ThreadSide> Sides = sidesOf(P, A.Function);
      if (Use.writes())
        for (const ThreadSide &Side : Sides) {
          S.Writers.push_back(Side.Function);
          S.OneWriter &= !Side.Many;
        }
      S.Uses.push_back(
          {A.Function, std::move(Sides), std::move(Locks), Use.writes(), Use.Via, &A, 0});
    }
    FunctionUse &U = S.Uses[It->second];
    U.Via = std::max(U.Via, Use.Via);
    U.LoopDepth = std::max(U.LoopDepth, A.Often.LoopDepth);
    if (A.Pos < U.First->Pos)
      U.First = &A;
  }
  // Whoever uses a field in more functions than this is found among the first of them.
  if (S.Uses.size() > MaxFunctions)
    S.Uses.resize(MaxFunctions);
  llvm::sort(S.Writers);
  S.Writers.erase(std::unique(S.Writers.begin(), S.Writers.end()), S.Writers.end());
  S.OneWriter &= S.Writers.size() <= 1;
  return S;
}

const Field *LineConflict::memberOf(const FieldSummary &F) const {
  for (const FieldRef &Ref : F.F->Chain)
    if (Ref.Record == R->Key)
      for (const Field &Member : R->Fields)
        if (Member.Name == Ref.Name && Member.Offset && *Member.Offset + Start == Ref.Offset)
          return &Member;
  return nullptr;
}

namespace {

/// Looks for conflicts in one object.
class ConflictFinder {
public:
  ConflictFinder(const Program &P, Bits LineSize, const ObjectTraffic &O, const Record &Outer)
      : P(P), Line(LineSize), O(O), Outer(Outer) {
    const Variable *V = O.VariableKey.empty() ? nullptr : P.findVariable(O.VariableKey);
    Align = Outer.Align.value_or(Bits::fromBytes(1));
    if (V && V->DeclaredAlign && !V->Type.isArray())
      Align = std::max(Align, *V->DeclaredAlign);
    Align = std::min(Align, Line);
  }

  std::vector<LineConflict> run();

private:
  struct Pair {
    unsigned Writes, Suffers;
    Confidence Sure;
  };
  bool onOneLine(const FieldTraffic &A, const FieldTraffic &B) const;
  std::optional<Confidence> disturbs(const FieldSummary &W, const FieldSummary &X) const;
  std::optional<Confidence> disturbs(const FieldSummary &W, const FunctionUse &Writer,
                                     const FieldSummary &X, const FunctionUse &User) const;
  bool serialized(const FieldSummary &W, const FunctionUse &Writer, const FunctionUse &User) const;
  void findPairs();
  LineConflict conflictOf(uint64_t AtLine, const std::vector<Pair> &Of) const;
  void nameRecord(LineConflict &C) const;

  const Program &P;
  const Bits Line;
  const ObjectTraffic &O;
  const Record &Outer;
  Bits Align;
  std::vector<FieldSummary> Fields;
  std::map<uint64_t, std::vector<Pair>> ByLine;
};

/// Where the object's place in a line is not known, for at least half of the places.
bool ConflictFinder::onOneLine(const FieldTraffic &A, const FieldTraffic &B) const {
  uint64_t Shared = 0, Places = 0;
  for (Bits Base; Base < Line; Base += Align, ++Places) {
    LineGeometry G{Line, Base};
    LineSpan X = lineSpanOf(A.Begin, A.End - A.Begin, G),
             Y = lineSpanOf(B.Begin, B.End - B.Begin, G);
    Shared += X.First <= Y.Last && Y.First <= X.Last;
  }
  return 2 * Shared >= Places && Shared != 0;
}

/// Both hold one lock, or the lock itself is what is written.
bool ConflictFinder::serialized(const FieldSummary &W, const FunctionUse &Writer,
                                const FunctionUse &User) const {
  if (llvm::any_of(Writer.Locks, [&](const Slot &Lock) {
        return std::binary_search(User.Locks.begin(), User.Locks.end(), Lock);
      }))
    return true;
  // Who takes the lock in the same function has its line there anyway.
  return W.Lock && (std::binary_search(User.Locks.begin(), User.Locks.end(), W.slot()) ||
                    llvm::any_of(W.Uses, [&](const FunctionUse &U) {
                      return U.Writes && U.Function == User.Function;
                    }));
}

std::optional<Confidence> ConflictFinder::disturbs(const FieldSummary &W, const FunctionUse &Writer,
                                                   const FieldSummary &X,
                                                   const FunctionUse &User) const {
  if (!differentThreads(Writer.Sides, User.Sides) || serialized(W, Writer, User))
    return std::nullopt;
  Reach Least =
      O.Best == Reach::Any || O.Name.empty() ? Reach::Any : std::min(Writer.Via, User.Via);
  if (Least == Reach::Handed && disjoint(X.Writers, W.Writers) &&
      llvm::all_of(Writer.Sides, [&](const ThreadSide &A) {
        return llvm::all_of(User.Sides,
                            [&](const ThreadSide &B) { return A.Function == B.Function; });
      }))
    Least = Reach::Any;
  auto Assumed = [](const ThreadSide &S) { return S.Assumed; };
  bool Guess = llvm::all_of(Writer.Sides, Assumed) || llvm::all_of(User.Sides, Assumed);
  // Of objects that are known by their type only, and of threads nobody has seen, something must
  // say that several threads do use one: that it is locked or updated atomically.
  if ((Guess || Least == Reach::Any || Least == Reach::Some) && !(W.Contended && W.AllAtomic))
    return std::nullopt;
  if (Guess)
    return X.Writers.empty() ? std::optional(Confidence::Low) : std::nullopt;
  // What a dispatcher calls may be called seldom. An atomic word of a known object, which somebody
  // found worth the trouble, is changed often enough.
  auto Indirect = [this](const FunctionUse &U) {
    const FunctionContext *C = P.contextOf(U.Function);
    return C && C->Indirect;
  };
  const bool Busy = Least == Reach::One && W.Contended && W.AllAtomic && !W.Lock;
  if (!Busy && (Indirect(Writer) || Indirect(User)))
    return Confidence::Low;
  // Each thread may well have an object of its own; but who goes from one object to the next looks
  // at those of all others.
  if (Least == Reach::Any && User.First->Path.Root.K != Slot::Kind::Field)
    return Confidence::Low;
  return Least == Reach::One && Align == Line ? Confidence::High : Confidence::Medium;
}

std::optional<Confidence> ConflictFinder::disturbs(const FieldSummary &W,
                                                   const FieldSummary &X) const {
  std::optional<Confidence> Best;
  auto Credible = [](const FieldSummary &F) {
    return F.Writers.empty() || F.Guarded || F.OneWriter;
  };
  if (!disjoint(W.Writers, X.Writers) || !Credible(W) || !Credible(X))
    return Best;
  for (const FunctionUse &Writer : W.Uses)
    for (const FunctionUse &User : X.Uses)
      if (Writer.Writes)
        if (std::optional<Confidence> Sure = disturbs(W, Writer, X, User))
          Best = Best ? std::max(Best, Sure) : Sure;
  return Best;
}

void ConflictFinder::findPairs() {
  for (unsigned W = 0; W != Fields.size(); ++W) {
    if (Fields[W].Writers.empty())
      continue;
    for (unsigned X = 0; X != Fields.size(); ++X) {
      const FieldTraffic &A = *Fields[W].F, &B = *Fields[X].F;
      bool Overlap = A.Begin < B.End && B.Begin < A.End;
      if (W == X || Overlap || !onOneLine(A, B))
        continue;
      if (std::optional<Confidence> Sure = disturbs(Fields[W], Fields[X]))
        ByLine[std::max(A.Begin, B.Begin) / Line].push_back({W, X, *Sure});
    }
  }
}

/// The innermost record that all fields of the conflict are in.
void ConflictFinder::nameRecord(LineConflict &C) const {
  std::vector<const FieldTraffic *> All;
  for (unsigned I : C.Written)
    All.push_back(C.Fields[I].F);
  for (unsigned I : C.Disturbed)
    All.push_back(C.Fields[I].F);
  size_t Depth = 0;
  auto SameAt = [&](size_t At) {
    return llvm::all_of(All, [&](const FieldTraffic *F) {
      return F->Chain.size() > At + 1 && F->Chain[At].Name == All.front()->Chain[At].Name &&
             F->Chain[At].Offset == All.front()->Chain[At].Offset;
    });
  };
  while (SameAt(Depth))
    ++Depth;
  const FieldRef &Ref = All.front()->Chain[Depth];
  C.Start = Depth ? All.front()->Chain[Depth - 1].Offset : Bits();
  C.R = P.findRecord(Ref.Record);
}

LineConflict ConflictFinder::conflictOf(uint64_t AtLine, const std::vector<Pair> &Of) const {
  LineConflict C;
  C.Object = &O;
  C.Outer = &Outer;
  C.Line = AtLine;
  C.BaseKnown = Align == Line;
  for (const Pair &Each : Of)
    C.Sure = std::max(C.Sure, Each.Sure);
  std::map<unsigned, unsigned> Index; // of Fields: in C.Fields
  for (unsigned I = 0; I != Fields.size(); ++I) {
    LineSpan Span =
        lineSpanOf(Fields[I].F->Begin, Fields[I].F->End - Fields[I].F->Begin, {Line, {}});
    bool Named = llvm::any_of(
        Of, [&](const Pair &E) { return E.Sure == C.Sure && (E.Writes == I || E.Suffers == I); });
    if (!Named && (Span.First > AtLine || Span.Last < AtLine))
      continue;
    Index[I] = static_cast<unsigned>(C.Fields.size());
    C.Fields.push_back(Fields[I]);
  }
  for (const Pair &Each : Of) {
    if (Each.Sure != C.Sure)
      continue;
    for (auto [List, I] : {std::pair(&C.Written, Each.Writes), {&C.Disturbed, Each.Suffers}})
      if (!llvm::is_contained(*List, Index[I]))
        List->push_back(Index[I]);
  }
  llvm::sort(C.Written);
  llvm::sort(C.Disturbed);
  nameRecord(C);
  return C;
}

std::vector<LineConflict> ConflictFinder::run() {
  for (const FieldTraffic &F : O.Fields)
    if (!F.Chain.empty() && F.End > F.Begin)
      Fields.push_back(summarize(P, F));
  findPairs();
  std::vector<LineConflict> Out;
  for (const auto &[AtLine, Pairs] : ByLine) {
    LineConflict C = conflictOf(AtLine, Pairs);
    // Members of a union are other views of the same bytes, or never used together.
    if (!C.R || C.R->Kind == RecordKind::Union || C.R->is(RecordFlag::SystemHeader))
      continue;
    C.Kind = kindOf(C, Line);
    Out.push_back(std::move(C));
  }
  return Out;
}

} // namespace

std::vector<LineConflict> lineConflicts(const Program &P, Bits LineSize) {
  std::vector<LineConflict> Out;
  if (P.SingleThreaded)
    return Out;
  std::map<std::tuple<Str, uint64_t>, LineConflict> Best;
  auto Rank = [](const LineConflict &C) {
    return std::tuple(C.Sure, C.Object->Best, C.Written.size() + C.Disturbed.size());
  };
  for (const ObjectTraffic &O : P.Objects) {
    const Record *R = O.Record.empty() ? nullptr : P.findRecord(O.Record);
    if (!R || R->Kind == RecordKind::Union || !R->Size || R->is(RecordFlag::WireFormat) ||
        R->is(RecordFlag::Packed) || R->is(RecordFlag::SystemHeader))
      continue;
    for (LineConflict &C : ConflictFinder(P, LineSize, O, *R).run()) {
      std::tuple<Str, uint64_t> Key(C.R->Key,
                                    (C.Fields[C.Written.front()].F->Begin - C.Start) / LineSize);
      auto [It, IsNew] = Best.try_emplace(Key, C);
      if (!IsNew && Rank(C) > Rank(It->second))
        It->second = std::move(C);
    }
  }
  for (auto &Entry : Best)
    Out.push_back(std::move(Entry.second));
  return Out;
}

} // namespace cachelint::model
