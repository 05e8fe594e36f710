//===-- ArrayIdentity.h - which array an index steps over ---------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_ARRAYIDENTITY_H
#define CACHELINT_FACTS_ARRAYIDENTITY_H

#include "tool/model/Program.h"
#include "tool/support/StringPool.h"

namespace cachelint::facts {

/// Key, name, owner and position of the array that the index at step \p Index of a place's path
/// steps over: a variable, a member, or the block behind a pointer, which goes by the pointer's
/// name. The other parts of the result are as constructed. Key is empty when the array has no name.
model::ArrayFacts identifyArray(const model::AccessPath &Path, size_t Index,
                                const model::Program &P, StringPool &Pool);

/// Bytes that a path touches behind step \p Index, from the start of the element, as [first, end).
/// Stops at the end of the object: a pointer in it is touched, not what it points to. \p Size is
/// that of the access, empty when not known or when the access is elsewhere.
std::optional<std::pair<uint64_t, uint64_t>>
touchedBytes(const model::AccessPath &Path, size_t Index, std::optional<model::Bits> Size);

} // namespace cachelint::facts

#endif
