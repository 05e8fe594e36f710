//===-- LoadBase.h - where a binary was in the recorded process ---*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// A report prints addresses of the recorded process. For a position-independent file they are those
// of the file plus a load base, which the report does not print. But it prints, for each row, the
// address of the code and the symbol that it is in, and often the source line: the load base is the
// only multiple of the page that puts all of them where the file has them.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_LOADBASE_H
#define CACHELINT_FACTS_LOADBASE_H

#include "tool/facts/EvidenceJoin.h"

namespace cachelint::facts {

/// Fits one binary to a recording. Fits is false, and Message says why, when the recording has no
/// code of the file or has it elsewhere; LoadBase is empty, too, when several bases are possible.
model::BinaryFit fitBinary(const RecordedBinary &Binary, const model::Recording &Recording);

/// True when the symbol table's name \p Linkage is what perf prints as \p Printed, perhaps
/// demangled and, with \p MayBeCut, perhaps only its beginning.
bool isSymbolName(llvm::StringRef Printed, bool MayBeCut, llvm::StringRef Linkage);

} // namespace cachelint::facts

#endif
