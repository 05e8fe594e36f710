//===-- FieldPath.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/FieldPath.h"

#include "llvm/ADT/STLExtras.h"

#include "fmt/format.h"

#include <algorithm>

namespace cachelint::model {

namespace {

constexpr unsigned MaxDepth = 64;
constexpr size_t MaxAnswers = 64;
const Bits Byte = Bits::fromBytes(1);

/// A place on the way down: what it is called, where it starts, and the field it is.
struct Place {
  std::string Text;
  Bits Start;
  const Record *Owner = nullptr;
  const Field *Member = nullptr;
  std::optional<uint64_t> Element;
};

class PathFinder {
public:
  PathFinder(Bits Target, RecordLookup Find) : Target(Target), Find(Find) {}

  void visitType(const TypeUse &Type, Place At, unsigned Depth);
  void visitRecord(const Record &R, Place At, unsigned Depth);
  std::vector<FieldAt> take();

private:
  void visitArray(const TypeUse &Type, Place At, unsigned Depth);
  void visitField(const Record &R, const Field &F, const Place &At, unsigned Depth);
  void visitHole(const Record &R, const Place &At);
  void visitElement(const TypeUse &Type, std::optional<Bits> Size, Place At, unsigned Depth);
  void answer(const Place &At, std::optional<Bits> Size);
  void answerBeyond(const Place &At);

