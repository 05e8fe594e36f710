//===-- InputKind.h - what kind of recording a file is -----------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_INPUTKIND_H
#define CACHELINT_EVIDENCE_INPUTKIND_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace cachelint::evidence {

/// Known by content, never by name.
enum class InputKind {
  C2cReport,     ///< text of `perf c2c report --stdio`, whole or in part
  PerfData,      ///< perf.data, "PERFILE2" in either byte order, or the old "PERFFILE"
  PerfScript,    ///< text of `perf script`: a line a sample
  PerfMemReport, ///< text of `perf mem report`: totals by sort key, without addresses
  PerfReport,    ///< text of `perf report` or `perf annotate`
  Elf,
  Compressed, ///< gzip, xz, zstd or bzip2
  Utf16,      ///< text that a Windows shell wrote
  Binary,     ///< none of these, with zero bytes
  Empty,
  OtherText,
};

InputKind recogniseInput(llvm::StringRef Text);

/// Why an input of \p Kind is not read as a c2c report, and what to do: "perf.data is not read yet:
/// ...". Empty for C2cReport. \p Name is put into the commands.
std::string refusal(InputKind Kind, llvm::StringRef Name);

} // namespace cachelint::evidence

#endif
