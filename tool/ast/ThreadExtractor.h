//===-- ThreadExtractor.h - threads that are started -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_THREADEXTRACTOR_H
#define CACHELINT_AST_THREADEXTRACTOR_H

#include "tool/ast/FlowExtractor.h"
#include "tool/ast/LaunchSite.h"

#include <map>

namespace cachelint::ast {

/// Writes thread roots into the facts, and the flows of what is handed to the threads.
class ThreadExtractor {
public:
  ThreadExtractor(BodyTools &Tools, FlowExtractor &Flows) : Tools(Tools), Flows(Flows) {}

  void launched(LaunchSite Site, const clang::Expr *At, FunctionScope &S);
  void region(model::Str RegionKey, clang::SourceLocation At, FunctionScope &S);
  /// After the whole unit: a function that is launched at several places runs in several threads,
  /// and constants that differ between those places are numbers of threads.
  void finish();

  /// What may be called when \p E is: functions, lambdas, function objects, pointers to functions.
  struct Entry {
    const clang::FunctionDecl *Function = nullptr;
    model::Slot Through;      ///< where Function is null
    bool NeedsObject = false; ///< a member function: the first argument is its object
    llvm::ArrayRef<const clang::Expr *> Bound; ///< by std::bind, before all other arguments
  };
  llvm::SmallVector<Entry, 2> entriesOf(const clang::Expr *E, FunctionScope &S);

private:
  void addEntries(const clang::Expr *E, FunctionScope &S, llvm::SmallVectorImpl<Entry> &Out,
                  unsigned Depth);
  void addObject(clang::QualType Class, llvm::SmallVectorImpl<Entry> &Out);
  void hand(const clang::Expr *Value, const Entry &To, unsigned Param, const clang::Expr *At,
            FunctionScope &S);
  void handAll(const LaunchSite &Site, const Entry &To, const clang::Expr *At, FunctionScope &S);

  BodyTools &Tools;
  FlowExtractor &Flows;
  struct Constants {
    std::vector<int64_t> Values;
    model::ValueFlow Flow;
  };
  std::map<model::Slot, Constants> Given; ///< constants that launches hand to a parameter
};

} // namespace cachelint::ast

#endif
