//===-- Separation.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Separation.h"

#include "tool/model/Layout.h"
#include "tool/model/Reorder.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

namespace cachelint::model {

namespace {

class Separator {
public:
  Separator(const Record &R, Bits LineSize, llvm::function_ref<unsigned(const Field &)> GroupOf)
      : R(R), Line(LineSize) {
    for (const Field &F : R.Fields)
      Groups[&F] = GroupOf(F);
  }

  std::optional<Separation> run() {
    if (!isPlain())
      return std::nullopt;
    std::vector<const Field *> Now;
    for (const Field &F : R.Fields)
      Now.push_back(&F);
    tryOrder(Now, false);
    // Group after group; what nobody minds goes first, last, or behind the first group.
    std::vector<std::vector<const Field *>> Parts = parts(Now);
    tryOrder(joined(Parts, {}), true);
    std::vector<std::vector<const Field *>> Rotated = Parts;
    std::rotate(Rotated.begin(), Rotated.begin() + 1, Rotated.end());
    tryOrder(joined(Rotated, {}), true);
    if (Rotated.size() > 2) {
      std::rotate(Rotated.begin() + 1, Rotated.end() - 1, Rotated.end());
      tryOrder(joined(Rotated, {}), true);
    }
    std::reverse(Parts.begin() + 1, Parts.end());
    tryOrder(joined(Parts, {}), true);
    return Best;
  }

private:
  /// Offsets follow from sizes and alignments alone.
  bool isPlain() const {
    if (R.Kind == RecordKind::Union || !R.Size || !R.Align || R.is(RecordFlag::Incomplete))
      return false;
    for (const Field &F : R.Fields) {
      bool Empty = F.Type.Size && F.Type.Size->isZero();
      if (F.Kind != FieldKind::Field || F.isBitField() || !F.Offset || !F.Type.Size || Empty ||
          (F.Extent && *F.Extent != *F.Type.Size))
        return false;
    }
    Separation Now;
    for (const Field &F : R.Fields)
      Now.Order.push_back(&F);
    Record Same = placed(Now);
    return Same.Size == R.Size && llvm::equal(Same.Fields, R.Fields, [](auto &A, auto &B) {
             return A.Offset == B.Offset;
           });
  }

  std::vector<std::vector<const Field *>> parts(const std::vector<const Field *> &Now) const {
    std::map<unsigned, std::vector<const Field *>> ByGroup;
    ByGroup[0];
    for (const Field *F : Now)
      ByGroup[Groups.at(F)].push_back(F);
    std::vector<std::vector<const Field *>> Parts;
    for (auto &Entry : ByGroup) {
      // Largest alignment first leaves no holes inside of a group.
      if (Entry.first != 0)
        llvm::stable_sort(Entry.second,
                          [](const Field *A, const Field *B) { return alignOf(*A) > alignOf(*B); });
      Parts.push_back(std::move(Entry.second));
    }
    return Parts;
  }

  static std::vector<const Field *> joined(const std::vector<std::vector<const Field *>> &Parts,
                                           std::vector<const Field *> Out) {
    for (const auto &Part : Parts)
      Out.insert(Out.end(), Part.begin(), Part.end());
    return Out;
  }

  Record placed(const Separation &S) const {
    Record Out = R;
    Out.Fields.clear();
    Bits End, Align = std::max(*R.Align, S.Aligned.empty() ? Bits::fromBytes(1) : Line);
    for (const Field *F : S.Order) {
      Out.Fields.push_back(*F);
      Bits Of = llvm::is_contained(S.Aligned, F) ? std::max(alignOf(*F), Line) : alignOf(*F);
      Out.Fields.back().Offset = End.alignTo(Of);
      End = *Out.Fields.back().Offset + *F->Type.Size;
    }
    Out.Align = Align;
    Out.Size = End.alignTo(Align);
    return Out;
  }

  /// The first field that shares a line with one before it of another group.
  const Field *firstClash(const Separation &S) const {
    Record Out = placed(S);
    std::optional<RecordLayout> Layout = layoutOf(Out, {Line, {}});
    if (!Layout)
      return nullptr;
    for (size_t B = 0; B != Layout->Fields.size(); ++B)
      for (size_t A = 0; A != B; ++A) {
        const PlacedField &X = Layout->Fields[A], &Y = Layout->Fields[B];
        unsigned GroupX = groupAt(S, Out, X), GroupY = groupAt(S, Out, Y);
        if (GroupX && GroupY && GroupX != GroupY && X.LastLine >= Y.FirstLine)
          return S.Order[Y.F - Out.Fields.data()];
      }
    return nullptr;
  }
  unsigned groupAt(const Separation &S, const Record &Out, const PlacedField &F) const {
    return Groups.at(S.Order[F.F - Out.Fields.data()]);
  }

  /// Aligns fields of an order until no two groups meet.
  void tryOrder(std::vector<const Field *> Order, bool Reordered) {
    Separation S;
    S.Order = std::move(Order);
    S.Reordered = Reordered;
    for (unsigned Round = 0; Round <= S.Order.size(); ++Round) {
      const Field *Clash = firstClash(S);
      if (!Clash) {
        S.Size = placed(S).Size.value_or(Bits());
        keep(std::move(S));
        return;
      }
      if (llvm::is_contained(S.Aligned, Clash)) // it is what reaches over the line's end
        return;
      S.Aligned.push_back(Clash);
    }
  }

  void keep(Separation S) {
    auto Cost = [](const Separation &X) {
      return std::tuple(X.Size, X.Aligned.size(), X.Reordered);
    };
    if (!Best || Cost(S) < Cost(*Best))
      Best = std::move(S);
  }

  const Record &R;
  const Bits Line;
  std::map<const Field *, unsigned> Groups;
  std::optional<Separation> Best;
};

} // namespace

std::optional<Separation> separate(const Record &R, Bits LineSize,
                                   llvm::function_ref<unsigned(const Field &)> GroupOf) {
  return Separator(R, LineSize, GroupOf).run();
}

} // namespace cachelint::model
