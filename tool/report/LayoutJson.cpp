//===-- LayoutJson.cpp ---------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Wording.h"
#include "tool/report/JsonText.h"
#include "tool/report/Layouts.h"

#include "llvm/Support/JSON.h"

namespace cachelint::report {

using namespace model;
using llvm::json::OStream;

namespace {

constexpr unsigned MaxDepth = 16; // as in the text listing

const char *kindName(FieldKind K) {
  switch (K) {
  case FieldKind::Field:
    return "field";
  case FieldKind::Base:
    return "base";
  case FieldKind::VPtr:
    return "vptr";
  case FieldKind::VirtualBase:
    return "virtual-base";
  }
  return "field";
}

class Writer {
public:
  Writer(const LayoutDocument &Doc, OStream &J) : Doc(Doc), J(J) {}

  void record(const Record &R) {
    std::optional<RecordLayout> L = layoutOf(R, Doc.Geometry);
    J.object([&] {
      J.attribute("name", jsonText(R.Name));
      J.attribute("kind", keywordOf(R.Kind));
      static const char *const FrontEnds[] = {"source", "dwarf", "btf"};
      J.attribute("from", FrontEnds[static_cast<unsigned>(R.From.From)]);
      bytesOrNull("size", R.Size);
      bytesOrNull("align", R.Align);
      J.attribute("lines", L ? llvm::json::Value(L->Lines) : nullptr);
      // Bits that bit-fields leave are counted too: rounded up, so that no loss reads as none.
      J.attribute("holeBytes", L ? llvm::json::Value(L->HoleTotal.bytesCeil()) : nullptr);
      J.attribute("paddingBytes", L ? llvm::json::Value(L->TailPadding.bytesCeil()) : nullptr);
      J.attribute("packed", packed(R));
      J.attribute("complete", L && L->Complete);
      J.attribute("file", R.Pos.File.empty() ? llvm::json::Value(nullptr) : jsonText(R.Pos.File));
      J.attribute("line", R.Pos.Line ? llvm::json::Value(R.Pos.Line) : nullptr);
      J.attributeArray("fields", [&] { fields(R, L, Bits(), 0); });
      J.attributeArray("holes", [&] { holes(L); });
    });
  }

private:
  void bytesOrNull(llvm::StringRef Key, std::optional<Bits> B) {
    J.attribute(Key, B ? llvm::json::Value(B->bytes()) : nullptr);
  }

  llvm::json::Value packed(const Record &R) const {
    if (R.is(RecordFlag::Packed))
      return true;
    if (R.is(RecordFlag::PackedInferred))
      return "inferred";
    return covers(R.From.Can, Capability::Packing) ? llvm::json::Value(false) : nullptr;
  }

  void fields(const Record &R, const std::optional<RecordLayout> &L, Bits Base, unsigned Depth) {
    // Placed fields come by offset; those the input cannot place follow in declaration order.
    if (L)
      for (const PlacedField &P : L->Fields)
        field(*P.F, Base + P.Offset, P.Extent, Depth);
    for (const Field &F : R.Fields)
      if (!L || !F.Offset)
        field(F, std::nullopt, Bits(), Depth);
  }

  void field(const Field &F, std::optional<Bits> Offset, Bits Extent, unsigned Depth) {
    J.object([&] {
      J.attribute("name", F.Name.empty() ? llvm::json::Value(nullptr) : jsonText(F.Name));
      J.attribute("kind", kindName(F.Kind));
      J.attribute("type", jsonText(F.Type.Spelling));
      bytesOrNull("offset", Offset);
      bytesOrNull("size", F.Type.Size);
      if (F.BitWidth) {
        J.attribute("bitOffset", Offset ? llvm::json::Value(Offset->bits()) : nullptr);
        J.attribute("bitSize", F.BitWidth->bits());
      }
      place(Offset, Extent);
      if (F.DeclaredAlign)
        J.attribute("declaredAlign", F.DeclaredAlign->bytes());
      nested(F, Offset, Depth);
    });
  }

  void place(std::optional<Bits> Offset, Bits Extent) {
    if (!Offset) {
      J.attribute("cacheLine", nullptr);
      J.attribute("straddles", nullptr);
      return;
    }
    LineSpan Span = lineSpanOf(*Offset, Extent, Doc.Geometry);
    J.attribute("cacheLine", Span.First);
    J.attribute("straddles", Span.Straddles);
  }

  void nested(const Field &F, std::optional<Bits> Offset, unsigned Depth) {
    if (F.Type.Record.empty())
      return;
    J.attribute("record", jsonText(F.Type.Record));
    if (!Doc.Expand || !Offset || Depth >= MaxDepth || F.Type.isArray())
      return;
    if (const Record *R = Doc.Find(F.Type.Record))
      J.attributeArray("fields",
                       [&] { fields(*R, layoutOf(*R, Doc.Geometry), *Offset, Depth + 1); });
  }

  void holes(const std::optional<RecordLayout> &L) {
    if (!L)
      return;
    for (const Hole &H : L->Holes)
      J.object([&] {
        J.attribute("bitOffset", H.Offset.bits());
        J.attribute("bitSize", H.Size.bits());
        J.attribute("after", H.After && !H.After->Name.empty() ? jsonText(H.After->Name)
                                                               : llvm::json::Value(nullptr));
      });
  }

  const LayoutDocument &Doc;
  OStream &J;
};

} // namespace

void renderLayoutsJson(const LayoutDocument &Doc, llvm::raw_ostream &Out) {
  OStream J(Out, /*IndentSize=*/1);
  J.object([&] {
    J.attribute("lineSize", Doc.Geometry.LineSize.bytes());
    J.attribute("baseOffset", Doc.Geometry.BaseOffset.bytes());
    J.attributeArray("records", [&] {
      Writer W(Doc, J);
      for (const Record *R : Doc.Records)
        W.record(*R);
    });
  });
  Out << '\n';
}

} // namespace cachelint::report
