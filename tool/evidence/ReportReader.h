//===-- ReportReader.h - text of perf c2c report -----------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_REPORTREADER_H
#define CACHELINT_EVIDENCE_REPORTREADER_H

#include "tool/model/Recording.h"
#include "tool/support/Problems.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace cachelint::evidence {

/// Reads what `perf c2c report --stdio` printed: any release since the prototype of 2016, whole or
/// in part, as it came from perf or as mail, pages and the terminal UI have it.
///
/// The format has no specification; it is known from tools/perf/builtin-c2c.c of Linux 4.14 to 7.x
/// and from public copies. \p Name is used in messages only. Nothing in the result points into \p
/// Text.
///
/// Fails, with what the input is and what to do as message, when \p Text has no part of a report:
/// for perf.data, perf script, perf mem report, binary files. Everything else that is wrong goes to
/// \p Sink with its line, and reading goes on; numbers that contradict each other are in
/// Recording::Inconsistencies.
llvm::Expected<model::Recording> readC2cReport(llvm::StringRef Name, llvm::StringRef Text,
                                               ProblemSink &Sink);

} // namespace cachelint::evidence

#endif
