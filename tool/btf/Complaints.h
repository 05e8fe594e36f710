//===-- Complaints.h - problems with one BTF section --------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_BTF_COMPLAINTS_H
#define CACHELINT_BTF_COMPLAINTS_H

#include "tool/support/Problems.h"

#include <string>

namespace cachelint::btf {

/// Hands problems on with the names of file and section. A damaged file can have one for each of a
/// hundred thousand types, so only the first are told one by one and the rest are counted.
class Complaints {
public:
  /// \p Section: the ELF section, or empty for a file of BTF alone.
  Complaints(std::string Input, std::string Section, ProblemSink &Sink)
      : Input(std::move(Input)), Section(std::move(Section)), Sink(Sink) {}
  Complaints(const Complaints &) = delete;
  ~Complaints();

  /// \p Offset in bytes from the start of the section.
  void warn(uint64_t Offset, std::string Message);
  /// Not counted: there are few kinds of these.
  void fail(uint64_t Offset, std::string Message);
  void fail(std::string Message);

private:
  static constexpr unsigned Told = 20;

  std::string Input, Section;
  ProblemSink &Sink;
  unsigned Warnings = 0;
};

} // namespace cachelint::btf

#endif
