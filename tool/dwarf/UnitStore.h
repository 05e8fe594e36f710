//===-- UnitStore.h - units in memory, and references between them -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_UNITSTORE_H
#define CACHELINT_DWARF_UNITSTORE_H

#include "tool/dwarf/UnitIndex.h"

#include <memory>
#include <vector>

namespace cachelint::dwarf {

/// An entry of some unit.
struct NodeRef {
  Unit *In = nullptr;
  uint32_t Index = 0;

  explicit operator bool() const { return In != nullptr; }
  const Node *operator->() const { return &In->node(Index); }
  const Node &operator*() const { return In->node(Index); }
  bool operator==(const NodeRef &) const = default;
  NodeRef sibling(uint32_t Other) const { return {In, Other}; }
};

/// The units that one thread has in memory: the one being read, and those that it refers to. One
/// pass over a file keeps a few at a time.
class UnitStore {
public:
  explicit UnitStore(const UnitIndex &Index) : Index(Index) {}

  /// Makes this the unit being read; others may be forgotten. Null when nothing of it can be used.
  /// A fault is in the unit's Error either way, if \p Error is not null also there.
  Unit *open(size_t Number, std::string *Error = nullptr, uint64_t *ErrorOffset = nullptr);

  /// Where a reference leads; empty for none, and for those that lead nowhere.
  NodeRef follow(NodeRef From, DieRef Ref);
  /// The type of an entry; the definition, where that is in a type unit.
  NodeRef typeOf(NodeRef From);

  /// The entry that says what this one is: behind DW_AT_specification, DW_AT_abstract_origin and
  /// DW_AT_signature, up to a bound.
  NodeRef origin(NodeRef N);

  /// A unit that is needed for another one. Null when it cannot be used.
  Unit *load(size_t Number);

  const UnitIndex &index() const { return Index; }

private:
  struct Loaded {
    size_t Number;
    std::unique_ptr<Unit> U;
    bool Usable;
    bool Referenced; ///< by another unit: it may be again
  };
  Loaded &loaded(size_t Number, bool Referenced);
  void forgetOld();

  const UnitIndex &Index;
  /// Most recently opened last. Short: searched from the end.
  std::vector<Loaded> Units;
  std::vector<std::unique_ptr<Unit>> Spare;
};

} // namespace cachelint::dwarf

#endif
