//===-- FactsReader.h - the DWARF sections of a file into the model -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_FACTSREADER_H
#define CACHELINT_DWARF_FACTSREADER_H

#include "tool/dwarf/BinaryReader.h"
#include "tool/dwarf/DebugSections.h"
#include "tool/dwarf/Machine.h"

namespace cachelint::dwarf {

/// The part of readBinary that needs no file: sections as bytes, and what else is known of the
/// binary.
model::UnitFacts readFacts(const DebugSections &Sections, const model::Binary &Image,
                           const Machine &Target, StringPool &Pool, const ReadOptions &Options,
                           ProblemSink &Problems);

} // namespace cachelint::dwarf

#endif
