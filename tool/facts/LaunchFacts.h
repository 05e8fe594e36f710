//===-- LaunchFacts.h - what is handed to the threads of a program -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_LAUNCHFACTS_H
#define CACHELINT_FACTS_LAUNCHFACTS_H

#include "tool/facts/SlotGraph.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace cachelint::facts {

/// Which values and records pass from the one who starts threads to the threads.
class LaunchFacts {
public:
  LaunchFacts(const std::vector<model::ThreadRoot> &Roots,
              const std::vector<model::Access> &Accesses, const SlotGraph &Graph);

  bool isRootFunction(model::Str Function) const { return RootFunctions.contains(Function); }
  /// The root by which a function starts threads; null when it does not.
  const model::ThreadRoot *launchIn(model::Str Function) const {
    auto It = Launchers.find(Function);
    return It == Launchers.end() ? nullptr : It->second;
  }
  /// The flow hands something to a new thread: to the parameter of its function, to a parameter
  /// that a launching function passes on, or into a record that threads get a pointer to.
  bool isHandOver(const model::ValueFlow &F) const;
  /// The function that starts the threads to which \p F hands something; empty when not known.
  model::Str launcherOf(const model::ValueFlow &F) const;

private:
  void findArgumentRecords(const std::vector<model::Access> &Accesses, const SlotGraph &Graph);
  void findPassedOn(const SlotGraph &Graph);

  llvm::DenseSet<model::Str> RootFunctions;
  llvm::DenseMap<model::Str, const model::ThreadRoot *> Launchers;
  /// Records that a thread's function reaches through its parameter.
  llvm::DenseSet<model::Str> ArgumentRecords;
  llvm::DenseSet<model::Slot, SlotInfo> PassedOn;
};

} // namespace cachelint::facts

#endif
