//===-- CallGraph.h - who calls whom, and how often ---------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_CALLGRAPH_H
#define CACHELINT_FACTS_CALLGRAPH_H

#include "tool/model/Program.h"
#include "tool/support/NameSet.h"

#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace cachelint::facts {

/// How often something happens for each time that its function runs, least first.
enum class Rate : uint8_t {
  Never,
  Once,
  Waits, ///< in a loop each round of which waits for something: commands, connections, time
  Busy,  ///< in a loop that does not wait
};

Rate rateOf(const model::Frequency &Often);

struct CallEdge {
  unsigned To = 0;
  Rate Often = Rate::Once;
  bool Cold = false;
  bool Assumed = false; ///< handed to a function that may call it
  bool Vague = false;   ///< through a pointer that may hold many other functions as well
};

/// Functions are numbered as in the program's list. Calls to functions that are not in it are left
/// out.
class CallGraph {
public:
  /// \p Blocking are the functions that wait.
  CallGraph(const std::vector<model::Function> &Functions, const std::vector<model::Call> &Calls,
            const NameSet &Blocking);

  static constexpr unsigned None = ~0u;
  unsigned find(model::Str FunctionKey) const {
    auto It = Numbers.find(FunctionKey);
    return It == Numbers.end() ? None : It->second;
  }
  unsigned size() const { return static_cast<unsigned>(Edges.size()); }
  const std::vector<CallEdge> &callsOf(unsigned Function) const { return Edges[Function]; }
  /// Calls of it anywhere, each call site counted.
  unsigned callSites(unsigned Function) const { return Sites[Function]; }
  bool calledInLoop(unsigned Function) const { return InLoop[Function]; }
  /// Waits outside of any loop: nobody who calls it in a loop goes round without waiting.
  bool waitsEachTime(unsigned Function) const { return BodyWaits[Function]; }

private:
  void addCall(unsigned Caller, unsigned Callee, const model::Call &C, bool Vague);
  void findOverriders(const std::vector<model::Function> &Functions);
  void sortEdges();

  llvm::DenseMap<model::Str, unsigned> Numbers;
  std::vector<std::vector<unsigned>> Overriders; ///< of a virtual function, through all levels

  std::vector<std::vector<CallEdge>> Edges;
  std::vector<unsigned> Sites;
  std::vector<bool> InLoop, BodyWaits;
};

} // namespace cachelint::facts

#endif
