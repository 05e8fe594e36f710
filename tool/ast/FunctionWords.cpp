//===-- FunctionWords.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/ast/FunctionWords.h"

#include "tool/ast/ExprShape.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace cachelint::ast {

FunctionWords::FunctionWords(ExtractContext &Context)
    : Context(Context), ThreadIds(Context.vocabulary().ThreadIdFunctions),
      ThreadIdVars(Context.vocabulary().ThreadIdVariables),
      Locks(Context.vocabulary().LockFunctions),
      AtomicUpdates(Context.vocabulary().AtomicFunctions),
      AtomicReads(Context.vocabulary().AtomicReads), Copies(Context.vocabulary().CopyFunctions),
      Joins(Context.vocabulary().JoinFunctions), Cold(Context.vocabulary().ColdFunctions),
      ColdMarks(Context.vocabulary().ColdAttributes),
      Blocking(Context.vocabulary().BlockingFunctions),
      OtherCpus(Context.vocabulary().OtherCpuFunctions) {
  for (const model::LaunchApi &Api : Context.vocabulary().LaunchApis)
    Launches.push_back({NameSet(Api.Name), &Api});
  for (const model::Allocator &A : Context.vocabulary().Allocators)
    Allocators.push_back({NameSet(A.Name), &A});
}

const model::LaunchApi *FunctionWords::findLaunch(StringRef Plain, StringRef Name) const {
  for (const LaunchPattern &L : Launches)
    if (L.Names.matches(Plain) || L.Names.matches(Name))
      return L.Api;
  return nullptr;
}

const model::Allocator *FunctionWords::allocatorOf(StringRef PlainName) const {
  for (const AllocPattern &A : Allocators)
    if (A.Names.matches(PlainName))
      return A.Alloc;
  return nullptr;
}

/// "memcpy" for memcpy, __builtin_memcpy and the checked __builtin___memcpy_chk.
static StringRef libraryName(StringRef Name) {
  Name.consume_front("__builtin_");
  Name.consume_front("__");
  Name.consume_back("_chk");
  return Name;
}

static void addLibraryWords(CalleeWords &W, StringRef Name, StringRef Plain) {
  StringRef Base = libraryName(Name);
  W.Copy |=
      llvm::StringSwitch<bool>(Base).Cases("memcpy", "memmove", "mempcpy", true).Default(false);
  W.Fill |= Base == "memset";
  W.FillsToo |= Base == "bzero";
  W.PassesFirst |=
      llvm::StringSwitch<bool>(Base)
          .Cases("memcpy", "memmove", "memset", true)
          .Cases("expect", "expect_with_probability", "assume_aligned", "launder", true)
          .Default(false);
  if (Plain.consume_front("std::")) {
    W.PassesFirst |= llvm::StringSwitch<bool>(Plain)
                         .Cases("move", "forward", "as_const", "ref", "cref", "launder", true)
                         .Cases("assume_aligned", "to_address", "exchange", true)
                         .Default(false);
    if (Plain.starts_with("atomic_")) {
      bool Store = Plain.starts_with("atomic_store") || Plain.starts_with("atomic_init");
      bool Read = Plain.starts_with("atomic_load");
      bool Fence = Plain.contains("fence");
      W.AtomicStore |= Store;
      W.AtomicRead |= Read;
      W.AtomicUpdate |= !Store && !Read && !Fence;
    }
  }
}

/// Which way a function of the vocabulary's list of atomic operations works, by its name: the list
/// holds stores as well as updates.
static bool storesOnly(StringRef Name) {
  if (Name.contains("test_and_set") || Name.contains("testset") || Name.contains("xchg"))
    return false;
  return Name.contains("store") || Name.contains("_set") || Name.contains("_init") ||
         Name.contains("_clear");
}

CalleeWords FunctionWords::classify(const FunctionDecl *F) const {
  CalleeWords W;
  llvm::SmallString<64> Plain = plainName(F);
  StringRef Name = F->getIdentifier() ? F->getName() : StringRef();
  auto In = [&](const NameSet &Set) { return Set.matches(Name) || Set.matches(Plain); };
  W.ThreadId = In(ThreadIds);
  W.Lock = In(Locks);
  W.AtomicRead = In(AtomicReads);
  if (!W.AtomicRead && In(AtomicUpdates))
    (storesOnly(Name) ? W.AtomicStore : W.AtomicUpdate) = true;
  W.Copy = In(Copies);
  W.Join = In(Joins);
  W.OtherCpu = In(OtherCpus);
  W.Cold = In(Cold) || F->hasAttr<ColdAttr>();
  // A member called read() or poll() is not the system call.
  W.Blocking = isa<CXXMethodDecl>(F) ? Blocking.matches(Plain) : In(Blocking);
  W.Library = F->getBuiltinID() != 0 || Context.inSystemHeader(F->getLocation());
  if (!isa<CXXConstructorDecl>(F))
    W.Launch = findLaunch(Plain, Name);
  W.Alloc = allocatorOf(Plain);
  if (!W.Alloc)
    W.Alloc = allocatorOf(Name);
  addLibraryWords(W, Name, Plain);
  return W;
}

