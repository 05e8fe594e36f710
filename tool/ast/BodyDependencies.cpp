//===-- BodyDependencies.cpp ---------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/BodyDependencies.h"

#include "tool/ast/ExtractContext.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace cachelint::ast {

namespace {

class DependencyFinder : public RecursiveASTVisitor<DependencyFinder> {
public:
  DependencyFinder(const ParsedBody &Body, ASTContext &Ast, HeaderState &State)
      : Body(Body), Ast(Ast), Sources(Ast.getSourceManager()), State(State),
        Own(State.indexOf(Body.File)), Covered(State.closureOf(Own, Body.Includes)) {}

  bool run();
  FileStates take();

  bool shouldVisitImplicitCode() const { return true; }
  bool VisitExpr(Expr *E);
  bool VisitDeclRefExpr(DeclRefExpr *E) { return addNamed(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) { return addNamed(E->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) { return addNamed(E->getConstructor()); }
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    return addType(E->getTypeOfArgument(), true);
  }
  bool VisitOffsetOfExpr(OffsetOfExpr *E) {
    return addType(E->getTypeSourceInfo()->getType(), true);
  }
  bool VisitVarDecl(VarDecl *V) { return addType(V->getType(), true); }
  // Records that stand inside are listed by the unit: whether their names mean anything hangs on
  // all macros of the unit. Those of libraries are not listed at all.
  bool VisitRecordDecl(RecordDecl *R) {
    return isLambda(R) || Sources.isInSystemHeader(Body.Function->getLocation());
  }

private:
  static bool isLambda(const RecordDecl *R) {
    const auto *Class = dyn_cast<CXXRecordDecl>(R);
    return Class && Class->isLambda();
  }
  bool isBefore(const Decl *D) const {
    return Sources.isBeforeInTranslationUnit(D->getLocation(), Body.At);
  }
  bool addPlace(const Decl *D);
  bool addNamed(const ValueDecl *D);
  bool addFunction(const FunctionDecl *F);
  bool addVariable(const VarDecl *V);
  bool addType(QualType T, bool MustBeComplete);
  bool addTag(const TagDecl *T, bool MustBeComplete);

  const ParsedBody &Body;
  ASTContext &Ast;
  SourceManager &Sources;
  HeaderState &State;
  unsigned Own;
  const llvm::BitVector &Covered;
  llvm::SmallPtrSet<const void *, 32> Seen; ///< declarations and types, the latter by completeness
  FileStates Others;
};

} // namespace

// Each of these tells whether the body can still be shared: the walk ends at the first "no".

bool DependencyFinder::run() {
  const FunctionDecl *F = Body.Function;
  if (Own == HeaderState::NoFile || !F->getBody() || F->isInvalidDecl() ||
      !addType(F->getType(), true))
    return false;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F))
    if (!addTag(Method->getParent(), true))
      return false;
  if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(F))
    for (CXXCtorInitializer *Init : Ctor->inits())
      if (!TraverseConstructorInitializer(Init))
        return false;
  return TraverseStmt(F->getBody());
}

FileStates DependencyFinder::take() {
  llvm::sort(Others);
  Others.erase(std::unique(Others.begin(), Others.end()), Others.end());
  return std::move(Others);
}

bool DependencyFinder::VisitExpr(Expr *E) {
  return !E->containsErrors() && addType(E->getType(), true);
}

bool DependencyFinder::addPlace(const Decl *D) {
  if (D->getLocation().isInvalid() || !Seen.insert(D).second) // clang's own
    return true;
  FileID File = Sources.getFileID(Sources.getExpansionLoc(D->getLocation()));
  if (File == Body.File)
    return true;
  if (File == Sources.getMainFileID())
    return false;
  unsigned Index = State.indexOf(File);
  if (Index == HeaderState::NoFile || Index == Own)
    return false;
  if (Covered.test(Index) && State.gaveOnce(Index))
    return true;
  FileInState Other = State.finalState(File);
  for (const FileInState &A : Body.Around)
    if (A.File == Other.File)
      Other.State = A.State;
  if (!llvm::is_contained(Others, Other))
    Others.push_back(Other);
  return Other.State != 0;
}

