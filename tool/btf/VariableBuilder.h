//===-- VariableBuilder.h - variables of BTF into the model -------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_BTF_VARIABLEBUILDER_H
#define CACHELINT_BTF_VARIABLEBUILDER_H

#include "tool/btf/BtfFile.h"
#include "tool/btf/Instances.h"

#include "llvm/ADT/DenseSet.h"

namespace cachelint::btf {

class VariableBuilder {
public:
  VariableBuilder(const TypeTable &Types, TypeUses &Uses, Names &Texts, Instances &All,
                  const BtfFile &File)
      : Types(Types), Uses(Uses), Texts(Texts), All(All), File(File) {}

  /// The variables of all sections that are not the base's, by key.
  std::vector<model::Variable> build(const model::Origin &From);

private:
  void addSection(const Type &Section, const model::Origin &From);
  model::Variable variable(const Type &Var, const Type &Section, const SectionEntry &Entry);
  void nameIt(const Type &Var, model::Variable &V);
  bool isFunction(llvm::StringRef Name);

  const TypeTable &Types;
  TypeUses &Uses;
  Names &Texts;
  Instances &All;
  const BtfFile &File;
  std::optional<llvm::DenseSet<llvm::StringRef>> Functions; ///< filled when first asked for
  std::vector<model::Variable> Out;
};

} // namespace cachelint::btf

#endif
