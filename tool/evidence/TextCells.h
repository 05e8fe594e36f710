//===-- TextCells.h - cells of a printed table -------------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// perf prints tables with two blanks between columns, pads cells, and lets a cell that is too wide
// push the rest of its row to the right. Hence cells are found by the blanks around them, never by
// position.
//
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_EVIDENCE_TEXTCELLS_H
#define CACHELINT_EVIDENCE_TEXTCELLS_H

#include "tool/model/RecordingTotals.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace cachelint::evidence {

using Cells = llvm::SmallVector<llvm::StringRef, 32>;

/// Removes and returns the next run of non-blanks of \p Rest; empty at the end.
llvm::StringRef takeToken(llvm::StringRef &Rest);
/// Removes and returns the text up to two blanks or a tab; single blanks are part of the cell.
llvm::StringRef takeCell(llvm::StringRef &Rest);
/// At most \p Limit pieces: no row of perf has more columns, and a hostile line may have millions.
Cells splitTokens(llvm::StringRef Text, size_t Limit = 128);
Cells splitCells(llvm::StringRef Text, size_t Limit = 128);

/// Decimal digits and nothing else; empty also when the number does not fit.
std::optional<uint64_t> parseCount(llvm::StringRef Text);
/// "0x" and hexadecimal digits.
std::optional<uint64_t> parseAddress(llvm::StringRef Text);
/// "12.34%", "4.4%" or "7%".
std::optional<model::Percent> parsePercent(llvm::StringRef Text);

bool looksLikeCount(llvm::StringRef Text);
bool looksLikeAddress(llvm::StringRef Text);
/// Also true for the "-nan%" that perf prints for a share of nothing.
bool looksLikePercent(llvm::StringRef Text);
/// "0", "0-1,3" or "N/A".
bool looksLikeNodeList(llvm::StringRef Text);

/// \p Text for a message: in quotes, short, and without control characters.
std::string quoted(llvm::StringRef Text);

} // namespace cachelint::evidence

#endif
