//===-- BodyDecls.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/BodyWalker.h"
#include "tool/ast/HeaderPieces.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace cachelint::ast {

namespace {

/// Finds the function bodies of a unit. Those inside of functions (lambdas, local classes) are
/// found by the walk over the function.
class BodyFinder {
public:
  BodyFinder(ExtractContext &Context, BodyWalker &Walker, HeaderPieces *Pieces)
      : Context(Context), Walker(Walker), Pieces(Pieces) {}

  void context(const DeclContext *C) {
    for (const Decl *D : C->decls())
      decl(D);
  }

private:
  void decl(const Decl *D);
  void function(const FunctionDecl *F);
  void variable(const VarDecl *V);

  ExtractContext &Context;
  BodyWalker &Walker;
  HeaderPieces *Pieces;
};

} // namespace

void BodyFinder::function(const FunctionDecl *F) {
  if (!F->doesThisDeclarationHaveABody() || F->isDependentContext() || F->isInvalidDecl() ||
      F->isDefaulted() || F->isDeleted() || !F->getBody())
    return;
  if (HeaderPiece *Piece = Pieces ? Pieces->of(F) : nullptr)
    Walker.function(F, *Piece);
  else
    Walker.function(F);
}

void BodyFinder::variable(const VarDecl *V) {
  if (V->hasInit() && !V->getType()->isDependentType() &&
      !V->getDeclContext()->isDependentContext() && !V->isInvalidDecl())
    Walker.globalVariable(V);
}

void BodyFinder::decl(const Decl *D) {
  if (D->isImplicit() || Context.inSystemHeader(D->getLocation()))
    return;
  if (const auto *F = dyn_cast<FunctionDecl>(D)) {
    function(F);
  } else if (const auto *V = dyn_cast<VarDecl>(D)) {
    variable(V);
  } else if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D)) {
    if (Template->isThisDeclarationADefinition() || Template == Template->getCanonicalDecl())
      for (const FunctionDecl *F : Template->specializations())
        if (const FunctionDecl *Definition = F->getDefinition())
          function(Definition);
  } else if (const auto *Template = dyn_cast<ClassTemplateDecl>(D)) {
    if (Template == Template->getCanonicalDecl())
      for (const ClassTemplateSpecializationDecl *Spec : Template->specializations())
        if (Spec->getSpecializationKind() != TSK_ExplicitSpecialization)
          context(Spec);
  } else if (const auto *Template = dyn_cast<VarTemplateDecl>(D)) {
    if (Template == Template->getCanonicalDecl())
      for (const VarTemplateSpecializationDecl *Spec : Template->specializations())
        variable(Spec);
  } else if (const auto *Friend = dyn_cast<FriendDecl>(D)) {
    if (const NamedDecl *N = Friend->getFriendDecl())
      if (const auto *F = dyn_cast<FunctionDecl>(N))
        function(F);
  } else if (isa<NamespaceDecl, RecordDecl, LinkageSpecDecl, ExportDecl>(D)) {
    const auto *Class = dyn_cast<CXXRecordDecl>(D);
    if (!Class || !Class->isDependentContext())
      context(cast<DeclContext>(D));
  }
}

void extractBodies(ExtractContext &Context, model::UnitFacts &Facts, HeaderPieces *Pieces) {
  BodyWalker Walker(Context, Facts);
  BodyFinder(Context, Walker, Pieces).context(Context.ast().getTranslationUnitDecl());
  Walker.finish();
}

} // namespace cachelint::ast
