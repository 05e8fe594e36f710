//===-- Complaints.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/btf/Complaints.h"

#include "fmt/format.h"

namespace cachelint::btf {

Complaints::~Complaints() {
  if (Warnings > Told)
    Sink.add({ProblemLevel::Warning,
              Input,
              Section,
              {},
              {},
              fmt::format("{} more problems like these", Warnings - Told)});
}

void Complaints::warn(uint64_t Offset, std::string Message) {
  if (++Warnings <= Told)
    Sink.add({ProblemLevel::Warning, Input, Section, Offset, {}, std::move(Message)});
}

void Complaints::fail(uint64_t Offset, std::string Message) {
  Sink.add({ProblemLevel::Failure, Input, Section, Offset, {}, std::move(Message)});
}

void Complaints::fail(std::string Message) {
  Sink.add({ProblemLevel::Failure, Input, Section, {}, {}, std::move(Message)});
}

} // namespace cachelint::btf