  Bits Target;
  RecordLookup Find;
  std::vector<FieldAt> Answers;
};

} // namespace

void PathFinder::answer(const Place &At, std::optional<Bits> Size) {
  if (Answers.size() < MaxAnswers)
    Answers.push_back({At.Text, At.Owner, At.Member, At.Start, Size, At.Element, false, false});
}

void PathFinder::answerBeyond(const Place &At) {
  std::string Text =
      fmt::format("{}+0x{:x} (beyond the end)", At.Text, (Target - At.Start).bytes());
  if (Answers.size() < MaxAnswers)
    Answers.push_back({Text, At.Owner, nullptr, At.Start, {}, At.Element, false, true});
}

void PathFinder::visitType(const TypeUse &Type, Place At, unsigned Depth) {
  if (Type.isArray())
    return visitArray(Type, std::move(At), Depth);
  if (Type.Size && Target - At.Start >= *Type.Size)
    return answerBeyond(At);
  visitElement(Type, Type.Size, std::move(At), Depth);
}

/// \p At is one object of the record or scalar that \p Type is made of.
void PathFinder::visitElement(const TypeUse &Type, std::optional<Bits> Size, Place At,
                              unsigned Depth) {
  const Record *R = Type.Record.empty() ? nullptr : Find(Type.Record, Size);
  if (R && Depth < MaxDepth)
    return visitRecord(*R, std::move(At), Depth + 1);
  // A record without definition: the offset within it is all that can be said.
  if (!Type.Record.empty() && Target - At.Start >= Byte)
    At.Text += fmt::format("+0x{:x}", (Target - At.Start).bytes());
  answer(At, Size);
}

void PathFinder::visitArray(const TypeUse &Type, Place At, unsigned Depth) {
  if (!Type.ElementSize || Type.ElementSize->isZero())
    return answer(At, Type.Size);
  // Strides from the innermost dimension outwards; an inner bound that is not known ends the walk.
  std::vector<Bits> Strides(Type.Extents.size(), *Type.ElementSize);
  for (size_t I = Type.Extents.size() - 1; I-- > 0;) {
    std::optional<uint64_t> Inner = Type.Extents[I + 1];
    if (!Inner || *Inner == 0 || *Inner > UINT64_MAX / std::max<uint64_t>(Strides[I + 1].bits(), 1))
      return answer(At, Type.Size);
    Strides[I] = Strides[I + 1] * *Inner;
  }
  // `T x[0]` is the old spelling of `T x[]`: what follows the object is its elements.
  bool Open = !Type.Extents.front() || *Type.Extents.front() == 0;
  if (!Open && (Target - At.Start) / Strides.front() >= *Type.Extents.front())
    return answerBeyond(At);
  for (size_t I = 0; I != Strides.size(); ++I) {
    uint64_t Index = (Target - At.Start) / Strides[I];
    At.Text += fmt::format("[{}]", Index);
    At.Start += Strides[I] * Index;
    if (!At.Element)
      At.Element = Index;
  }
  visitElement(Type, Type.ElementSize, std::move(At), Depth);
}

/// Whether the byte at \p Rel (from the record's start) holds a bit of \p F.
static bool reaches(const Field &F, Bits Rel) {
  if (!F.Offset || !F.Extent || F.Extent->isZero())
    return false;
  return *F.Offset < Rel + Byte && Rel < *F.Offset + *F.Extent;
}

/// An array without a bound, or of none, takes what follows the last field.
static bool isOpenTail(const Field &F, Bits Rel) {
  return F.Offset && *F.Offset <= Rel && F.Type.isArray() &&
         (!F.Type.Extents.front() || *F.Type.Extents.front() == 0);
}

static bool isPad(const Field &F) { return F.isBitField() && F.Name.empty(); }

void PathFinder::visitRecord(const Record &R, Place At, unsigned Depth) {
  At.Owner = &R;
  Bits Rel = Target - At.Start;
  size_t Before = Answers.size();
  for (const Field &F : R.Fields)
    if (reaches(F, Rel) && !isPad(F))
      visitField(R, F, At, Depth);
  if (Answers.size() == Before && !R.Fields.empty() && isOpenTail(R.Fields.back(), Rel))
    visitField(R, R.Fields.back(), At, Depth);
  if (Answers.size() != Before)
    return;
  if (R.Size && Rel >= *R.Size)
    return answerBeyond(At);
  bool Unplaced = std::any_of(R.Fields.begin(), R.Fields.end(),
                              [](const Field &F) { return !F.Offset || !F.Extent; });
  if (Unplaced) // a virtual base may be here: no hole, and no field that could be named
    return answer(At, R.Size);
  visitHole(R, At);
}

void PathFinder::visitField(const Record &R, const Field &F, const Place &At, unsigned Depth) {
  Place Next = At;
  Next.Start += *F.Offset;
  Next.Member = &F;
  bool IsBase = F.Kind == FieldKind::Base || F.Kind == FieldKind::VirtualBase;
  if (!IsBase && !F.Name.empty())
    Next.Text += (At.Text.empty() ? "" : ".") + F.Name.str();
  if (F.isBitField())
    return answer(Next, F.BitWidth);
  // Something whole within a byte is only in damaged input; it may start behind the byte's start.
  if (!F.Offset->isWholeBytes())
    return answer(Next, F.Extent);
  visitType(F.Type, std::move(Next), Depth);
}

void PathFinder::visitHole(const Record &R, const Place &At) {
  Bits Rel = Target - At.Start;
  Bits Begin;
  std::optional<Bits> End = R.Size;
  for (const Field &F : R.Fields) {
    if (isPad(F) || F.Extent->isZero())
      continue;
    if (*F.Offset > Rel)
      End = End ? std::min(*End, *F.Offset) : *F.Offset;
    else
      Begin = std::max(Begin, *F.Offset + *F.Extent);
  }
  FieldAt Hole;
  Hole.Text = At.Text.empty() ? "(padding)" : At.Text + " (padding)";
  Hole.Owner = &R;
  Hole.Start = At.Start + Begin;
  if (End && *End >= Begin)
    Hole.Size = *End - Begin;
  Hole.Element = At.Element;
  Hole.Padding = true;
  if (Answers.size() < MaxAnswers)
    Answers.push_back(std::move(Hole));
}

std::vector<FieldAt> PathFinder::take() {
  // Where one member of a union has a hole and another has data, the byte is data.
  auto IsData = [](const FieldAt &F) { return !F.Padding && !F.BeyondEnd; };
  if (std::any_of(Answers.begin(), Answers.end(), IsData))
    llvm::erase_if(Answers, [&](const FieldAt &F) { return !IsData(F); });
  // Members of a union that all leave the byte unused say the same.
  auto SameText = [](const FieldAt &A, const FieldAt &B) { return A.Text == B.Text; };
  Answers.erase(std::unique(Answers.begin(), Answers.end(), SameText), Answers.end());
  return std::move(Answers);
}

const Record *findRecord(const std::vector<Record> &Records, Str Key, std::optional<Bits> Size) {
  auto It = std::lower_bound(Records.begin(), Records.end(), Key,
                             [](const Record &R, Str K) { return R.Key < K; });
  const Record *First = nullptr;
  for (; It != Records.end() && It->Key == Key; ++It) {
    if (!Size || It->Size == Size)
      return &*It;
    First = First ? First : &*It;
  }
  return First;
}

std::vector<FieldAt> fieldsAt(llvm::StringRef Name, const TypeUse &Type, Bits Offset,
                              RecordLookup Find) {
  PathFinder Finder(Offset, Find);
  Place Top;
  Top.Text = Name.str();
  Finder.visitType(Type, std::move(Top), 0);
  return Finder.take();
}

std::vector<FieldAt> fieldsAt(const Record &R, Bits Offset, RecordLookup Find) {
  PathFinder Finder(Offset, Find);
  Finder.visitRecord(R, {}, 0);
  return Finder.take();
}

std::string describeAddress(const Variable &V, Bits Offset, RecordLookup Find) {
  std::string Text;
  for (const FieldAt &F : fieldsAt(V.Name, V.Type, Offset, Find))
    Text += (Text.empty() ? "" : " | ") + F.Text;
  return Text;
}

} // namespace cachelint::model
