//===-- MergeDeclarations.cpp ---------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// Every union here is the better of two whole values in a total order, or an "or", a minimum or a
// maximum of single ones: that is what makes the result independent of the order of the units.
//===----------------------------------------------------------------------===//
#include "tool/facts/MergeDeclarations.h"

#include "tool/facts/Content.h"
#include "tool/facts/RecordShape.h"

#include <algorithm>

namespace cachelint::facts {

using namespace model;

template <typename T> static void keepMaximum(std::optional<T> &A, const std::optional<T> &B) {
  if (!A || (B && *A < *B))
    A = B;
}
/// The first of two words in order, an empty one being none.
static void keepWord(Str &A, Str B) {
  if (A.empty() || (!B.empty() && B < A))
    A = B;
}

/// What units see differently.
static void uniteSeen(Record &A, const Record &B) {
  A.Flags |= B.Flags;
  keepMaximum(A.Align, B.Align);
  keepMaximum(A.DeclaredAlign, B.DeclaredAlign);
  auto Spelling = [](const Record &R) {
    return std::tuple(R.LineAlignSpelling.empty(), R.LineAlignSpelling, R.LineAlignIsKeyword);
  };
  if (Spelling(B) < Spelling(A)) {
    A.LineAlignSpelling = B.LineAlignSpelling;
    A.LineAlignIsKeyword = B.LineAlignIsKeyword;
  }
}

/// Smaller is better: front ends are listed from the one that knows most, and a known position is
/// better than none. The rest, without what is united anyway, decides between units that saw the
/// same.
static int compareWorth(const Record &A, const Record &B) {
  auto Worth = [](const Record &R) { return std::pair(R.From.From, !R.Pos.valid()); };
  if (Worth(A) != Worth(B))
    return Worth(A) < Worth(B) ? -1 : 1;
  auto Rest = [](const Record &R) {
    return std::tie(R.Pos, R.From.Input, R.From.Target, R.Name, R.Kind, R.Fields, R.AfterTag,
                    R.AfterBrace);
  };
  return detail::compareTuple(Rest(A), Rest(B));
}

static void uniteRecords(Record &A, Record &&B) {
  if (compareWorth(B, A) < 0)
    std::swap(A, B);
  A.From.Can = A.From.Can | B.From.Can;
  uniteSeen(A, B);
}

void RecordMerger::add(Record R) {
  llvm::SmallVector<uint32_t, 1> &SameKey = ByKey[R.Key];
  for (uint32_t I : SameKey)
    if (sameShape(Records[I], R)) {
      uniteRecords(Records[I], std::move(R));
      return;
    }
  SameKey.push_back(static_cast<uint32_t>(Records.size()));
  Records.push_back(std::move(R));
}

static RecordFlag without(RecordFlag Set, RecordFlag F) {
  return static_cast<RecordFlag>(static_cast<uint16_t>(Set) & ~static_cast<uint16_t>(F));
}

/// The complete record of [Begin, End) that an incomplete one can only be; null if there are none
/// or several.
template <typename Iterator>
static Record *completionOf(const Record &Incomplete, Iterator Begin, Iterator End) {
  Record *Found = nullptr;
  for (Iterator It = Begin; It != End; ++It) {
    if (It->is(RecordFlag::Incomplete) || !fitsShape(Incomplete, *It))
      continue;
    if (Found)
      return nullptr;
    Found = &*It;
  }
  return Found;
}

std::vector<Record> RecordMerger::take() {
  std::vector<Record> All = std::move(Records);
  *this = RecordMerger();
  std::sort(All.begin(), All.end(), compareByShape);
  std::vector<Record> Kept;
  for (auto Begin = All.begin(); Begin != All.end();) {
    auto End = std::find_if(Begin, All.end(), [&](const Record &R) { return R.Key != Begin->Key; });
    // Whoever is united below was complete before and stays so, hence the order does not matter.
    std::vector<bool> Gone(End - Begin);
    for (auto It = Begin; It != End; ++It) {
      Record *Whole = It->is(RecordFlag::Incomplete) ? completionOf(*It, Begin, End) : nullptr;
      if (!Whole)
        continue;
      It->Flags = without(It->Flags, RecordFlag::Incomplete);
      uniteSeen(*Whole, *It);
      Gone[It - Begin] = true;
    }
    for (auto It = Begin; It != End; ++It)
      if (!Gone[It - Begin])
        Kept.push_back(std::move(*It));
    Begin = End;
  }
  for (Record &R : Kept)
    // The source says whether there is a packed attribute; offsets only make one likely.
    if (R.From.From == FrontEnd::Ast)
      R.Flags = without(R.Flags, RecordFlag::PackedInferred);
  return Kept;
}

static int compareWorth(const Variable &A, const Variable &B) {
  auto Worth = [](const Variable &V) {
    return std::tuple(!V.Type.Size || V.Type.isFlexibleArray(), V.From.From, !V.Defined,
                      !V.Pos.valid());
  };
  if (Worth(A) != Worth(B))
    return Worth(A) < Worth(B) ? -1 : 1;
  auto Rest = [](const Variable &V) {
    return std::tie(V.Pos, V.From, V.Name, V.Function, V.Type, V.Storage, V.TypeEnd);
  };
  return detail::compareTuple(Rest(A), Rest(B));
}

void unitePlaces(Variable &A, const Variable &B) {
  auto Place = [](const Variable &V) {
    return std::tuple(V.Image.empty(), V.Image, !V.Address, V.Address, !V.SectionOffset,
                      V.SectionOffset, V.Section.empty(), V.Section);
  };
  if (!(Place(B) < Place(A)))
    return;
  A.Image = B.Image;
  A.Address = B.Address;
  A.SectionOffset = B.SectionOffset;
  A.Section = B.Section;
}

void VariableMerger::add(Variable V) {
  auto [It, IsNew] = ByKey.try_emplace(V.Key, static_cast<uint32_t>(Variables.size()));
  if (IsNew) {
    Variables.push_back(std::move(V));
    return;
  }
  Variable &Old = Variables[It->second];
  if (compareWorth(V, Old) < 0)
    std::swap(V, Old);
  keepMaximum(Old.DeclaredAlign, V.DeclaredAlign);
  unitePlaces(Old, V);
  Old.Initial = std::max(Old.Initial, V.Initial);
  keepWord(Old.LinkageName, V.LinkageName);
  keepWord(Old.BoundText, V.BoundText);
}

static int compareWorth(const Function &A, const Function &B) {
  auto Worth = [](const Function &F) { return std::pair(!F.Defined, !F.Pos.valid()); };
  if (Worth(A) != Worth(B))
    return Worth(A) < Worth(B) ? -1 : 1;
  auto Rest = [](const Function &F) { return std::tie(F.Pos, F.End, F.Name, F.Overrides); };
  return detail::compareTuple(Rest(A), Rest(B));
}

void FunctionMerger::add(Function F) {
  auto [It, IsNew] = ByKey.try_emplace(F.Key, static_cast<uint32_t>(Functions.size()));
  if (IsNew) {
    Functions.push_back(std::move(F));
    return;
  }
  Function &Old = Functions[It->second];
  if (compareWorth(F, Old) < 0)
    std::swap(F, Old);
  Old.External |= F.External;
  Old.Cold |= F.Cold;
  Old.IsMain |= F.IsMain;
}

template <typename T> static std::vector<T> sortedByKey(std::vector<T> All) {
  std::sort(All.begin(), All.end(), [](const T &A, const T &B) { return A.Key < B.Key; });
  return All;
}

std::vector<Variable> VariableMerger::take() {
  std::vector<Variable> All = sortedByKey(std::move(Variables));
  *this = VariableMerger();
  return All;
}

std::vector<Function> FunctionMerger::take() {
  std::vector<Function> All = sortedByKey(std::move(Functions));
  *this = FunctionMerger();
  return All;
}

} // namespace cachelint::facts
