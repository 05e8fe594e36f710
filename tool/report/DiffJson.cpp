//===-- DiffJson.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/report/Diffs.h"
#include "tool/report/JsonText.h"

#include "llvm/Support/JSON.h"

namespace cachelint::report {

using namespace model;
using llvm::json::OStream;

namespace {

class Writer {
public:
  explicit Writer(OStream &J) : J(J) {}

  void names(llvm::StringRef Key, const std::vector<const Record *> &Records) {
    J.attributeArray(Key, [&] {
      for (const Record *R : Records)
        J.object([&] {
          J.attribute("record", jsonText(R->Name));
          J.attribute("size", R->Size->bytes());
        });
    });
  }

  void change(const RecordChange &C) {
    J.object([&] {
      J.attribute("record", jsonText(C.After->Name));
      J.attribute("sizeBefore", C.Before->Size->bytes());
      J.attribute("sizeAfter", C.After->Size->bytes());
      J.attribute("linesBefore", C.LayoutBefore.Lines);
      J.attribute("linesAfter", C.LayoutAfter.Lines);
      J.attribute("holeBytesBefore", C.LayoutBefore.HoleTotal.bytesCeil());
      J.attribute("holeBytesAfter", C.LayoutAfter.HoleTotal.bytesCeil());
      J.attribute("paddingBytesBefore", C.LayoutBefore.TailPadding.bytesCeil());
      J.attribute("paddingBytesAfter", C.LayoutAfter.TailPadding.bytesCeil());
      J.attributeArray("moved", [&] {
        for (const FieldChange &F : C.Fields)
          if (F.changedLine())
            field(F);
      });
      J.attributeArray("shifted", [&] {
        for (const FieldChange &F : C.Fields)
          if (!F.changedLine())
            field(F);
      });
      J.attributeArray("fieldsAdded", [&] { flat(C.New); });
      J.attributeArray("fieldsRemoved", [&] { flat(C.Gone); });
    });
  }

private:
  void field(const FieldChange &F) {
    J.object([&] {
      J.attribute("field", jsonText(F.After.Name));
      J.attribute("lineBefore", F.Before.Lines.First);
      J.attribute("lineAfter", F.After.Lines.First);
      J.attribute("bitOffsetBefore", F.Before.Offset.bits());
      J.attribute("bitOffsetAfter", F.After.Offset.bits());
      J.attribute("bitSizeBefore", F.Before.Extent.bits());
      J.attribute("bitSizeAfter", F.After.Extent.bits());
      J.attribute("straddlesBefore", F.Before.Lines.Straddles);
      J.attribute("straddlesAfter", F.After.Lines.Straddles);
    });
  }

  void flat(const std::vector<FlatField> &Fields) {
    for (const FlatField &F : Fields)
      J.object([&] {
        J.attribute("field", jsonText(F.Name));
        J.attribute("type", jsonText(F.Type));
        J.attribute("bitOffset", F.Offset.bits());
        J.attribute("bitSize", F.Extent.bits());
        J.attribute("cacheLine", F.Lines.First);
        J.attribute("straddles", F.Lines.Straddles);
      });
  }

  OStream &J;
};

} // namespace

void renderDiffJson(const DiffDocument &Doc, llvm::raw_ostream &Out) {
  OStream J(Out, /*IndentSize=*/1);
  J.object([&] {
    J.attribute("old", jsonText(Doc.OldPath));
    J.attribute("new", jsonText(Doc.NewPath));
    J.attribute("lineSize", Doc.Geometry.LineSize.bytes());
    J.attribute("same", static_cast<uint64_t>(Doc.Diff.Same));
    Writer W(J);
    W.names("added", Doc.Diff.Added);
    W.names("removed", Doc.Diff.Removed);
    J.attributeArray("changed", [&] {
      for (const RecordChange &C : Doc.Diff.Changed)
        W.change(C);
    });
    J.attributeArray("regressions", [&] {
      for (const Regression &R : Doc.Regressions)
        J.object([&] {
          J.attribute("record", jsonText(R.Record));
          J.attribute("reason", jsonText(R.Reason));
        });
    });
  });
  Out << '\n';
}

} // namespace cachelint::report
