//===-- Layouts.h - print record layouts --------------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_REPORT_LAYOUTS_H
#define CACHELINT_REPORT_LAYOUTS_H

#include "tool/model/Layout.h"
#include "tool/model/Record.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace cachelint::report {

/// What `cachelint layout` prints: records in the order to be printed.
struct LayoutDocument {
  std::vector<const model::Record *> Records;
  model::LineGeometry Geometry;
  /// Where paths below are shown relative to, in text; empty: nothing is shortened.
  std::string Directory;
  bool Expand = false; ///< show the fields of nested records in place
  /// Finds the record of a field's type, or null. Must outlive the call of render*.
  llvm::function_ref<const model::Record *(model::Str Key)> Find;
};

/// A line a field, a ruler where a cache line begins, holes and padding in their places, and
/// totals. Offsets and sizes are decimal bytes; bit-fields show byte:bit and a size in bits.
void renderLayoutsText(const LayoutDocument &Doc, llvm::raw_ostream &Out);

/// The JSON document of docs/layout-json.md. Ends with a newline.
void renderLayoutsJson(const LayoutDocument &Doc, llvm::raw_ostream &Out);

} // namespace cachelint::report

#endif
