//===-- Output.h - where results go -------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_OUTPUT_H
#define CACHELINT_DRIVER_OUTPUT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace cachelint::driver {

/// Writes to \p Path, or to stdout when it is empty. A file appears whole or not at all: it is
/// written beside its place and then renamed.
llvm::Error writeOutput(const std::string &Path,
                        llvm::function_ref<void(llvm::raw_ostream &)> Write);

} // namespace cachelint::driver

#endif
