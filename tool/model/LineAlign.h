//===-- LineAlign.h - how a record is aligned to cache lines in source -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_LINEALIGN_H
#define CACHELINT_MODEL_LINEALIGN_H

#include "tool/model/Finding.h"
#include "tool/model/Program.h"

#include <optional>
#include <string>

namespace cachelint::model {

/// What to write on a record: the word that its unit has for that, else the compilers' attribute.
std::string lineAlignText(const Record &R, Bits LineSize);

/// Inserts lineAlignText() where it aligns the type. Empty where the text cannot be edited: inside
/// a macro, in a system header, or when the input has no source ranges.
std::optional<Fix> lineAlignFix(const Record &R, Bits LineSize);

/// Places beside the array \p Array that hold objects of this record by value: fields of other
/// records and variables that are no locals. Each would grow with the record.
unsigned otherUsesOf(const Program &P, const Record &R, const ArrayFacts &Array);

} // namespace cachelint::model

#endif
