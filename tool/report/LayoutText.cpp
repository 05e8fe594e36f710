//===-- LayoutText.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Wording.h"
#include "tool/report/Layouts.h"
#include "tool/report/ShortPath.h"

#include "fmt/format.h"

#include <algorithm>

namespace cachelint::report {

using namespace model;

namespace {

/// Nesting deeper than this is cut: no record of real code is, and a damaged binary can hold a
/// record that contains itself.
constexpr unsigned MaxDepth = 16;

std::string bytesText(Bits B) {
  auto Count = [](uint64_t N, const char *What) {
    return fmt::format("{} {}{}", N, What, N == 1 ? "" : "s");
  };
  uint64_t Bytes = B.bytes(), Rest = B.bits() % 8;
  if (Rest == 0)
    return Count(Bytes, "byte");
  return (Bytes ? Count(Bytes, "byte") + " " : "") + Count(Rest, "bit");
}

std::string lossText(Bits B) {
  if (B.isWholeBytes())
    return fmt::format("{}", B.bytes());
  return fmt::format("{}b", B.bits());
}

/// One line of the listing: a field, a hole or the padding at the end.
struct Row {
  Bits Offset;
  std::string Size, Type, Name;
  std::string Remark;
  bool BitPosition = false;
};

class Printer {
public:
  Printer(const LayoutDocument &Doc, llvm::raw_ostream &Out) : Doc(Doc), Out(Out) {}

  void print(const Record &R) {
    std::optional<RecordLayout> L = layoutOf(R, Doc.Geometry);
    Rows.clear();
    if (L)
      addRecord(R, *L, Bits(), 0);
    addUnplaced(R);
    header(R);
    rows();
    totals(R, L);
  }

private:
  void addRecord(const Record &R, const RecordLayout &L, Bits Base, unsigned Depth) {
    auto Hole = L.Holes.begin();
    for (const PlacedField &P : L.Fields) {
      for (; Hole != L.Holes.end() && Hole->Offset < P.Offset; ++Hole)
        addGap(Base + Hole->Offset, Hole->Size, "hole", Depth);
      addField(P, Base, Depth);
    }
    for (; Hole != L.Holes.end(); ++Hole)
      addGap(Base + Hole->Offset, Hole->Size, "hole", Depth);
    if (!L.TailPadding.isZero())
      addGap(Base + *R.Size - L.TailPadding, L.TailPadding, "padding", Depth);
  }

  void addGap(Bits Offset, Bits Size, const char *What, unsigned Depth) {
    bool InBits = !Offset.isWholeBytes() || !Size.isWholeBytes();
    Rows.push_back(
        {Offset, lossText(Size), "", indent(Depth) + fmt::format("-- {} --", What), "", InBits});
  }

  void addField(const PlacedField &P, Bits Base, unsigned Depth) {
    const Field &F = *P.F;
    Row R;
    R.Offset = Base + P.Offset;
    R.Size = F.BitWidth ? fmt::format("{}b", F.BitWidth->bits()) : sizeText(F);
    R.Type = F.Kind == FieldKind::VPtr ? "" : F.Type.Spelling.str();
    R.Name = indent(Depth) + nameText(F);
    R.BitPosition = F.isBitField();
    // A nested record's own layout starts at offset 0; its fields lie where the outer one puts
    // them.
    if (lineSpanOf(R.Offset, P.Extent, Doc.Geometry).Straddles)
      R.Remark = "straddles lines";
    if (F.DeclaredAlign)
      R.Remark +=
          fmt::format("{}aligned({})", R.Remark.empty() ? "" : ", ", F.DeclaredAlign->bytes());
    Rows.push_back(std::move(R));
    if (const Record *Nested = nested(F, Depth))
      if (std::optional<RecordLayout> L = layoutOf(*Nested, {Doc.Geometry.LineSize, Bits()}))
        addRecord(*Nested, *L, Base + P.Offset, Depth + 1);
  }

  const Record *nested(const Field &F, unsigned Depth) const {
    bool Shown = Doc.Expand || F.Name.empty();
    if (!Shown || Depth >= MaxDepth || F.Type.Record.empty() || F.Type.isArray())
      return nullptr;
    return Doc.Find(F.Type.Record);
  }

