//===-- RecordExtractor.h - records and their layout from the AST -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_RECORDEXTRACTOR_H
#define CACHELINT_AST_RECORDEXTRACTOR_H

#include "tool/ast/LineSpelling.h"
#include "tool/ast/UnitDecls.h"

namespace cachelint::ast {

/// \p R must be one of \p Decls.Records.
model::Record extractRecord(ExtractContext &Context, const UnitDecls &Decls,
                            const LineSpelling &Spelling, const clang::RecordDecl *R);

/// What speaks against another order of the fields, or tells something of the record as a whole.
/// \p Built has its fields already.
model::RecordFlag recordFlags(ExtractContext &Context, const UnitDecls &Decls,
                              const clang::RecordDecl *R, const model::Record &Built);

} // namespace cachelint::ast

#endif
