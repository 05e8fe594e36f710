//===-- TextCells.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/TextCells.h"

#include "llvm/ADT/StringExtras.h"

namespace cachelint::evidence {

using llvm::StringRef;

static constexpr StringRef Blanks = " \t";

StringRef takeToken(StringRef &Rest) {
  Rest = Rest.ltrim(Blanks);
  size_t End = std::min(Rest.find_first_of(Blanks), Rest.size());
  StringRef Token = Rest.take_front(End);
  Rest = Rest.drop_front(End);
  return Token;
}

StringRef takeCell(StringRef &Rest) {
  Rest = Rest.ltrim(Blanks);
  size_t End = std::min({Rest.find("  "), Rest.find('\t'), Rest.size()});
  StringRef Cell = Rest.take_front(End).rtrim(Blanks);
  Rest = Rest.drop_front(End);
  return Cell;
}

Cells splitTokens(StringRef Text, size_t Limit) {
  Cells Result;
  while (Result.size() < Limit) {
    StringRef Token = takeToken(Text);
    if (Token.empty())
      break;
    Result.push_back(Token);
  }
  return Result;
}

Cells splitCells(StringRef Text, size_t Limit) {
  Cells Result;
  while (Result.size() < Limit) {
    StringRef Cell = takeCell(Text);
    if (Cell.empty())
      break;
    Result.push_back(Cell);
  }
  return Result;
}

static bool allDigits(StringRef Text) {
  return !Text.empty() && Text.find_first_not_of("0123456789") == StringRef::npos;
}

std::optional<uint64_t> parseCount(StringRef Text) {
  uint64_t Value = 0;
  if (!allDigits(Text) || Text.getAsInteger(10, Value))
    return std::nullopt;
  return Value;
}

std::optional<uint64_t> parseAddress(StringRef Text) {
  uint64_t Value = 0;
  if (!Text.consume_front("0x") || Text.empty() || Text.getAsInteger(16, Value))
    return std::nullopt;
  return Value;
}

std::optional<model::Percent> parsePercent(StringRef Text) {
  if (!Text.consume_back("%"))
    return std::nullopt;
  auto [Whole, Fraction] = Text.split('.');
  bool HasPoint = Whole.size() != Text.size();
  // Nine digits of each are far more than perf prints, and cannot overflow.
  if (!allDigits(Whole) || (HasPoint && !allDigits(Fraction)) || Whole.size() > 9 ||
      Fraction.size() > 9)
    return std::nullopt;
  uint64_t Digits = 0;
  for (char C : (Whole + Fraction).str())
    Digits = Digits * 10 + static_cast<uint64_t>(C - '0');
  return model::Percent{Digits, static_cast<unsigned>(Fraction.size())};
}

bool looksLikeCount(StringRef Text) { return allDigits(Text); }

bool looksLikeAddress(StringRef Text) {
  return Text.consume_front("0x") && !Text.empty() && llvm::all_of(Text, llvm::isHexDigit);
}

bool looksLikePercent(StringRef Text) {
  return parsePercent(Text) || Text == "-nan%" || Text == "nan%";
}

bool looksLikeNodeList(StringRef Text) {
  if (Text == "N/A")
    return true;
  return !Text.empty() && llvm::isDigit(Text.front()) &&
         Text.find_first_not_of("0123456789,-") == StringRef::npos;
}

std::string quoted(StringRef Text) {
  constexpr size_t Longest = 60;
  std::string Result = "'";
  for (char C : Text.take_front(Longest))
    Result += llvm::isPrint(C) ? C : '?';
  Result += Text.size() > Longest ? "...'" : "'";
  return Result;
}

} // namespace cachelint::evidence
