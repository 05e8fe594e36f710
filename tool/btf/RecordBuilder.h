//===-- RecordBuilder.h - records of BTF into the model -----------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_BTF_RECORDBUILDER_H
#define CACHELINT_BTF_RECORDBUILDER_H

#include "tool/btf/Instances.h"
#include "tool/btf/Packing.h"

namespace cachelint::btf {

class RecordBuilder {
public:
  RecordBuilder(const TypeTable &Types, TypeUses &Uses, Names &Texts, const Instances &All,
                const Packing &Packed, Complaints &Problems)
      : Types(Types), Uses(Uses), Texts(Texts), All(All), Packed(Packed), Problems(Problems) {}

  model::Record build(size_t Index, const model::Origin &From);

private:
  void addField(const Type &Record, uint32_t Index, size_t Instance);
  void place(const Type &Record, const Member &M, const TypeFacts &Facts, model::Field &F);
  void checkPlace(const Type &Record, const model::Field &F);
  void cutExtents();

  const TypeTable &Types;
  TypeUses &Uses;
  Names &Texts;
  const Instances &All;
  const Packing &Packed;
  Complaints &Problems;
  model::Record Out;
};

} // namespace cachelint::btf

#endif
