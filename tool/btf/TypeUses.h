//===-- TypeUses.h - types as fields and variables use them -------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_BTF_TYPEUSES_H
#define CACHELINT_BTF_TYPEUSES_H

#include "tool/btf/Names.h"
#include "tool/btf/Spelling.h"
#include "tool/model/Record.h"
#include "tool/model/Vocabulary.h"
#include "tool/support/NameSet.h"

#include <optional>

namespace cachelint::btf {

/// Words that BTF can show in the name of a typedef or a tag.
struct TypeWords {
  TypeWords() = default;
  explicit TypeWords(const model::Vocabulary &Words)
      : Locks(Words.LockTypes), Atomics(Words.AtomicTypes), Wire(Words.WireTypes) {}
  NameSet Locks, Atomics, Wire;
};

/// What can be said of a type wherever it is used.
struct TypeFacts {
  model::TypeUse Use; ///< Record is empty where the record has no name of its own
  TypeId Record = 0;  ///< the record that this is, or is an array of; 0: none
  Type Innermost;     ///< behind typedefs, qualifiers and arrays
  bool Wire = false;  ///< a type of fixed byte order, by the vocabulary
};

/// The record behind a declarator, where it has no name: `struct { } a`, `*b`, `c[2]`. Typedefs are
/// not looked through. 0: none.
TypeId unnamedRecordIn(const TypeTable &Types, TypeId Id);

class TypeUses {
public:
  TypeUses(const TypeTable &Types, Names &Texts, const TypeWords &Words,
           std::optional<unsigned> PointerBytes)
      : Types(Types), Texts(Texts), Speller(Types, Texts), Words(Words),
        PointerBytes(PointerBytes) {}

  /// Valid until the next call.
  const TypeFacts &of(TypeId Id);
  /// Changes a use of array type \p Id that has no elements to one that has no bound.
  void makeFlexible(model::TypeUse &Use, TypeId Id);

  /// Key of a record with a tag.
  model::Str taggedKey(const Type &Record);
  /// Key of an unnamed record that is declared in this typedef, behind pointers and arrays or not.
  model::Str typedefKey(const Type &Typedef, const Type &Record);
  bool isUnnamed(const Type &Record) const { return !Types.hasText(Record.Name); }

private:
  TypeFacts build(TypeId Id);
  Type lookThrough(TypeId Id, TypeFacts &Facts);
  void byName(model::Str Name, TypeFacts &Facts);
  void atEnd(const Type &T, TypeFacts &Facts);
  std::optional<model::Bits> sizeOf(const Type &T) const;

  const TypeTable &Types;
  Names &Texts;
  Spelling Speller;
  const TypeWords &Words;
  std::optional<unsigned> PointerBytes;
  llvm::DenseMap<TypeId, TypeFacts> Known;
};

} // namespace cachelint::btf

#endif
