//===-- Wording.h - phrases of messages ---------------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_WORDING_H
#define CACHELINT_MODEL_WORDING_H

#include "tool/model/Record.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cachelint::model {

/// "'a'", "'a' and 'b'", "'a', 'b' and 'c'", "'a', 'b' and 2 more"; empty for no names.
std::string quotedList(llvm::ArrayRef<std::string> Names);

/// Appends \p Name unless it is empty or there already; true when it was appended.
bool addOnce(std::vector<std::string> &Names, std::string Name);

/// "struct", "class", "union".
llvm::StringRef keywordOf(RecordKind K);

/// The field's name; "(base B)", "(virtual base B)", "(vtable pointer)" for what has none of its
/// own. Empty for an unnamed member.
std::string nameOf(const Field &F);

/// "1 byte", "2 bytes".
std::string counted(uint64_t N, llvm::StringRef Unit);

} // namespace cachelint::model

#endif
