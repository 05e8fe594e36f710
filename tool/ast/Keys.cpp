//===-- Keys.cpp - keys and names of an ExtractContext -------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/ExtractContext.h"
#include "tool/ast/TypeSpelling.h"
#include "tool/model/Names.h"

#include "fmt/format.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Index/USRGeneration.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace cachelint::ast {

using clang::RecordDecl;

static model::RecordKind kindOf(const RecordDecl *R) {
  return R->isUnion()   ? model::RecordKind::Union
         : R->isClass() ? model::RecordKind::Class
                        : model::RecordKind::Struct;
}

/// The unnamed record that a member or variable of type \p T declares, behind arrays and pointers.
static const RecordDecl *unnamedRecordIn(clang::QualType T) {
  while (true) {
    if (const clang::ArrayType *A = T->getAsArrayTypeUnsafe())
      T = A->getElementType();
    else if (const auto *P = T->getAs<clang::PointerType>())
      T = P->getPointeeType();
    else
      break;
  }
  const auto *Type = T->getAs<clang::RecordType>();
  const RecordDecl *R = Type ? Type->getDecl()->getDefinition() : nullptr;
  return R && R->getName().empty() && !R->getTypedefNameForAnonDecl() ? R : nullptr;
}

static unsigned indexAmongUnnamed(const RecordDecl *Parent, const RecordDecl *Wanted) {
  llvm::SmallPtrSet<const RecordDecl *, 4> Seen;
  for (const clang::FieldDecl *F : Parent->fields()) {
    const RecordDecl *R = unnamedRecordIn(F->getType());
    if (!R)
      continue;
    Seen.insert(R);
    if (R == Wanted)
      return Seen.size();
  }
  return 0;
}

/// The variable, function or typedef that stands right behind the unnamed record's closing brace.
static const clang::NamedDecl *declaratorOf(const RecordDecl *R) {
  const auto *Next =
      llvm::dyn_cast_or_null<clang::NamedDecl>(const_cast<RecordDecl *>(R)->getNextDeclInContext());
  if (const auto *V = llvm::dyn_cast_or_null<clang::VarDecl>(Next))
    return unnamedRecordIn(V->getType()) == R ? V : nullptr;
  if (const auto *F = llvm::dyn_cast_or_null<clang::FunctionDecl>(Next))
    return unnamedRecordIn(F->getReturnType()) == R ? F : nullptr;
  if (const auto *T = llvm::dyn_cast_or_null<clang::TypedefNameDecl>(Next))
    return unnamedRecordIn(T->getUnderlyingType()) == R ? T : nullptr;
  return nullptr;
}

std::string scopePrefix(ExtractContext &Context, const clang::DeclContext *Scope) {
  std::string Inner;
  for (; Scope && !Scope->isTranslationUnit(); Scope = Scope->getParent()) {
    if (const auto *N = llvm::dyn_cast<clang::NamespaceDecl>(Scope)) {
      std::string Name = N->isAnonymousNamespace() ? "(anonymous namespace)" : N->getName().str();
      Inner = Name + "::" + Inner;
    } else if (const auto *R = llvm::dyn_cast<RecordDecl>(Scope)) {
      // A lambda's class has no name: what stands inside belongs to the function around it.
      const auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(R);
      if (Class && Class->isLambda())
        continue;
      if (Context.lang().CPlusPlus)
        return Context.recordKey(R).str() + "::" + Inner;
    } else if (const auto *F = llvm::dyn_cast<clang::FunctionDecl>(Scope)) {
      const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(F);
      if (Method && Method->getParent()->isLambda())
        continue;
      return Context.functionName(F).str() + "()::" + Inner;
    }
  }
  return Inner;
}

