//===-- Problems.h - what went wrong with an input ---------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_SUPPORT_PROBLEMS_H
#define CACHELINT_SUPPORT_PROBLEMS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace cachelint {

enum class ProblemLevel {
  Warning, ///< something was passed over, but the input as a whole was read
  Failure, ///< the input gave nothing, or so little that results lack what the user asked for
};

/// One thing that went wrong, said so that a user can act on it.
///
/// Messages start in lower case, end without a full stop, and name what was seen and what to do.
struct Problem {
  ProblemLevel Level = ProblemLevel::Warning;
  std::string Input;   ///< file, or "file(member)" for an archive
  std::string Section; ///< ELF section, report section, or empty
  std::optional<uint64_t>
      Offset;                   ///< bytes from the start of Section, or of Input when that is empty
  std::optional<uint64_t> Line; ///< 1-based line of a text input
  std::string Message;
  /// 1-based; only with Line. Last, so that the fields before it can still be given in order.
  std::optional<uint64_t> Column = std::nullopt;

  /// "input:line: message", "input:line:column: message", "input(section+0xoffset): message" ...
  std::string text() const;

  bool operator==(const Problem &) const = default;
};

/// Collects problems from readers that go on after them. Safe to use from many threads.
class ProblemSink {
public:
  void add(Problem P);
  void warn(llvm::StringRef Input, const std::string &Message);
  void fail(llvm::StringRef Input, const std::string &Message);

  bool hasFailures() const;
  /// Sorted by input, section, offset and message, without repeats, so that output does not depend
  /// on which thread came first.
  std::vector<Problem> sorted() const;

private:
  mutable std::mutex Lock;
  std::vector<Problem> Problems;
};

} // namespace cachelint

#endif
