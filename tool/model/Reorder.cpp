//===-- Reorder.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Reorder.h"

#include <algorithm>
#include <numeric>

namespace cachelint::model {

Bits alignOf(const Field &F) {
  Bits Align = F.DeclaredAlign.value_or(Bits::fromBytes(1));
  if (F.Type.Align)
    return std::max(Align, *F.Type.Align);
  // Without a word of it: a scalar's alignment is its size, up to that of the largest scalar.
  uint64_t Bytes = F.Type.ElementSize.value_or(F.Type.Size.value_or(Bits())).bytes();
  uint64_t Power = Bytes & (~Bytes + 1);
  return std::max(Align, Bits::fromBytes(std::clamp<uint64_t>(Power, 1, 16)));
}

namespace {

/// What moves as one: a field, or a run of bit-fields with what shares its storage.
struct Unit {
  std::vector<const Field *> Fields;
  Bits Offset; ///< now
  Bits End;    ///< now, just past the last bit
  Bits Align = Bits::fromBytes(1);
  bool Fixed = false; ///< a flexible array
  bool Line = false;  ///< aligned to a line or more
  bool Movable = false;

  Bits size() const { return (End - Offset).alignTo(Bits::fromBytes(1)); }
};

class Reorderer {
public:
  Reorderer(const Record &R, Bits LineSize, llvm::function_ref<bool(const Field &)> MayMove)
      : R(R), LineSize(LineSize), MayMove(MayMove) {}

  std::optional<BetterOrder> run() {
    if (!collect() || !explainsTheRecord())
      return std::nullopt;
    fillHoles();
    dropNeedlessMoves();
    std::vector<unsigned> Best = orderWithMoves();
    if (std::vector<unsigned> Sorted = byAlignment(); sizeOf(Sorted) < sizeOf(Best)) {
      Best = std::move(Sorted);
      Inserted.assign(Units.size(), {});
    }
    if (sizeOf(Best) >= *R.Size)
      return std::nullopt;
    return result(Best);
  }

private:
  //===--- Units ---------------------------------------------------------===//

  bool collect() {
    if (R.Kind == RecordKind::Union || !R.Size || !R.Align || R.Align->isZero() ||
        R.is(RecordFlag::Incomplete))
      return false;
    for (const Field &F : R.Fields)
      if (F.Kind == FieldKind::Field ? !addField(F) : !addBase(F))
        return false;
    for (Unit &U : Units)
      U.Movable = !U.Fixed && !U.Line &&
                  std::all_of(U.Fields.begin(), U.Fields.end(),
                              [&](const Field *F) { return MayMove(*F); });
    return Units.size() > 1;
  }

  bool addBase(const Field &F) {
    // A virtual base lies behind all fields, at a place that depends on the most derived class.
    if (F.Kind == FieldKind::VirtualBase || !F.Offset || !Units.empty())
      return false;
    Front.push_back(&F);
    FrontEnd = std::max(FrontEnd, *F.Offset + F.Extent.value_or(F.Type.Size.value_or(Bits())));
    return true;
  }

  bool addField(const Field &F) {
    if (!F.Offset)
      return false;
    if (F.isBitField())
      return addBitField(F);
    Bits Size = F.Type.Size.value_or(Bits());
    // A [[no_unique_address]] member gives bytes to what follows, which depends on what follows.
    if (F.Extent && *F.Extent != Size)
      return false;
    bool Last = &F == &R.Fields.back();
    if (Size.isZero() && !Last) // a marker: someone has chosen what stands behind it
      return false;
    Unit U;
    U.Fields.push_back(&F);
    U.Offset = *F.Offset;
    U.End = U.Offset + Size;
    U.Align = alignOf(F);
    U.Fixed = Size.isZero();
    U.Line = U.Align >= LineSize;
    Units.push_back(std::move(U));
    return true;
  }

  bool addBitField(const Field &F) {
    bool Continues = !Units.empty() && Units.back().Fields.back()->isBitField();
    if (!Continues) {
      Units.emplace_back();
      Units.back().Offset = *F.Offset;
    }
    Unit *U = &Units.back();
    U->Fields.push_back(&F);
    U->End = std::max(U->End, *F.Offset + *F.BitWidth);
    if (!F.BitWidth->isZero())
      U->Align = std::max(U->Align, alignOf(F));
    // Bits in the rest of a storage unit that an earlier field has begun go where that field goes.
    while (!(U->Offset % U->Align).isZero() && Units.size() > 1) {
      Unit &Before = Units[Units.size() - 2];
      Before.Fields.insert(Before.Fields.end(), U->Fields.begin(), U->Fields.end());
      Before.End = U->End;
      Before.Align = std::max(Before.Align, U->Align);
      Units.pop_back();
      U = &Units.back();
    }
    return true;
  }

  //===--- Places --------------------------------------------------------===//

  Bits sizeOf(const std::vector<unsigned> &Order) const {
    Bits End = FrontEnd;
    for (unsigned I : Order)
      End = End.alignTo(Units[I].Align) + Units[I].size();
    return End.alignTo(*R.Align);
  }

