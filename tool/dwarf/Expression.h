//===-- Expression.h - the few location expressions that a layout needs -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_EXPRESSION_H
#define CACHELINT_DWARF_EXPRESSION_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>

namespace cachelint::dwarf {

class Unit;
struct FormContext;
struct Node;

/// Where a member is that an expression places (DWARF 2 had no constants for it): the expression's
/// result for a record at address 0. Empty when it needs memory or registers, as virtual bases do.
std::optional<uint64_t> constantPlace(llvm::ArrayRef<uint8_t> Expression, const FormContext &C);

struct StaticPlace {
  uint64_t Address = 0; ///< or the offset in the thread-local block
  bool ThreadLocal = false;
};

/// Where a whole variable is, for as long as the program (or thread) runs; empty for registers,
/// stack places, pieces and values.
std::optional<StaticPlace> staticPlace(llvm::ArrayRef<uint8_t> Expression, const FormContext &C);

/// staticPlace of a variable's node.
std::optional<StaticPlace> staticPlaceOf(const Unit &U, const Node &Variable);

} // namespace cachelint::dwarf

#endif
