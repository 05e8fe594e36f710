//===-- UnitDecls.cpp ----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/UnitDecls.h"

#include "tool/ast/HeaderPieces.h"
#include "tool/ast/MacroNames.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

namespace cachelint::ast {

using clang::QualType;

static const clang::RecordDecl *recordBehind(QualType T) {
  if (T.isNull())
    return nullptr;
  const clang::Type *Element = T->getBaseElementTypeUnsafe();
  const auto *R = Element->getAs<clang::RecordType>();
  return R ? R->getDecl()->getDefinition() : nullptr;
}

/// BUILD_BUG_ON, RTE_BUILD_BUG_ON, STATIC_ASSERT, compiletime_assert, G_STATIC_ASSERT, CTASSERT ...
static bool isStaticAssertName(llvm::StringRef Macro) {
  std::string Lower = Macro.lower();
  llvm::StringRef Name = Lower;
  return Name.contains("build_bug") || Name.contains("static_assert") ||
         Name.contains("staticassert") || Name.contains("compile_time_assert") ||
         Name.contains("compiletime_assert") || Name.contains("build_assert") || Name == "ctassert";
}

namespace {

class DeclCollector : public clang::RecursiveASTVisitor<DeclCollector> {
  using Base = clang::RecursiveASTVisitor<DeclCollector>;

public:
  DeclCollector(ExtractContext &Context, UnitDecls &Out, HeaderPieces *Pieces)
      : Context(Context), Out(&Out), Pieces(Pieces) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return false; }
  // The walk is about what was written; instantiations repeat the type locations of their pattern.
  bool shouldWalkTypesOfTypeLocs() const { return false; }

  bool TraverseStmt(clang::Stmt *S, DataRecursionQueue *Queue = nullptr);
  bool VisitRecordDecl(clang::RecordDecl *R);
  bool VisitVarDecl(clang::VarDecl *V);
  bool VisitFieldDecl(clang::FieldDecl *F);
  bool VisitTypedefNameDecl(clang::TypedefNameDecl *T);
  bool VisitFunctionDecl(clang::FunctionDecl *F);
  bool TraverseStaticAssertDecl(clang::StaticAssertDecl *A);
  bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *E);
  bool VisitOffsetOfExpr(clang::OffsetOfExpr *E);
  bool VisitInitListExpr(clang::InitListExpr *E);

  /// After the walk: the records to list, in their order.
  void chooseRecords();

private:
  bool inStaticAssertMacro(clang::SourceLocation L);
  bool isListed(const clang::VarDecl *V) const;
  void chooseRecords(HeaderPiece &Piece);

  ExtractContext &Context;
  // Those of the unit or, inside of its body, those of a piece.
  UnitDecls *Out;
  ReachedRecords OfUnit;
  ReachedRecords *Reached = &OfUnit;
  HeaderPieces *Pieces;
  std::vector<const clang::RecordDecl *> Defined;
  unsigned AssertDepth = 0;
};

} // namespace

bool DeclCollector::VisitRecordDecl(clang::RecordDecl *R) {
  if (!R->isThisDeclarationADefinition() || R->isDependentContext())
    return true;
  if (const auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(R))
    if (Class->isLambda())
      return true;
  Defined.push_back(R);
  if (!Context.inSystemHeader(R->getLocation()))
    Reached->reach(R);
  return true;
}

bool DeclCollector::TraverseStmt(clang::Stmt *S, DataRecursionQueue *Queue) {
  HeaderPiece *Piece = Pieces && S ? Pieces->ofBody(S) : nullptr;
  if (!Piece)
    return Base::TraverseStmt(S, Queue);
  UnitDecls *Outer = std::exchange(Out, &Piece->Decls);
  Reached = &Piece->Reached;
  bool GoOn = Base::TraverseStmt(S);
  Out = Outer;
  Reached = &OfUnit;
  return GoOn;
}

void DeclCollector::chooseRecords() {
  for (const clang::RecordDecl *R : Defined)
    if (OfUnit.contains(R) && Context.layoutOf(R))
      Out->Records.push_back(R);
  if (Pieces)
    for (HeaderPiece &Piece : Pieces->all())
      chooseRecords(Piece);
}

/// Bodies with records of their own are no pieces, and records of the program's headers are listed
/// by the unit.
void DeclCollector::chooseRecords(HeaderPiece &Piece) {
  UnitDecls &Decls = Piece.Decls;
  for (const clang::RecordDecl *R : Defined) {
    bool Used = Context.inSystemHeader(R->getLocation()) && Piece.Reached.contains(R);
    if ((Used || Decls.Asserted.contains(R) || Decls.InitialisedByPosition.contains(R)) &&
        Context.layoutOf(R))
      Decls.Records.push_back(R);
  }
}

