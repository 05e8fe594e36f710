//===-- DiffText.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Wording.h"
#include "tool/report/Diffs.h"

#include "fmt/format.h"

namespace cachelint::report {

using namespace model;

namespace {

std::string placeText(const FlatField &F) {
  std::string Offset = F.BitField ? fmt::format("{}:{}", F.Offset.bytes(), F.Offset.bits() % 8)
                                  : fmt::format("{}", F.Offset.bytes());
  return fmt::format("{} (line {})", Offset, F.Lines.First);
}

std::string sizeText(const FlatField &F) {
  return F.BitField || !F.Extent.isWholeBytes() ? counted(F.Extent.bits(), "bit")
                                                : counted(F.Extent.bytes(), "byte");
}

/// "128 -> 192", or the number alone where both are equal.
std::string change(uint64_t Before, uint64_t After) {
  return Before == After ? fmt::format("{}", Before) : fmt::format("{} -> {}", Before, After);
}

class Printer {
public:
  Printer(const DiffDocument &Doc, llvm::raw_ostream &Out) : Doc(Doc), Out(Out) {}

  void run() {
    for (const RecordChange &C : Doc.Diff.Changed)
      changed(C);
    names("added", Doc.Diff.Added);
    names("removed", Doc.Diff.Removed);
    Out << fmt::format("{} changed, {} added, {} removed, {} the same\n", Doc.Diff.Changed.size(),
                       Doc.Diff.Added.size(), Doc.Diff.Removed.size(), Doc.Diff.Same);
    for (const Regression &R : Doc.Regressions)
      Out << fmt::format("regression: {} {}\n", R.Record, R.Reason);
  }

private:
  void changed(const RecordChange &C) {
    Out << fmt::format(
        "{} {}: size {}, lines {}, holes {}, padding {}\n", keywordOf(C.After->Kind).str(),
        C.After->Name.str(), change(C.Before->Size->bytes(), C.After->Size->bytes()),
        change(C.LayoutBefore.Lines, C.LayoutAfter.Lines),
        change(C.LayoutBefore.HoleTotal.bytesCeil(), C.LayoutAfter.HoleTotal.bytesCeil()),
        change(C.LayoutBefore.TailPadding.bytesCeil(), C.LayoutAfter.TailPadding.bytesCeil()));
    for (const FlatField &F : C.Gone)
      row('-', F, placeText(F) + ", " + sizeText(F));
    for (const FlatField &F : C.New)
      row('+', F, placeText(F) + ", " + sizeText(F) + (F.Lines.Straddles ? ", straddles" : ""));
    size_t Shifted = 0;
    for (const FieldChange &F : C.Fields) {
      if (F.changedLine() || F.resized() || F.beganToStraddle())
        row('~', F.After, describe(F));
      else
        ++Shifted;
    }
    if (Shifted)
      Out << fmt::format("    {} moved within their line\n", counted(Shifted, "field"));
    Out << '\n';
  }

  static std::string describe(const FieldChange &F) {
    std::string Text = placeText(F.Before);
    if (F.Before.Offset != F.After.Offset)
      Text += " -> " + placeText(F.After);
    if (F.resized())
      Text += fmt::format(", {} -> {}", sizeText(F.Before), sizeText(F.After));
    if (F.beganToStraddle())
      Text += ", straddles now";
    return Text;
  }

  void row(char Sign, const FlatField &F, const std::string &Text) {
    Out << fmt::format("  {} {:<28} {}\n", Sign, F.Name, Text);
  }

  void names(const char *What, const std::vector<const Record *> &Records) {
    for (const Record *R : Records)
      Out << fmt::format("{}: {} ({})\n", What, R->Name.str(), counted(R->Size->bytes(), "byte"));
    if (!Records.empty())
      Out << '\n';
  }

  const DiffDocument &Doc;
  llvm::raw_ostream &Out;
};

} // namespace

void renderDiffText(const DiffDocument &Doc, llvm::raw_ostream &Out) { Printer(Doc, Out).run(); }

} // namespace cachelint::report
