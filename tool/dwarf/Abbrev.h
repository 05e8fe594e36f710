//===-- Abbrev.h - how the entries of a unit are laid out -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_ABBREV_H
#define CACHELINT_DWARF_ABBREV_H

#include "tool/dwarf/DebugSections.h"
#include "tool/dwarf/UnitHeader.h"

#include "llvm/ADT/DenseMap.h"

#include <string>
#include <vector>

namespace cachelint::dwarf {

struct AttributeSpec {
  uint16_t Name = 0;
  uint16_t Form = 0;
  int64_t ImplicitConst = 0;
};

/// One thing to do when reading an entry: skip some bytes, or read or skip one value.
struct Step {
  AttributeSpec Spec;      ///< Spec.Name 0: only to be skipped
  uint32_t SkipBefore = 0; ///< bytes of attributes of fixed width that nobody wants
};

struct Abbrev {
  uint16_t Tag = 0;
  bool HasChildren = false;
  bool Wanted = false; ///< entries of this tag become nodes
  uint32_t FirstStep = 0, StepCount = 0;
  uint32_t FirstSpec = 0, SpecCount = 0;
  uint32_t SkipAfter = 0; ///< as Step::SkipBefore, behind the last step
};

/// The abbreviations of a unit, made ready so that entries nobody wants are stepped over with one
/// addition: most of a large file is bodies of functions.
class AbbrevTable {
public:
  /// False, with \p Error, when the table cannot be read to its end.
  bool read(const DebugSections &Sections, const UnitHeader &H, std::string &Error);

  const Abbrev *find(uint64_t Code) const {
    if (Code - 1 < Dense.size()) [[likely]]
      return &Dense[Code - 1];
    if (Code >= UnusableCode)
      return nullptr;
    auto It = Sparse.find(Code);
    return It == Sparse.end() ? nullptr : &It->second;
  }
  llvm::ArrayRef<Step> steps(const Abbrev &A) const {
    return llvm::ArrayRef(Steps).slice(A.FirstStep, A.StepCount);
  }
  /// All attributes, as listed.
  llvm::ArrayRef<AttributeSpec> specs(const Abbrev &A) const {
    return llvm::ArrayRef(Specs).slice(A.FirstSpec, A.SpecCount);
  }

private:
  /// The two largest numbers are the map's own marks for empty places.
  static constexpr uint64_t UnusableCode = UINT64_MAX - 1;

  void plan(Abbrev &A, const UnitHeader &H);
  void insert(uint64_t Code, const Abbrev &A);

  std::vector<Abbrev> Dense; ///< code I + 1 at I: compilers number without gaps
  llvm::DenseMap<uint64_t, Abbrev> Sparse;
  std::vector<Step> Steps;
  std::vector<AttributeSpec> Specs;
};

} // namespace cachelint::dwarf

#endif
