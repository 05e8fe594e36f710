//===-- TrafficBuilder.h - accesses sorted by the object they reach -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_TRAFFICBUILDER_H
#define CACHELINT_FACTS_TRAFFICBUILDER_H

#include "tool/facts/PathResolver.h"
#include "tool/facts/ThreadIds.h"
#include "tool/model/Program.h"

#include <map>
#include <string>
#include <vector>

namespace cachelint::facts {

/// Finds the objects that threads share, and who touches what of them.
///
/// An access counts under each object that its path may reach and, unless that object is the
/// thread's own, once more under "any object of the type", where accesses meet whose objects are
/// not known. Left out is what a thread has of its own: thread-local and automatic variables,
/// elements at a thread's index, and what is reached only through such.
class TrafficBuilder {
public:
  TrafficBuilder(const model::Program &P, PathResolver &Resolver, const ThreadIds &Ids,
                 const SlotGraph &Graph)
      : P(P), Resolver(Resolver), Ids(Ids), Graph(Graph) {}

  std::vector<model::ObjectTraffic> build();

private:
  /// Where an object begins in a path.
  struct Spot {
    std::string Key, Name;
    model::Str VariableKey;
    model::Reach Via = model::Reach::Any;
    size_t Begin = 0; ///< first step inside of the object
  };
  struct Object {
    model::ObjectTraffic Facts; ///< without its fields
    std::map<std::string, model::FieldTraffic> Fields;
  };

  void addAccess(const model::Access &A);
  std::optional<model::Reach> reachOfBase(const model::Access &A,
                                          const std::vector<Touch> &Touches) const;
  std::optional<Spot> spotOf(const model::Access &A, const Place &Where,
                             std::optional<model::Reach> Base) const;
  std::optional<Spot> rootSpot(const model::Access &A, const Place &Where,
                               std::optional<model::Reach> Base) const;
  bool enterElements(const model::Access &A, const model::AccessPath &Path, Spot &S) const;
  bool isHandedDown(model::Str Function, model::Str Owner) const;
  bool onlyConstants(const model::IndexExpr &Index) const;
  bool isWellTyped(llvm::ArrayRef<model::FieldRef> Chain) const;
  void addUse(const model::Access &A, const model::AccessPath &Path, const Spot &S);
  void insert(const std::string &Key, const Spot &S, const model::FieldTraffic &Field,
              const model::FieldUse &Use);
  static model::ObjectTraffic finish(Object &&O);

  const model::Program &P;
  PathResolver &Resolver;
  const ThreadIds &Ids;
  const SlotGraph &Graph;
  std::map<std::string, Object> Objects;
};

} // namespace cachelint::facts

#endif
