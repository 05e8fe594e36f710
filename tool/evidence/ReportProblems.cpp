//===-- ReportProblems.cpp -----------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/evidence/ReportProblems.h"

#include "fmt/format.h"

namespace cachelint::evidence {

static constexpr uint64_t NamedOfEachKind = 10;

void ReportProblems::warn(llvm::StringRef Kind, uint64_t Line, std::string Message) {
  if (++Seen[Kind] > NamedOfEachKind)
    return;
  Problem P;
  P.Input = Input;
  P.Line = Line;
  P.Message = std::move(Message);
  Sink.add(std::move(P));
}

ReportProblems::~ReportProblems() {
  for (const auto &Entry : Seen)
    if (Entry.second > NamedOfEachKind)
      Sink.warn(Input,
                fmt::format("{} more: {}", Entry.second - NamedOfEachKind, Entry.first().str()));
}

} // namespace cachelint::evidence
