//===-- Instances.h - records under each of their names -----------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_BTF_INSTANCES_H
#define CACHELINT_BTF_INSTANCES_H

#include "tool/btf/TypeUses.h"

#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace cachelint::btf {

/// A record type under one name.
struct Instance {
  TypeId Id = 0;
  model::Str Key;
  bool Anonymous = false;
  unsigned Depth = 0; ///< unnamed records around it
};

/// Finds out by which keys of tool/model/Names.h a record type goes.
///
/// A producer of BTF keeps one copy of equal types, and unnamed records are equal when their
/// members are: one `struct { int counter; }` serves atomic_t, others like it, and members of any
/// record. In source they are all different, so each typedef, member and variable makes an
/// instance.
class Instances {
public:
  Instances(const TypeTable &Types, TypeUses &Uses, Names &Texts, Budget &Limit,
            Complaints &Problems)
      : Types(Types), Uses(Uses), Texts(Texts), Limit(Limit), Problems(Problems) {}

  /// Of all types of the table that are not the base's, in the order of the file, and of the
  /// unnamed records inside. Types are passed over when they cannot lead to one of the \p Wanted;
  /// if that is empty or has globs, none are.
  void enumerate(const NameSet &Wanted);

  size_t size() const { return All.size(); }
  const Instance &operator[](size_t I) const { return All[I]; }

  /// The record that a member of instance \p Parent is, or is an array of. A record of the base
  /// gets its instance here.
  std::optional<size_t> heldBy(size_t Parent, uint32_t MemberIndex);
  /// Key of the unnamed record that a member of \p Parent declares; empty when it declares none.
  model::Str declaredIn(size_t Parent, uint32_t MemberIndex) const;
  /// As above, for a variable.
  model::Str declaredIn(model::Str Variable, const Type &Record);

private:
  void enumerate(const Type &T);
  bool mayLeadTo(llvm::ArrayRef<llvm::StringRef> Roots, const Type &T) const;
  void enumerateLoose();
  size_t add(TypeId Id, model::Str Key, bool Anonymous, unsigned Depth);
  void expandAll();
  void expand(size_t Parent);

  const TypeTable &Types;
  TypeUses &Uses;
  Names &Texts;
  Budget &Limit;
  Complaints &Problems;
  std::vector<Instance> All;
  size_t Expanded = 0; ///< instances before this one have had their members looked at
  llvm::DenseMap<std::pair<TypeId, const char *>, size_t> ByKey; ///< by address: keys are interned
  llvm::DenseMap<std::pair<size_t, uint32_t>, size_t> Declared;  ///< by parent and member
};

} // namespace cachelint::btf

#endif