bool DeclCollector::VisitFieldDecl(clang::FieldDecl *F) {
  if (!Context.inSystemHeader(F->getLocation()))
    Reached->reach(F->getType());
  return true;
}

/// Constants of libraries are many, and nobody writes to them.
bool DeclCollector::isListed(const clang::VarDecl *V) const {
  if (llvm::isa<clang::ParmVarDecl>(V) || !V->getIdentifier() || mainDeclaration(V) != V)
    return false;
  return !Context.inSystemHeader(V->getLocation()) ||
         !(V->isConstexpr() || V->getType().isConstQualified());
}

bool DeclCollector::VisitVarDecl(clang::VarDecl *V) {
  if (V->isInvalidDecl() || V->getType()->isDependentType() ||
      V->getDeclContext()->isDependentContext())
    return true;
  if (!Context.inSystemHeader(V->getLocation()))
    Reached->reach(V->getType());
  if (isListed(V))
    Out->Variables.push_back(V);
  return true;
}

bool DeclCollector::VisitTypedefNameDecl(clang::TypedefNameDecl *T) {
  if (!T->isInvalidDecl() && !T->getUnderlyingType()->isDependentType() && T->hasAttrs())
    Out->Typedefs.push_back(T);
  return true;
}

bool DeclCollector::VisitFunctionDecl(clang::FunctionDecl *F) {
  if (!F->isDependentContext() && definesRecordInPlace(F))
    Out->RecordReturning.push_back(F);
  return true;
}

bool DeclCollector::TraverseStaticAssertDecl(clang::StaticAssertDecl *A) {
  ++AssertDepth;
  bool GoOn = Base::TraverseStaticAssertDecl(A);
  --AssertDepth;
  return GoOn;
}

/// Does any macro around \p L assert at compile time? What it expands to differs widely: a negative
/// array size, a function with an error attribute, a switch with two equal cases.
bool DeclCollector::inStaticAssertMacro(clang::SourceLocation L) {
  const clang::SourceManager &Sources = Context.sources();
  for (unsigned Depth = 0; L.isMacroID() && Depth < 32; ++Depth) {
    if (isStaticAssertName(clang::Lexer::getImmediateMacroName(L, Sources, Context.lang())))
      return true;
    L = Sources.getImmediateMacroCallerLoc(L);
  }
  return false;
}

bool DeclCollector::VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *E) {
  if (E->getKind() != clang::UETT_SizeOf || E->isInstantiationDependent())
    return true;
  const clang::RecordDecl *R = recordBehind(E->getTypeOfArgument());
  if (R && !Context.inSystemHeader(E->getBeginLoc()))
    Reached->reach(R); // what an allocation is for
  if (R && (AssertDepth != 0 || inStaticAssertMacro(E->getBeginLoc())))
    Out->Asserted.insert(R);
  return true;
}

bool DeclCollector::VisitOffsetOfExpr(clang::OffsetOfExpr *E) {
  const clang::RecordDecl *R =
      E->isInstantiationDependent() ? nullptr : recordBehind(E->getTypeSourceInfo()->getType());
  if (R && (AssertDepth != 0 || inStaticAssertMacro(E->getBeginLoc())))
    Out->Asserted.insert(R);
  return true;
}

bool DeclCollector::VisitInitListExpr(clang::InitListExpr *E) {
  const clang::InitListExpr *Written = E->isSyntacticForm() ? E : E->getSyntacticForm();
  const clang::RecordDecl *R = recordBehind(E->getType());
  // A list of several things of an array, or one that the author did not write, says nothing.
  if (!Written || !R || E->getType()->isArrayType() || Written->getNumInits() < 2 ||
      Context.inSystemHeader(Written->getBeginLoc()))
    return true;
  bool Designated = llvm::any_of(Written->inits(), [](const clang::Expr *I) {
    return llvm::isa<clang::DesignatedInitExpr>(I);
  });
  if (!Designated)
    Out->InitialisedByPosition.insert(R);
  return true;
}

UnitDecls collectDecls(ExtractContext &Context, HeaderPieces *Pieces) {
  UnitDecls Out;
  DeclCollector Collector(Context, Out, Pieces);
  Collector.TraverseDecl(Context.ast().getTranslationUnitDecl());
  Collector.chooseRecords();
  return Out;
}

} // namespace cachelint::ast
