//===-- LineSpelling.h - how a unit aligns things to a cache line -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_LINESPELLING_H
#define CACHELINT_AST_LINESPELLING_H

#include "tool/ast/ExtractContext.h"

namespace cachelint::ast {

struct LineSpelling {
  model::Str Text;      ///< "__rte_cache_aligned", "alignas(64)", "__attribute__((aligned(64)))"
  bool Keyword = false; ///< alignas or a macro of it: stands behind "struct", not behind "}"
};

/// The first macro of the vocabulary that the unit has at its end and that really aligns, since an
/// edit with an undefined one would declare a variable instead. Without one, the language's own
/// way.
LineSpelling findLineSpelling(ExtractContext &Context);

} // namespace cachelint::ast

#endif
