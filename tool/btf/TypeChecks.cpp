//===-- TypeChecks.cpp - names and numbers in a TypeTable -----------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// What is wrong is told here once, in the order of the file. Whoever follows a number or a name
// later gets Kind::Unknown or no text for it, and goes on.
#include "tool/btf/TypeTable.h"

#include "fmt/format.h"

namespace cachelint::btf {

void TypeTable::checkReference(TypeId From, TypeId To, Complaints &Problems) const {
  if (To >= end())
    Problems.warn(placeOf(From), fmt::format("BTF type {} refers to type {}, and the last one is "
                                             "{}",
                                             From, To, end() - 1));
}

void TypeTable::checkName(TypeId From, uint32_t Name, Complaints &Problems) const {
  uint64_t End = FirstString + Strings.size();
  if (Name >= End && Name != 0)
    Problems.warn(placeOf(From), fmt::format("BTF type {} has a name at 0x{:x} of the strings, "
                                             "which end at 0x{:x}",
                                             From, Name, End));
}

void TypeTable::checkTail(const Type &T, Complaints &Problems) const {
  switch (T.Kind) {
  case Kind::Array:
    checkReference(T.Id, array(T).Element, Problems);
    break;
  case Kind::Struct:
  case Kind::Union:
    for (uint32_t I = 0; I != T.Count; ++I) {
      Member M = member(T, I);
      checkName(T.Id, M.Name, Problems);
      checkReference(T.Id, M.Type, Problems);
    }
    break;
  case Kind::FuncProto:
    for (uint32_t I = 0; I != T.Count; ++I)
      checkReference(T.Id, parameter(T, I).Type, Problems);
    break;
  case Kind::DataSec:
    for (uint32_t I = 0; I != T.Count; ++I)
      checkReference(T.Id, sectionEntry(T, I).Var, Problems);
    break;
  default:
    break;
  }
}

void TypeTable::checkTypes(Complaints &Problems) const {
  for (TypeId Id = begin(); Id != end(); ++Id) {
    Type T = type(Id);
    checkName(Id, T.Name, Problems);
    if (refersToType(T.Kind))
      checkReference(Id, T.SizeOrType, Problems);
    checkTail(T, Problems);
  }
}

} // namespace cachelint::btf