const CalleeWords &FunctionWords::of(const FunctionDecl *F) {
  // The first declaration: which others there are differs between units.
  F = F->getCanonicalDecl();
  std::unique_ptr<CalleeWords> &W = Known[F];
  if (!W)
    W = std::make_unique<CalleeWords>(classify(F));
  return *W;
}

const model::LaunchApi *FunctionWords::launchOf(const CXXRecordDecl *R) {
  if (!R)
    return nullptr;
  auto [It, New] = KnownLaunches.try_emplace(R->getCanonicalDecl(), nullptr);
  if (New) {
    llvm::SmallString<64> Plain = plainName(R);
    It->second = findLaunch(Plain, Plain);
  }
  return It->second;
}

bool FunctionWords::isThreadIdVariable(const VarDecl *V) {
  if (ThreadIdVars.empty() || !V->hasGlobalStorage() || !V->getIdentifier())
    return false;
  auto [It, New] = KnownVariables.try_emplace(V->getCanonicalDecl(), false);
  if (New)
    It->second = ThreadIdVars.matches(V->getName()) || ThreadIdVars.matches(plainName(V));
  return It->second;
}

/// True when \p L, or a place that expanded to it, is in the macro expansion \p Expansion.
static bool inExpansion(SourceLocation L, FileID Expansion, const SourceManager &SM) {
  for (; L.isMacroID(); L = SM.getImmediateMacroCallerLoc(L))
    if (SM.getFileID(L) == Expansion)
      return true;
  return false;
}

model::Str FunctionWords::threadIdMacro(const Expr *E) {
  const SourceManager &SM = Context.sources();
  for (SourceLocation L = E->getBeginLoc(); L.isMacroID(); L = SM.getImmediateMacroCallerLoc(L)) {
    if (SM.isMacroArgExpansion(L))
      continue;
    StringRef Name = Lexer::getImmediateMacroName(L, SM, Context.lang());
    CharSourceRange Use = SM.getImmediateExpansionRange(L);
    bool Plain = ThreadIds.matches(Name);
    llvm::SmallString<32> Text;
    if (!Plain) // "RTE_PER_LCORE(_lcore_id)": the argument makes it a thread id
      for (char C : Lexer::getSourceText(Use, SM, Context.lang()))
        if (!isspace(static_cast<unsigned char>(C)))
          Text.push_back(C);
    if ((Plain || ThreadIds.matches(Text)) && inExpansion(E->getEndLoc(), SM.getFileID(L), SM))
      return Context.intern(Plain ? Name : llvm::StringRef(Text));
  }
  return {};
}

bool FunctionWords::isOtherCpuMacro(const Expr *E) const {
  const SourceManager &SM = Context.sources();
  for (SourceLocation L = E->getBeginLoc(); L.isMacroID(); L = SM.getImmediateMacroCallerLoc(L))
    if (!SM.isMacroArgExpansion(L) &&
        OtherCpus.matches(Lexer::getImmediateMacroName(L, SM, Context.lang())) &&
        inExpansion(E->getEndLoc(), SM.getFileID(L), SM))
      return true;
  return false;
}

bool FunctionWords::hasColdAttribute(const FunctionDecl *F) {
  const SourceManager &SM = Context.sources();
  for (const Attr *A : F->attrs()) {
    if (isa<ColdAttr, ConstructorAttr, DestructorAttr>(A))
      return true;
    if (const auto *Section = dyn_cast<SectionAttr>(A);
        Section && ColdMarks.matches(Section->getName()))
      return true;
    for (SourceLocation L = A->getLocation(); L.isMacroID(); L = SM.getImmediateMacroCallerLoc(L))
      if (ColdMarks.matches(Lexer::getImmediateMacroName(L, SM, Context.lang())))
        return true;
  }
  return false;
}

} // namespace cachelint::ast
