//===-- Packing.h - what offsets prove of packing -----------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_BTF_PACKING_H
#define CACHELINT_BTF_PACKING_H

#include "tool/btf/TypeUses.h"

namespace cachelint::btf {

/// Tells from places that a compiler would not choose that something was packed: the record, a
/// member, or the type of one. That the rest of the records are not is not said.
class Packing {
public:
  /// \p Triple may be empty.
  Packing(const TypeTable &Types, llvm::StringRef Triple, std::optional<unsigned> PointerBytes);

  bool provedBy(const model::Field &F, const TypeFacts &Type, model::Bits RecordSize) const;

private:
  uint64_t alignOf(const TypeFacts &Type) const;

  /// Scalars are aligned to their size, but to no more than this for certain, in bytes; 0: nothing
  /// is certain.
  uint64_t Certain = 0;
};

} // namespace cachelint::btf

#endif
