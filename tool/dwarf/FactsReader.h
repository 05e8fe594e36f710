//===-- FactsReader.h - all of a file's facts from its sections -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_FACTSREADER_H
#define CACHELINT_DWARF_FACTSREADER_H

#include "tool/dwarf/FileReader.h"

namespace cachelint::dwarf {

/// What the threads found, once each, completed from each other, and sorted. \p Path names the
/// input in problems.
model::UnitFacts finishFacts(std::vector<Harvest> &Threads, model::Origin From,
                             ProblemSink &Problems);

/// One file, from its sections alone.
model::UnitFacts readFacts(const DebugSections &Sections, const model::Binary &Image,
                           const Machine &Target, StringPool &Pool, const ReadOptions &Options,
                           ProblemSink &Problems);

} // namespace cachelint::dwarf

#endif
