//===-- UnitExtractor.cpp ------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/UnitExtractor.h"

#include "tool/ast/HeaderPieces.h"
#include "tool/ast/LineSpelling.h"
#include "tool/ast/MarkExtractor.h"
#include "tool/ast/RecordExtractor.h"
#include "tool/ast/UnitDecls.h"
#include "tool/ast/VariableExtractor.h"

namespace cachelint::ast {

static void extract(ExtractContext &Context, const UnitDecls &Decls, const LineSpelling &Spelling,
                    model::FactLists &Facts) {
  for (const clang::RecordDecl *R : Decls.Records)
    Facts.Records.push_back(extractRecord(Context, Decls, Spelling, R));
  for (const clang::VarDecl *V : Decls.Variables)
    if (isWorthListing(Context, V))
      Facts.Variables.push_back(extractVariable(Context, V));
  Facts.Marks = extractMarks(Context, Decls);
}

/// Nothing in a piece may tell which unit it comes from: how the unit would align a record is left
/// to the unit that declares it.
static void extractPiece(ExtractContext &Context, HeaderPiece &Piece) {
  extract(Context, Piece.Decls, LineSpelling(), Piece.Facts);
  model::Str Header = Context.posOf(Piece.Body->Function->getLocation()).File;
  for (model::Record &R : Piece.Facts.Records)
    R.From.Input = Header;
  for (model::Variable &V : Piece.Facts.Variables)
    V.From.Input = Header;
}

void extractDeclarations(ExtractContext &Context, model::UnitFacts &Facts, HeaderPieces *Pieces) {
  Facts.From = Context.origin();
  UnitDecls Decls = collectDecls(Context, Pieces);
  extract(Context, Decls, findLineSpelling(Context), Facts);
  if (Pieces)
    for (HeaderPiece &Piece : Pieces->all())
      extractPiece(Context, Piece);
}

} // namespace cachelint::ast
