//===-- CodeRows.h - code addresses of a recording ----------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_CODEROWS_H
#define CACHELINT_FACTS_CODEROWS_H

#include "tool/model/Recording.h"

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace cachelint::facts {

/// A code address with the symbol that the report says it is in. References are into the recording.
struct CodeRow {
  uint64_t Address = 0;
  llvm::StringRef Symbol;
  bool SymbolMayBeCut = false;
  llvm::StringRef File; ///< with Line only
  uint64_t Line = 0;    ///< 0: not known, or it may be cut
};

/// The code addresses of one file of the recording, each once, by address.
struct CodeGroup {
  llvm::StringRef Object; ///< as the report names it; empty where it does not
  std::vector<CodeRow> Rows;
};

/// By object; those of the kernel, as one group, or all others.
std::vector<CodeGroup> codeGroups(const model::Recording &R, bool Kernel);

bool isKernelRow(const model::RecordedRow &Row);

/// What is behind the last slash.
llvm::StringRef baseName(llvm::StringRef Path);

} // namespace cachelint::facts

#endif
