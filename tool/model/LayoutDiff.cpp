//===-- LayoutDiff.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/LayoutDiff.h"

#include "tool/model/FieldPath.h"
#include "tool/model/Wording.h"

#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <map>

namespace cachelint::model {

namespace {

class Flattener {
public:
  Flattener(const Program &P, const LineGeometry &G) : P(P), G(G) {}

  void add(const Record &R, Bits Base, unsigned Depth) {
    constexpr unsigned MaxDepth = 16; // a damaged file can hold a record that contains itself
    for (const Field &F : R.Fields) {
      if (!F.Offset)
        continue;
      Bits Offset = Base + *F.Offset;
      bool Unnamed = F.Kind == FieldKind::Field && F.Name.empty();
      if (Unnamed && !F.Type.Record.empty() && !F.Type.isArray() && Depth < MaxDepth)
        if (const Record *Inner = findRecord(P.Records, F.Type.Record, F.Type.Size)) {
          add(*Inner, Offset, Depth + 1);
          continue;
        }
      if (!Unnamed) // a bit-field without a name is a pad
        addField(F, Offset);
    }
  }

  std::vector<FlatField> take() {
    std::stable_sort(Fields.begin(), Fields.end(),
                     [](const FlatField &A, const FlatField &B) { return A.Offset < B.Offset; });
    return std::move(Fields);
  }

private:
  void addField(const Field &F, Bits Offset) {
    FlatField Flat;
    Flat.Name = nameOf(F);
    if (unsigned Nth = ++Seen[Flat.Name]; Nth > 1)
      Flat.Name += "#" + std::to_string(Nth);
    Flat.Type = F.Type.Spelling;
    Flat.Offset = Offset;
    Flat.Extent = F.Extent ? *F.Extent : F.Type.Size.value_or(Bits());
    Flat.BitField = F.isBitField();
    Flat.Lines = lineSpanOf(Offset, Flat.Extent, G);
    Fields.push_back(std::move(Flat));
  }

  const Program &P;
  const LineGeometry &G;
  std::vector<FlatField> Fields;
  llvm::StringMap<unsigned> Seen;
};

/// A record and its flat fields, made once.
struct Flat {
  const Record *R = nullptr;
  std::vector<FlatField> Fields;
};

bool sameLayout(const Flat &A, const Flat &B) {
  return A.R->Size == B.R->Size &&
         std::equal(A.Fields.begin(), A.Fields.end(), B.Fields.begin(), B.Fields.end(),
                    [](const FlatField &X, const FlatField &Y) {
                      return X.Offset == Y.Offset && X.Extent == Y.Extent && X.Name == Y.Name;
                    });
}

class Differ {
public:
  Differ(const Program &Old, const Program &New, const LineGeometry &G)
      : Old(Old), New(New), G(G) {}

  LayoutDiff run() {
    auto A = Old.Records.begin(), AEnd = Old.Records.end();
    auto B = New.Records.begin(), BEnd = New.Records.end();
    while (A != AEnd || B != BEnd) {
      Str Key = B == BEnd || (A != AEnd && A->Key < B->Key) ? A->Key : B->Key;
      std::vector<Flat> Before = takeKey(Old, A, AEnd, Key), After = takeKey(New, B, BEnd, Key);
      compare(Before, After);
    }
    return std::move(Diff);
  }

private:
  using Iterator = std::vector<Record>::const_iterator;

  std::vector<Flat> takeKey(const Program &P, Iterator &I, Iterator End, Str Key) const {
    std::vector<Flat> Result;
    for (; I != End && I->Key == Key; ++I)
      if (I->Size && !I->is(RecordFlag::Anonymous))
        Result.push_back({&*I, flatFields(P, *I, G)});
    return Result;
  }

  void compare(std::vector<Flat> &Before, std::vector<Flat> &After) {
    for (auto A = Before.begin(); A != Before.end();) {
      auto Equal = std::find_if(After.begin(), After.end(),
                                [&](const Flat &B) { return sameLayout(*A, B); });
      if (Equal == After.end()) {
        ++A;
        continue;
      }
      ++Diff.Same;
      After.erase(Equal);
      A = Before.erase(A);
    }
    size_t Pairs = std::min(Before.size(), After.size());
    for (size_t I = 0; I != Pairs; ++I)
      addChange(Before[I], After[I]);
    for (size_t I = Pairs; I < Before.size(); ++I)
      Diff.Removed.push_back(Before[I].R);
    for (size_t I = Pairs; I < After.size(); ++I)
      Diff.Added.push_back(After[I].R);
  }

  void addChange(const Flat &Before, const Flat &After) {
    RecordChange C;
    C.Before = Before.R;
    C.After = After.R;
    C.LayoutBefore = *layoutOf(*Before.R, G); // both have sizes
    C.LayoutAfter = *layoutOf(*After.R, G);
    llvm::StringMap<const FlatField *> Olds;
    for (const FlatField &F : Before.Fields)
      Olds[F.Name] = &F;
    for (const FlatField &F : After.Fields) {
      auto It = Olds.find(F.Name);
      if (It == Olds.end()) {
        C.New.push_back(F);
        continue;
      }
      if (It->second->Offset != F.Offset || It->second->Extent != F.Extent)
        C.Fields.push_back({*It->second, F});
      Olds.erase(It);
    }
    for (const FlatField &F : Before.Fields)
      if (Olds.contains(F.Name))
        C.Gone.push_back(F);
    Diff.Changed.push_back(std::move(C));
  }

  const Program &Old;
  const Program &New;
  const LineGeometry &G;
  LayoutDiff Diff;
};

} // namespace

std::vector<FlatField> flatFields(const Program &P, const Record &R, const LineGeometry &G) {
  Flattener F(P, G);
  F.add(R, Bits(), 0);
  return F.take();
}

LayoutDiff diffLayouts(const Program &Old, const Program &New, const LineGeometry &G) {
  return Differ(Old, New, G).run();
}

} // namespace cachelint::model
