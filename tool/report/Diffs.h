//===-- Diffs.h - print what changed between two binaries ---------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_REPORT_DIFFS_H
#define CACHELINT_REPORT_DIFFS_H

#include "tool/model/LayoutDiff.h"

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace cachelint::report {

/// Why a change counts as a regression.
struct Regression {
  std::string Record;
  std::string Reason; ///< "takes 3 lines, 1 more than before"
};

struct DiffDocument {
  std::string OldPath, NewPath;
  model::LineGeometry Geometry;
  model::LayoutDiff Diff;
  std::vector<Regression> Regressions; ///< by record
};

/// A block a changed record, added and removed ones by name, a line of totals.
void renderDiffText(const DiffDocument &Doc, llvm::raw_ostream &Out);

/// The JSON document of docs/diff-json.md. Ends with a newline.
void renderDiffJson(const DiffDocument &Doc, llvm::raw_ostream &Out);

} // namespace cachelint::report

#endif