  std::vector<unsigned> currentOrder() const {
    std::vector<unsigned> Order(Units.size());
    std::iota(Order.begin(), Order.end(), 0);
    return Order;
  }

  bool explainsTheRecord() const {
    Bits End = FrontEnd;
    for (const Unit &U : Units) {
      if (End.alignTo(U.Align) != U.Offset)
        return false;
      End = U.Offset + U.size();
    }
    return End.alignTo(*R.Align) == *R.Size;
  }

  //===--- The better order ----------------------------------------------===//

  /// The unit that fills most of the hole [End, Limit), of those behind unit \p I.
  std::optional<unsigned> bestFor(Bits End, Bits Limit, unsigned I,
                                  const std::vector<bool> &Taken) {
    std::optional<unsigned> Best;
    auto Rank = [&](unsigned N) { return std::pair(Units[N].Align, Units[N].size()); };
    for (unsigned N = I + 1; N < Units.size(); ++N) {
      const Unit &U = Units[N];
      if (Taken[N] || !U.Movable || End.alignTo(U.Align) + U.size() > Limit)
        continue;
      if (!Best || Rank(N) > Rank(*Best))
        Best = N;
    }
    return Best;
  }

  /// Puts later units in front of unit \p I while they fit between \p End and \p Limit, into the
  /// gap in front of a large one the smaller ones; moves \p End behind the last.
  void fillHole(Bits &End, Bits Limit, unsigned I, std::vector<bool> &Taken) {
    while (auto Fill = bestFor(End, Limit, I, Taken)) {
      Taken[*Fill] = true;
      const Unit &U = Units[*Fill];
      fillHole(End, End.alignTo(U.Align), I, Taken);
      Inserted[I].push_back(*Fill);
      End = End.alignTo(U.Align) + U.size();
    }
  }

  void fillHoles() {
    Inserted.assign(Units.size(), {});
    std::vector<bool> Taken(Units.size());
    Bits End = FrontEnd;
    bool Isolated = false; // behind a field that has its line on purpose
    for (unsigned I = 0; I < Units.size(); ++I) {
      if (Taken[I])
        continue;
      if (!Isolated)
        fillHole(End, End.alignTo(Units[I].Align), I, Taken);
      End = End.alignTo(Units[I].Align) + Units[I].size();
      Isolated |= Units[I].Line;
    }
  }

  std::vector<unsigned> orderWithMoves() const {
    std::vector<bool> Moved(Units.size());
    for (const auto &List : Inserted)
      for (unsigned N : List)
        Moved[N] = true;
    std::vector<unsigned> Order;
    for (unsigned I = 0; I < Units.size(); ++I) {
      if (Moved[I])
        continue;
      Order.insert(Order.end(), Inserted[I].begin(), Inserted[I].end());
      Order.push_back(I);
    }
    return Order;
  }

  /// A field that fills a hole but saves nothing stays where its author put it.
  void dropNeedlessMoves() {
    const Bits Size = sizeOf(orderWithMoves());
    for (auto &List : Inserted)
      for (size_t I = 0; I < List.size();) {
        unsigned Unit = List[I];
        List.erase(List.begin() + I);
        if (sizeOf(orderWithMoves()) > Size)
          List.insert(List.begin() + I++, Unit);
      }
  }

  /// Largest alignment first leaves no holes; for records where all may move, it is the floor.
  std::vector<unsigned> byAlignment() const {
    std::vector<unsigned> Order = currentOrder();
    bool AllMove =
        std::all_of(Units.begin(), Units.end(), [](const Unit &U) { return U.Movable || U.Fixed; });
    if (AllMove)
      std::stable_sort(Order.begin(), Order.end(), [&](unsigned A, unsigned B) {
        return Units[A].Fixed != Units[B].Fixed ? Units[B].Fixed : Units[A].Align > Units[B].Align;
      });
    return Order;
  }

  BetterOrder result(const std::vector<unsigned> &Order) const {
    BetterOrder B;
    B.Size = sizeOf(Order);
    B.Order.assign(Front.begin(), Front.end());
    std::vector<bool> Moved(Units.size());
    for (const auto &List : Inserted)
      for (unsigned N : List)
        Moved[N] = true;
    for (unsigned I : Order) {
      const Unit &U = Units[I];
      if (Moved[I])
        B.Moves.push_back({U.Fields.front(), U.size(), B.Order.empty() ? nullptr : B.Order.back()});
      B.Order.insert(B.Order.end(), U.Fields.begin(), U.Fields.end());
    }
    return B;
  }

  const Record &R;
  Bits LineSize;
  llvm::function_ref<bool(const Field &)> MayMove;
  std::vector<const Field *> Front;
  Bits FrontEnd;
  std::vector<Unit> Units;
  /// For each unit, the later ones that go in front of it.
  std::vector<std::vector<unsigned>> Inserted;
};

} // namespace

std::optional<BetterOrder> betterOrder(const Record &R, Bits LineSize,
                                       llvm::function_ref<bool(const Field &)> MayMove) {
  return Reorderer(R, LineSize, MayMove).run();
}

} // namespace cachelint::model
