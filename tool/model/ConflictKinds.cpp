//===-- ConflictKinds.cpp ------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/ConflictKinds.h"

#include "tool/model/Layout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace cachelint::model {

/// Words of a name: "writePos_" is "write", "pos".
static std::vector<std::string> wordsOf(Str Name) {
  std::vector<std::string> Words(1);
  for (size_t I = 0; I != Name.size(); ++I) {
    bool Starts = llvm::isUpper(Name[I]) && I != 0 && llvm::isLower(Name[I - 1]);
    if (!llvm::isAlnum(Name[I]) || Starts)
      Words.emplace_back();
    if (llvm::isAlnum(Name[I]))
      Words.back() += llvm::toLower(Name[I]);
  }
  return Words;
}

bool nameQueueEnds(Str A, Str B) {
  static const std::pair<const char *, const char *> Ends[] = {
      {"head", "tail"},     {"prod", "cons"}, {"producer", "consumer"}, {"write", "read"},
      {"writer", "reader"}, {"wr", "rd"},     {"put", "get"},           {"in", "out"},
      {"front", "back"},    {"push", "pop"},  {"enqueue", "dequeue"},   {"enq", "deq"},
      {"first", "last"},    {"tx", "rx"},     {"pidx", "cidx"},         {"widx", "ridx"}};
  std::vector<std::string> InA = wordsOf(A), InB = wordsOf(B);
  return llvm::any_of(Ends, [&](const auto &End) {
    return (llvm::is_contained(InA, End.first) && llvm::is_contained(InB, End.second)) ||
           (llvm::is_contained(InA, End.second) && llvm::is_contained(InB, End.first));
  });
}

static bool isPosition(const FieldSummary &F) {
  return !F.Lock && !F.RefCount && !has(F.F->Traits, TypeTrait::Pointer) &&
         !has(F.F->Traits, TypeTrait::Record) && !F.Writers.empty();
}

/// A thread that writes \p Own reads \p Other, as a queue's side must to know where the other is.
static bool looksAt(const FieldSummary &Own, const FieldSummary &Other) {
  return llvm::any_of(Other.Uses, [&](const FunctionUse &U) {
    return !U.Writes && llvm::any_of(U.Sides, [&](const ThreadSide &S) {
      return std::binary_search(Own.Writers.begin(), Own.Writers.end(), S.Function);
    });
  });
}

static bool areQueueEnds(const FieldSummary &A, const FieldSummary &B) {
  if (!isPosition(A) || !isPosition(B) || !disjoint(A.Writers, B.Writers))
    return false;
  return (looksAt(A, B) && looksAt(B, A)) ||
         nameQueueEnds(A.F->Chain.back().Name, B.F->Chain.back().Name);
}

/// All that threads write of it they write while they hold a lock of the line.
static bool isGuarded(const FieldSummary &F, const LineConflict &C) {
  return llvm::all_of(F.Uses, [&](const FunctionUse &U) {
    return !U.Writes || llvm::any_of(C.Fields, [&](const FieldSummary &Lock) {
      return Lock.Lock && llvm::is_contained(U.Locks, Lock.slot());
    });
  });
}

/// Somebody wrote the alignment of this very line on its first field.
static bool isAlignedByHand(const LineConflict &C, Bits LineSize) {
  if (!C.BaseKnown)
    return false;
  for (const Field &F : C.R->Fields)
    if (F.Offset && F.DeclaredAlign && *F.DeclaredAlign >= LineSize &&
        lineOf(C.Start + *F.Offset, {LineSize, {}}) == C.Line)
      return true;
  return false;
}

ConflictKind kindOf(const LineConflict &C, Bits LineSize) {
  for (unsigned A : C.Written)
    for (unsigned B : C.Disturbed)
      if (areQueueEnds(C.Fields[A], C.Fields[B]))
        return ConflictKind::ProducerConsumer;
  auto IsLock = [&](unsigned I) {
    const FieldSummary &F = C.Fields[I];
    return F.Lock || F.RefCount || (!F.Writers.empty() && isGuarded(F, C));
  };
  bool AnyLock =
      llvm::any_of(C.Written, [&](unsigned I) { return C.Fields[I].Lock || C.Fields[I].RefCount; });
  // In two lists that name each other, it is enough when one side of each pair is a lock's.
  bool Pairwise = llvm::all_of(C.Written, [&](unsigned I) {
    return IsLock(I) ||
           (llvm::is_contained(C.Disturbed, I) && llvm::all_of(C.Written, [&](unsigned J) {
              return I == J || IsLock(J) || !disjoint(C.Fields[I].Writers, C.Fields[J].Writers);
            }));
  });
  if (AnyLock && Pairwise)
    return ConflictKind::LockNeighbor;
  return isAlignedByHand(C, LineSize) ? ConflictKind::PartialAlign : ConflictKind::HotColdMix;
}

} // namespace cachelint::model
