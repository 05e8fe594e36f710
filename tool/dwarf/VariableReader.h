//===-- VariableReader.h - variables and functions into the model -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_VARIABLEREADER_H
#define CACHELINT_DWARF_VARIABLEREADER_H

#include "tool/dwarf/LineFiles.h"
#include "tool/dwarf/TypeReader.h"
#include "tool/model/Access.h"
#include "tool/model/Binary.h"

namespace cachelint::dwarf {

class VariableReader {
public:
  VariableReader(UnitStore &Units, Naming &Names, TypeReader &Types, LineFiles &Lines,
                 StringPool &Pool, const model::Binary &Image, const model::Origin &File)
      : Units(Units), Names(Names), Types(Types), Lines(Lines), Pool(Pool), Image(Image),
        File(File) {}

  /// Empty for variables that this unit only declares, that have no place of their own, or no name.
  std::optional<model::Variable> readVariable(NodeRef N);
  /// Empty for functions that this unit only declares.
  std::optional<model::Function> readFunction(NodeRef N);

private:
  model::Str linkageName(NodeRef N);
  model::SourcePos position(NodeRef N);
  void place(NodeRef N, model::Variable &V);

  UnitStore &Units;
  Naming &Names;
  TypeReader &Types;
  LineFiles &Lines;
  StringPool &Pool;
  const model::Binary &Image;
  model::Origin File;
};

} // namespace cachelint::dwarf

#endif
