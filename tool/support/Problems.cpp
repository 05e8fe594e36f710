//===-- Problems.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/support/Problems.h"

#include "fmt/format.h"

#include <algorithm>
#include <tuple>

namespace cachelint {

std::string Problem::text() const {
  std::string Where = Input;
  if (Line)
    Where += fmt::format(":{}", *Line);
  if (Line && Column)
    Where += fmt::format(":{}", *Column);
  if (!Section.empty() && Offset)
    Where += fmt::format("({}+0x{:x})", Section, *Offset);
  else if (!Section.empty())
    Where += fmt::format("({})", Section);
  else if (Offset)
    Where += fmt::format("(+0x{:x})", *Offset);
  return Where.empty() ? Message : Where + ": " + Message;
}

void ProblemSink::add(Problem P) {
  std::lock_guard<std::mutex> Guard(Lock);
  Problems.push_back(std::move(P));
}

/// An error that comes up from a reader may name its input already; a person wants it once.
static std::string withoutInput(llvm::StringRef Input, llvm::StringRef Message) {
  llvm::StringRef Rest = Message;
  return (!Input.empty() && Rest.consume_front(Input) && Rest.consume_front(": ") ? Rest : Message)
      .str();
}

void ProblemSink::warn(llvm::StringRef Input, const std::string &Message) {
  add({ProblemLevel::Warning, Input.str(), {}, {}, {}, withoutInput(Input, Message)});
}

void ProblemSink::fail(llvm::StringRef Input, const std::string &Message) {
  add({ProblemLevel::Failure, Input.str(), {}, {}, {}, withoutInput(Input, Message)});
}

bool ProblemSink::hasFailures() const {
  std::lock_guard<std::mutex> Guard(Lock);
  return std::any_of(Problems.begin(), Problems.end(),
                     [](const Problem &P) { return P.Level == ProblemLevel::Failure; });
}

std::vector<Problem> ProblemSink::sorted() const {
  std::vector<Problem> Result;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Result = Problems;
  }
  auto Key = [](const Problem &P) {
    return std::tie(P.Input, P.Section, P.Offset, P.Line, P.Column, P.Message, P.Level);
  };
  std::sort(Result.begin(), Result.end(),
            [&](const Problem &A, const Problem &B) { return Key(A) < Key(B); });
  Result.erase(std::unique(Result.begin(), Result.end()), Result.end());
  return Result;
}

} // namespace cachelint
