//===-- Truth.h - what a compiler itself says of its layouts -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_TESTS_UNIT_DWARF_TRUTH_H
#define CACHELINT_TESTS_UNIT_DWARF_TRUTH_H

#include <cstdint>
#include <string>
#include <vector>

namespace cachelint::test {

/// A row of inputs/truth.h. Sizes in bytes.
struct TruthRow {
  enum Kind { Record = 1, Field = 2, BitField = 3 };
  Kind Is = Record;
  std::string Key, Name;
  uint64_t Size = 0;
  uint64_t Align = 0;  ///< records
  uint64_t Offset = 0; ///< bytes for fields, bits for bit-fields, counted in memory order
  uint64_t Width = 0;  ///< bit-fields
};

/// Reads the section .truth of an object file.
std::vector<TruthRow> readTruth(const std::string &Object);

} // namespace cachelint::test

#endif