  void addUnplaced(const Record &R) {
    for (const Field &F : R.Fields)
      if (!F.Offset)
        Unplaced.push_back(nameText(F));
  }

  static std::string indent(unsigned Depth) { return std::string(2 * Depth, ' '); }

  static std::string sizeText(const Field &F) {
    // What the field takes here; a base whose tail padding is reused takes less than its sizeof.
    if (F.Extent)
      return lossText(*F.Extent);
    return F.Type.Size ? lossText(*F.Type.Size) : "?";
  }

  static std::string nameText(const Field &F) {
    std::string Name = nameOf(F);
    return Name.empty() ? "(anonymous)" : Name;
  }

  void header(const Record &R) {
    Out << keywordOf(R.Kind) << ' ' << R.Name;
    if (R.Pos.valid())
      Out << "  " << shortPath(R.Pos.File, Doc.Directory) << ':' << R.Pos.Line;
    Out << '\n';
  }

  std::string offsetText(const Row &R) const {
    if (R.BitPosition)
      return fmt::format("{}:{}", R.Offset.bytes(), R.Offset.bits() % 8);
    return fmt::format("{}", R.Offset.bytes());
  }

  void rows() {
    size_t TypeWidth = 4, NameWidth = 4;
    for (const Row &R : Rows) {
      TypeWidth = std::max(TypeWidth, std::min<size_t>(R.Type.size(), 40));
      NameWidth = std::max(NameWidth, std::min<size_t>(R.Name.size(), 40));
    }
    std::optional<uint64_t> Line;
    for (const Row &R : Rows) {
      uint64_t This = lineOf(R.Offset, Doc.Geometry);
      // In a union offsets go back to its start: a ruler only where a new line begins.
      if (!Line || This > *Line)
        ruler(*(Line = This));
      std::string Text = fmt::format("{:>8} {:>6}  {:<{}}  {:<{}}  {}", offsetText(R), R.Size,
                                     R.Type, TypeWidth, R.Name, NameWidth, R.Remark);
      Out << llvm::StringRef(Text).rtrim() << '\n';
    }
    for (const std::string &Name : Unplaced)
      Out << fmt::format("{:>8} {:>6}  {}: this input does not say where it is\n", "?", "?", Name);
    Unplaced.clear();
  }

  void ruler(uint64_t Line) {
    uint64_t LineBytes = Doc.Geometry.LineSize.bytes();
    uint64_t Start = Line * LineBytes, Base = Doc.Geometry.BaseOffset.bytes();
    std::string Label = fmt::format(" line {} ", Line);
    std::string From =
        Start >= Base ? fmt::format(" {} ", Start - Base) : fmt::format(" -{} ", Base - Start);
    Out << fmt::format("----{:-<24}{:->20}----\n", Label, From);
  }

  void totals(const Record &R, const std::optional<RecordLayout> &L) {
    if (!R.Size) {
      Out << "  size not known\n\n";
      return;
    }
    Out << fmt::format("  size {}", R.Size->bytes());
    if (R.Align)
      Out << fmt::format(", align {}", R.Align->bytes());
    Out << fmt::format(", {} line{}", L->Lines, L->Lines == 1 ? "" : "s");
    if (!L->HoleTotal.isZero())
      Out << fmt::format(", {} hole{} of {}", L->Holes.size(), L->Holes.size() == 1 ? "" : "s",
                         bytesText(L->HoleTotal));
    if (!L->TailPadding.isZero())
      Out << ", padding " << bytesText(L->TailPadding);
    if (R.is(RecordFlag::Packed))
      Out << ", packed";
    else if (R.is(RecordFlag::PackedInferred))
      Out << ", packed (inferred from offsets)";
    if (!L->Complete)
      Out << ", incomplete";
    Out << "\n\n";
  }

  const LayoutDocument &Doc;
  llvm::raw_ostream &Out;
  std::vector<Row> Rows;
  std::vector<std::string> Unplaced;
};

} // namespace

void renderLayoutsText(const LayoutDocument &Doc, llvm::raw_ostream &Out) {
  Printer P(Doc, Out);
  for (const Record *R : Doc.Records)
    P.print(*R);
}

} // namespace cachelint::report
