//===-- TypeReader.h - types into the model -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_TYPEREADER_H
#define CACHELINT_DWARF_TYPEREADER_H

#include "tool/dwarf/Machine.h"
#include "tool/dwarf/Spelling.h"
#include "tool/model/Vocabulary.h"
#include "tool/support/NameSet.h"

namespace cachelint::dwarf {

/// Words that make a type a lock or an atomic.
struct TypeWords {
  TypeWords() = default;
  explicit TypeWords(const model::Vocabulary &Words)
      : Locks(Words.LockTypes), Atomics(Words.AtomicTypes) {}
  NameSet Locks, Atomics;
};

class TypeReader {
public:
  TypeReader(UnitStore &Units, Naming &Names, StringPool &Pool, const Machine &Target,
             const TypeWords &Words)
      : Units(Units), Names(Names), Speller(Units, Names), Pool(Pool), Target(Target),
        Words(Words) {}

  /// Alignment is that of scalars, and what the input states; that of records is worked out once
  /// all units were read. \p Type may be empty: unknown.
  model::TypeUse typeUse(NodeRef Type, Language Lang);

  /// sizeof; empty for what has no size here (void, functions, declarations, arrays without bound).
  std::optional<model::Bits> sizeOf(NodeRef Type);

private:
  std::optional<uint64_t> bytesOf(NodeRef Type, unsigned Depth);
  std::optional<uint64_t> arrayBytes(NodeRef Array, unsigned Depth);
  void lookThrough(NodeRef Type, model::TypeUse &Use);
  bool atQualifier(NodeRef Type, model::TypeUse &Use);
  void atEnd(NodeRef Type, model::TypeUse &Use);
  void byName(llvm::StringRef Own, llvm::StringRef Qualified, model::TypeUse &Use);

  UnitStore &Units;
  Naming &Names;
  Spelling Speller;
  StringPool &Pool;
  const Machine &Target;
  const TypeWords &Words;
};

} // namespace cachelint::dwarf

#endif
