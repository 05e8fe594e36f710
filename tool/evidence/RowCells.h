//===-- RowCells.h - the text cells of a pareto row --------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_ROWCELLS_H
#define CACHELINT_EVIDENCE_ROWCELLS_H

#include "tool/model/Recording.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <vector>

namespace cachelint::evidence {

/// Where the Symbol cell of a row begins: at "[.] ", or with perf -v at the address before it.
/// npos if the row has none.
size_t findSymbolCell(llvm::StringRef Row);

/// Removes and returns the Symbol cell that \p Tail begins with. What perf -v puts in front of the
/// mode has runs of blanks, so that takeCell would end in it.
llvm::StringRef takeSymbolCell(llvm::StringRef &Tail);

/// "[.] name", "[k] name", and "0x1174  d [.] name" of perf -v.
void readSymbol(llvm::StringRef Cell, model::RecordedRow &Row);

/// "file.c:33". Of "symbol+18", "object[25ac]", "??:0" only the text is kept: they name no file.
void readSource(llvm::StringRef Cell, model::RecordedRow &Row);

/// "4243:name".
void readThread(llvm::StringRef Cell, model::RecordedRow &Row);

/// "0  1", "0{0-1,4}  1{24}" (-NN) or "0{ 1 100.0%    n/a}" (-N). Empty if it is none of these to
/// the end.
std::optional<std::vector<model::NodeUse>> readNodes(llvm::StringRef Cell);

/// perf prints Symbol and Source:Line in at most this many columns, unless given --full-symbols.
constexpr size_t CutWidth = 30;

} // namespace cachelint::evidence

#endif
