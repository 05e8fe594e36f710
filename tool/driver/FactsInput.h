//===-- FactsInput.h - units read elsewhere -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_FACTSINPUT_H
#define CACHELINT_DRIVER_FACTSINPUT_H

#include "tool/driver/SourceProgram.h"

namespace cachelint::driver {

/// Merges the facts files of Options::FactsDirs: files, and folders with *.facts at any depth.
/// Files that cannot be read are failures in \p Problems; the error means that there is nothing to
/// work on.
llvm::Expected<SourceUnits> readFactsFiles(const Options &O, StringPool &Pool,
                                           ProblemSink &Problems);

} // namespace cachelint::driver

#endif