model::Str ExtractContext::buildRecordKey(const RecordDecl *R) {
  if (const clang::TypedefNameDecl *T = R->getTypedefNameForAnonDecl())
    return intern(scopePrefix(*this, T->getDeclContext()) + T->getName());
  if (!R->getName().empty()) {
    std::string Key = scopePrefix(*this, R->getDeclContext()) + R->getName().str();
    if (const auto *S = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(R))
      Key += templateArguments(*this, S->getTemplateArgs().asArray());
    return intern(Key);
  }
  if (const auto *Parent = llvm::dyn_cast<RecordDecl>(R->getLexicalDeclContext()))
    if (unsigned Index = indexAmongUnnamed(Parent, R))
      return intern(recordKey(Parent) + "::" + model::anonymousName(kindOf(R), Index));
  if (const clang::NamedDecl *D = declaratorOf(R))
    return intern(scopePrefix(*this, D->getDeclContext()) + D->getNameAsString() +
                  "::" + model::anonymousName(kindOf(R), 1));
  // Declared in a cast, a sizeof or a parameter: nothing but its place tells it from others.
  model::SourcePos Pos = posOf(R->getLocation());
  return intern(fmt::format("{}(anonymous {} at {}:{}:{})", scopePrefix(*this, R->getDeclContext()),
                            model::recordKeyword(kindOf(R)).str(), Pos.File.str(), Pos.Line,
                            Pos.Column));
}

model::Str ExtractContext::recordKey(const RecordDecl *R) {
  if (const RecordDecl *Definition = R->getDefinition())
    R = Definition;
  if (auto It = RecordKeys.find(R); It != RecordKeys.end())
    return It->second;
  model::Str Key = buildRecordKey(R); // may insert others
  RecordKeys[R] = Key;
  return Key;
}

/// A declaration inside a function of what is defined outside belongs to the scope outside.
template <typename Decl> static const clang::DeclContext *scopeOf(const Decl *D) {
  const clang::DeclContext *Scope = D->getDeclContext();
  return const_cast<Decl *>(D)->isLocalExternDecl() ? Scope->getEnclosingNamespaceContext() : Scope;
}

model::Str ExtractContext::functionName(const clang::FunctionDecl *F) {
  return intern(scopePrefix(*this, scopeOf(F)) + F->getNameAsString());
}

model::Str ExtractContext::functionKey(const clang::FunctionDecl *F) {
  const clang::FunctionDecl *Definition = nullptr;
  if (F->isDefined(Definition))
    F = Definition;
  else
    F = F->getCanonicalDecl();
  if (auto It = FunctionKeys.find(F); It != FunctionKeys.end())
    return It->second;
  llvm::SmallString<128> Usr;
  bool NoUsr = clang::index::generateUSRForDecl(F, Usr);
  model::Str Key;
  // A USR holds no more than the base name of the file of a static function.
  if (NoUsr || !F->isExternallyVisible()) {
    model::SourcePos Pos = posOf(F->getLocation());
    Key = NoUsr ? intern(fmt::format("{}:{}:{}", Pos.File.str(), Pos.Line, Pos.Column))
                : intern(Pos.File + "|" + Usr);
  } else {
    Key = intern(Usr);
  }
  FunctionKeys[F] = Key;
  return Key;
}

const clang::VarDecl *mainDeclaration(const clang::VarDecl *V) {
  if (const clang::VarDecl *Definition = V->getDefinition())
    return Definition;
  const clang::VarDecl *Last = V->getMostRecentDecl();
  for (const clang::VarDecl *D = Last; D; D = D->getPreviousDecl())
    if (D->isThisDeclarationADefinition() == clang::VarDecl::TentativeDefinition)
      return D;
  return Last;
}

model::Str ExtractContext::variableName(const clang::VarDecl *V) {
  std::string Name = scopePrefix(*this, scopeOf(V)) + V->getNameAsString();
  if (const auto *S = llvm::dyn_cast<clang::VarTemplateSpecializationDecl>(V))
    Name += templateArguments(*this, S->getTemplateArgs().asArray());
  return intern(Name);
}

model::Str ExtractContext::variableKey(const clang::VarDecl *V) {
  V = mainDeclaration(V);
  if (auto It = VariableKeys.find(V); It != VariableKeys.end())
    return It->second;
  model::Str Key = variableName(V);
  if (!V->hasGlobalStorage()) {
    model::SourcePos Pos = posOf(V->getLocation());
    Key = intern(fmt::format("{}@{}:{}:{}", Key.str(), Pos.File.str(), Pos.Line, Pos.Column));
  } else if (!V->isExternallyVisible()) {
    Key = intern(model::variableKey(Key, posOf(V->getLocation()).File));
  }
  VariableKeys[V] = Key;
  return Key;
}

} // namespace cachelint::ast
