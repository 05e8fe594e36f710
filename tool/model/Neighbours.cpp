//===-- Neighbours.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Neighbours.h"

#include <algorithm>
#include <tuple>

namespace cachelint::model {

namespace {

/// Places that can be compared: one file, one section of it unless all of it has addresses.
struct Space {
  Str File;
  Str Section;
  auto operator<=>(const Space &B) const {
    if (int C = File.compare(B.File))
      return C <=> 0;
    return Section.compare(B.Section) <=> 0;
  }
  bool operator==(const Space &B) const = default;
};

struct Placed {
  Space In;
  uint64_t Begin = 0, End = 0;
  const Variable *V = nullptr;
};

bool isOneObject(const Variable &V) {
  return V.Storage != StorageKind::ThreadLocal && V.Storage != StorageKind::Automatic &&
         V.Type.Size && !V.Type.Size->isZero();
}

uint64_t alignOf(const Program &P, const Variable &V) {
  std::optional<Bits> Align = std::max(V.DeclaredAlign, V.Type.Align);
  if (const Record *R = V.Type.Record.empty() ? nullptr : P.findRecord(V.Type.Record))
    Align = std::max(Align, R->Align);
  return std::max<uint64_t>(1, Align.value_or(Bits::fromBytes(1)).bytes());
}

class Finder {
public:
  Finder(const Program &P, Bits LineSize, llvm::function_ref<bool(const Variable &)> Wanted)
      : P(P), Line(LineSize.bytes()), Wanted(Wanted) {}

  std::vector<NeighbourPair> run() {
    std::vector<Placed> Linked, InSection, Defined;
    for (const Variable &V : P.Variables) {
      if (!isOneObject(V))
        continue;
      // All copies of a per-CPU section are aligned; its addresses are nobody else's.
      Str Section = V.Storage == StorageKind::PerCpu ? V.Section : Str();
      if (V.Address)
        add(Linked, {V.Image, Section}, *V.Address, V);
      else if (V.SectionOffset)
        add(InSection, {V.Image, V.Section}, *V.SectionOffset, V);
      else if (V.Image.empty() && isListed(V))
        add(Defined, {V.Pos.File, sectionOf(V)}, 0, V);
    }
    pairs(Linked, Placing::Linked);
    pairs(InSection, Placing::InSection);
    estimate(Defined);
    return std::move(Pairs);
  }

private:
  static void add(std::vector<Placed> &To, Space In, uint64_t Begin, const Variable &V) {
    To.push_back({In, Begin, Begin + V.Type.Size->bytesCeil(), &V});
  }

  /// Defined in this file and in no header, whose definitions go to sections of their own.
  static bool isListed(const Variable &V) {
    return V.Defined && V.Pos.File == V.From.Input &&
           (V.Storage == StorageKind::Global || V.Storage == StorageKind::FileStatic) &&
           !V.Name.contains('<') && !sectionOf(V).empty();
  }

  static Str sectionOf(const Variable &V) {
    if (!V.Section.empty())
      return V.Section;
    return V.Initial == InitialValue::Zero    ? ".bss"
           : V.Initial == InitialValue::Value ? ".data"
                                              : "";
  }

  static void sortByPlace(std::vector<Placed> &All) {
    std::sort(All.begin(), All.end(), [](const Placed &A, const Placed &B) {
      return std::tie(A.In, A.Begin, B.End, A.V->Key) < std::tie(B.In, B.Begin, A.End, B.V->Key);
    });
  }

  void pairs(std::vector<Placed> &All, Placing By) {
    std::erase_if(All, [this](const Placed &X) { return !Wanted(*X.V); });
    sortByPlace(All);
    for (auto A = All.begin(); A != All.end(); ++A)
      for (auto B = std::next(A); B != All.end() && B->In == A->In; ++B) {
        // Two names of one place, or a part of the other, are no neighbours.
        if (B->Begin < A->End)
          continue;
        if (B->Begin / Line != (A->End - 1) / Line)
          break;
        addPair(*A, *B, By, B->Begin / Line * Line);
      }
  }

  void addPair(const Placed &A, const Placed &B, Placing By, uint64_t LineBegin) {
    NeighbourPair N{A.V, B.V, By, A.Begin, B.Begin, {}, {}};
    N.BytesA = {std::max(A.Begin, LineBegin) - A.Begin, A.End - A.Begin};
    N.BytesB = {0, std::min(B.End, LineBegin + Line) - B.Begin};
    Pairs.push_back(N);
  }

  //===--- By order in the source -----------------------------------------===//

  void estimate(std::vector<Placed> &All) {
    std::sort(All.begin(), All.end(), [](const Placed &A, const Placed &B) {
      return std::tie(A.In, A.V->Pos, A.V->Key) < std::tie(B.In, B.V->Pos, B.V->Key);
    });
    for (auto Begin = All.begin(); Begin != All.end();) {
      auto End = std::find_if(Begin, All.end(), [&](const Placed &X) { return X.In != Begin->In; });
      uint64_t At = 0, Grain = 1;
      for (auto It = Begin; It != End; ++It) {
        const uint64_t Align = alignOf(P, *It->V), Size = It->End;
        Grain = std::max(Grain, Align);
        It->Begin = (At + Align - 1) / Align * Align;
        At = It->End = It->Begin + Size;
      }
      for (auto A = Begin; A != End; ++A)
        for (auto B = std::next(A); B != End && B->Begin < A->End + Line; ++B)
          if (Wanted(*A->V) && Wanted(*B->V) && likelyTogether(*A, *B, Grain))
            Pairs.push_back({A->V,
                             B->V,
                             Placing::Estimated,
                             A->Begin,
                             B->Begin,
                             {0, A->End - A->Begin},
                             {0, B->End - B->Begin}});
      Begin = End;
    }
  }

  /// Over all places that the file's section may start at, multiples of its alignment.
  bool likelyTogether(const Placed &A, const Placed &B, uint64_t Grain) const {
    const uint64_t Places = std::max<uint64_t>(1, Line / Grain);
    uint64_t Together = 0;
    for (uint64_t I = 0; I != Places; ++I) {
      const uint64_t Base = I * Grain;
      Together += (Base + A.End - 1) / Line == (Base + B.Begin) / Line;
    }
    return 2 * Together > Places;
  }

  const Program &P;
  const uint64_t Line;
  llvm::function_ref<bool(const Variable &)> Wanted;
  std::vector<NeighbourPair> Pairs;
};

} // namespace

std::vector<NeighbourPair> neighboursOf(const Program &P, Bits LineSize,
                                        llvm::function_ref<bool(const Variable &)> Wanted) {
  return Finder(P, LineSize, Wanted).run();
}

} // namespace cachelint::model
