//===-- FunctionWords.h - what the vocabulary says of a function -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_FUNCTIONWORDS_H
#define CACHELINT_AST_FUNCTIONWORDS_H

#include "tool/ast/ExtractContext.h"
#include "tool/support/NameSet.h"

#include "clang/AST/DeclCXX.h"

namespace cachelint::ast {

/// What a function is known to do, by the vocabulary and by the C library's own names.
struct CalleeWords {
  bool ThreadId = false;
  bool Lock = false;
  bool AtomicRead = false;
  bool AtomicStore = false;
  bool AtomicUpdate = false;
  bool Copy =
      false; ///< memcpy and its kin: writes argument 0, reads argument 1, size in argument 2
  bool Fill = false;     ///< memset: writes argument 0
  bool FillsToo = false; ///< bzero: as Fill, but the size is argument 1
  bool Join = false;
  bool Cold = false;
  bool Blocking = false;
  bool OtherCpu = false; ///< gives a per-CPU object of any CPU
  /// Its body is a library's: no access of the program is in it, and no value is followed into it.
  bool Library = false;
  bool PassesFirst = false; ///< hands back its first argument: std::move, __builtin_expect, memset
  const model::LaunchApi *Launch = nullptr;
  const model::Allocator *Alloc = nullptr;
};

/// Looks each callee up once, however often it is called.
class FunctionWords {
public:
  explicit FunctionWords(ExtractContext &Context);

  const CalleeWords &of(const clang::FunctionDecl *F);
  /// The API that constructing \p R, or adding an element to a container of it, stands for.
  const model::LaunchApi *launchOf(const clang::CXXRecordDecl *R);
  /// The allocator class of a container, when the vocabulary has it.
  const model::Allocator *allocatorOf(llvm::StringRef PlainName) const;

  bool isThreadIdVariable(const clang::VarDecl *V);
  /// When \p E is all that a macro of the vocabulary expanded to: how it is written, else empty.
  model::Str threadIdMacro(const clang::Expr *E);
  /// The same for a macro that gives a per-CPU object of any CPU.
  bool isOtherCpuMacro(const clang::Expr *E) const;
  bool knowsOtherCpus() const { return !OtherCpus.empty(); }
  /// __init and the like: a section or a macro around the declaration.
  bool hasColdAttribute(const clang::FunctionDecl *F);

private:
  struct LaunchPattern {
    NameSet Names;
    const model::LaunchApi *Api;
  };
  struct AllocPattern {
    NameSet Names;
    const model::Allocator *Alloc;
  };
  CalleeWords classify(const clang::FunctionDecl *F) const;
  const model::LaunchApi *findLaunch(llvm::StringRef Plain, llvm::StringRef Name) const;

  ExtractContext &Context;
  NameSet ThreadIds, ThreadIdVars, Locks, AtomicUpdates, AtomicReads, Copies, Joins, Cold,
      ColdMarks, Blocking, OtherCpus;
  std::vector<LaunchPattern> Launches;
  std::vector<AllocPattern> Allocators;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<CalleeWords>> Known;
  llvm::DenseMap<const clang::CXXRecordDecl *, const model::LaunchApi *> KnownLaunches;
  llvm::DenseMap<const clang::VarDecl *, bool> KnownVariables;
};

} // namespace cachelint::ast

#endif