bool DependencyFinder::addFunction(const FunctionDecl *F) {
  if (F->isTemplateInstantiation() || F->getPrimaryTemplate())
    return false;
  if (!addPlace(F->getCanonicalDecl()))
    return false;
  // The key of what only this unit sees holds the place of its definition.
  if (F->isExternallyVisible() || F->getBuiltinID() != 0 || F == Body.Function)
    return true;
  const FunctionDecl *Definition = nullptr;
  if (!F->isDefined(Definition))
    return false;
  return Definition == Body.Function || (isBefore(Definition) && addPlace(Definition));
}

bool DependencyFinder::addVariable(const VarDecl *V) {
  if (isa<VarTemplateSpecializationDecl>(V) || V->getType()->isIncompleteArrayType())
    return false;
  if (!addPlace(V->getCanonicalDecl()))
    return false;
  if (!V->hasGlobalStorage() || V->isStaticLocal() || V->isExternallyVisible())
    return true;
  const VarDecl *Main = mainDeclaration(V);
  return isBefore(Main) && addPlace(Main);
}

bool DependencyFinder::addNamed(const ValueDecl *D) {
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    return addFunction(F);
  if (const auto *V = dyn_cast<VarDecl>(D))
    return addVariable(V) && addType(V->getType(), true);
  if (const auto *F = dyn_cast<FieldDecl>(D))
    return addTag(F->getParent(), true);
  return addPlace(D);
}

bool DependencyFinder::addTag(const TagDecl *T, bool MustBeComplete) {
  const TagDecl *Definition = T->getDefinition();
  if (isa<ClassTemplateSpecializationDecl>(T))
    return false;
  if (!Definition || (Definition->getLocation().isValid() && !isBefore(Definition)))
    return !MustBeComplete;
  bool New = !Seen.contains(Definition);
  if (!addPlace(Definition))
    return false;
  const auto *R = dyn_cast<RecordDecl>(Definition);
  if (!R || !New)
    return true;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &B : Class->bases())
      if (!addType(B.getType(), false))
        return false;
  return llvm::all_of(R->fields(),
                      [&](const FieldDecl *F) { return addType(F->getType(), false); });
}

/// With \p MustBeComplete also what \p T points to; else only what its own size hangs on.
bool DependencyFinder::addType(QualType T, bool MustBeComplete) {
  while (!T.isNull()) {
    const clang::Type *Ty = T.getTypePtr();
    // A pointer's low bit is free: what was looked at as a member may have to be looked at again.
    if (!Seen.insert(reinterpret_cast<const char *>(Ty) + MustBeComplete).second)
      return true;
    if (const auto *Name = dyn_cast<TypedefType>(Ty)) {
      if (!addPlace(Name->getDecl()))
        return false;
      T = Name->desugar();
    } else if (const auto *Tag = dyn_cast<TagType>(Ty)) {
      return addTag(Tag->getDecl(), MustBeComplete);
    } else if (isa<TemplateSpecializationType>(Ty)) {
      return false;
    } else if (const auto *A = dyn_cast<clang::ArrayType>(Ty)) {
      T = A->getElementType();
    } else if (const auto *A = dyn_cast<AtomicType>(Ty)) {
      T = A->getValueType();
    } else if (const auto *F = dyn_cast<FunctionProtoType>(Ty)) {
      for (QualType P : F->param_types())
        if (!addType(P, MustBeComplete))
          return false;
      T = F->getReturnType();
    } else if (QualType Pointee = T->getPointeeType();
               !Pointee.isNull() && T.getSingleStepDesugaredType(Ast) == T) {
      if (!MustBeComplete)
        return true;
      T = Pointee;
    } else {
      QualType Next = T.getSingleStepDesugaredType(Ast);
      if (Next == T)
        return true;
      T = Next;
    }
  }
  return true;
}

std::optional<FileStates> dependenciesOf(const ParsedBody &Body, ASTContext &Ast,
                                         HeaderState &State) {
  DependencyFinder Finder(Body, Ast, State);
  if (!Finder.run())
    return std::nullopt;
  return Finder.take();
}

} // namespace cachelint::ast
