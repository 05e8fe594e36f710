//===-- Recordings.h - read the recordings of a run ---------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_RECORDINGS_H
#define CACHELINT_DRIVER_RECORDINGS_H

#include "tool/model/Recording.h"
#include "tool/support/Problems.h"

#include "llvm/Support/Error.h"

#include <string>

namespace cachelint::driver {

/// The report in the file \p Path ("-" is the standard input).
llvm::Expected<model::Recording> readRecording(const std::string &Path, ProblemSink &Problems);

} // namespace cachelint::driver

#endif
