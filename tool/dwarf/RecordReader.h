//===-- RecordReader.h - one record into the model -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_RECORDREADER_H
#define CACHELINT_DWARF_RECORDREADER_H

#include "tool/dwarf/LineFiles.h"
#include "tool/dwarf/TypeReader.h"

namespace cachelint::dwarf {

class RecordReader {
public:
  RecordReader(UnitStore &Units, Naming &Names, TypeReader &Types, LineFiles &Lines,
               StringPool &Pool, const model::Origin &File)
      : Units(Units), Names(Names), Types(Types), Lines(Lines), Pool(Pool), File(File) {}

  /// What the unit alone says of a record's definition: alignment and extents follow once all
  /// records are known (LayoutInference.h).
  model::Record read(NodeRef Record);

private:
  void readMembers(NodeRef Record, model::Record &Out);
  model::Field readField(NodeRef Member);
  void addDiscriminant(NodeRef Record, model::Record &Out);
  model::Field readBase(NodeRef Base);
  std::optional<model::Bits> bitOffset(NodeRef Member, const model::TypeUse &Type);

  UnitStore &Units;
  Naming &Names;
  TypeReader &Types;
  LineFiles &Lines;
  StringPool &Pool;
  model::Origin File;
};

/// A definition of a record: something to be listed.
bool isRecordDefinition(const Node &N);

/// Of a variant of a Rust enum, which has a record of its own within the enum's: the part of the
/// enum that lists the variants. Empty for all other records.
NodeRef variantPartOf(UnitStore &Units, NodeRef Record);

/// A member that every object of the record has: not a static one.
bool isObjectMember(const Node &N);

} // namespace cachelint::dwarf

#endif
