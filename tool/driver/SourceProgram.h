//===-- SourceProgram.h - read the units of a build -------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_SOURCEPROGRAM_H
#define CACHELINT_DRIVER_SOURCEPROGRAM_H

#include "tool/driver/Options.h"
#include "tool/facts/Merge.h"
#include "tool/model/Vocabulary.h"
#include "tool/support/Problems.h"
#include "tool/support/StringPool.h"

#include "llvm/Support/Error.h"

namespace cachelint::driver {

struct SourceUnits {
  facts::MergedFacts Facts;
  size_t Commands = 0;     ///< units asked for
  size_t Read = 0;         ///< units of which something could be read
  size_t Cached = 0;       ///< of these: found in the cache
  model::Vocabulary Words; ///< of the profile given or recognised
};

/// Reads compile_commands.json of Options::BuildDir (or of the nearest folder above the first
/// input) and parses the units at or below \p Paths, Options::Jobs at a time. Units that fail are
/// in \p Problems. The error means that there is nothing to read.
llvm::Expected<SourceUnits> readSources(const Options &O, const std::vector<std::string> &Paths,
                                        bool Bodies, StringPool &Pool, ProblemSink &Problems);

/// The cache line of a target, in bytes, by its triple: 128 on Apple's arm64 and on POWER, 256 on
/// s390x, else 64. Sources: Linux arch/powerpc/include/asm/cache.h and
/// arch/s390/include/asm/cache.h (L1_CACHE_SHIFT 7 and 8), sysctl hw.cachelinesize of Apple
/// silicon.
uint64_t lineSizeOf(model::Str Target);

/// Options::LineSize, or that of \p Target.
model::Bits lineSizeFor(const Options &O, model::Str Target);

} // namespace cachelint::driver

#endif
