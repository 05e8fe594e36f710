//===-- UnitExtractor.cpp ------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/UnitExtractor.h"

#include "tool/ast/LineSpelling.h"
#include "tool/ast/MarkExtractor.h"
#include "tool/ast/RecordExtractor.h"
#include "tool/ast/UnitDecls.h"
#include "tool/ast/VariableExtractor.h"

namespace cachelint::ast {

void extractDeclarations(ExtractContext &Context, model::UnitFacts &Facts) {
  Facts.From = Context.origin();
  UnitDecls Decls = collectDecls(Context);
  LineSpelling Spelling = findLineSpelling(Context);
  for (const clang::RecordDecl *R : Decls.Records)
    Facts.Records.push_back(extractRecord(Context, Decls, Spelling, R));
  for (const clang::VarDecl *V : Decls.Variables)
    if (isWorthListing(Context, V))
      Facts.Variables.push_back(extractVariable(Context, V));
  Facts.Marks = extractMarks(Context, Decls);
}

} // namespace cachelint::ast
