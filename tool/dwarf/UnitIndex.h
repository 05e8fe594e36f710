//===-- UnitIndex.h - the units of a file by number, offset and signature -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_UNITINDEX_H
#define CACHELINT_DWARF_UNITINDEX_H

#include "tool/dwarf/Unit.h"

#include <mutex>

namespace cachelint::dwarf {

/// All units of a file, and behind them those of its supplement. Read only once built: threads
/// share it.
class UnitIndex {
public:
  UnitIndex(const DebugSections &Sections, llvm::StringRef Input, ProblemSink &Problems);

  /// After a change of Headers.
  void indexSignatures();
  /// The type unit with this signature.
  std::optional<size_t> bySignature(uint64_t Signature) const;
  /// The unit that holds this offset of .debug_info, of the file or of its supplement.
  std::optional<size_t> atOffset(uint64_t Offset, bool InSupplement) const;

  const DebugSections &sectionsOf(size_t Number) const {
    return Headers[Number].InSupplement ? *Sections.Supplement : Sections;
  }
  const Skeleton *skeletonOf(size_t Number) const {
    return Skeletons.empty() ? nullptr : Skeletons[Number];
  }
  /// What a partial unit does not say of itself: language and capabilities of the unit that imports
  /// it. dwz leaves them out.
  struct Inheritance {
    bool Known = false;
    Language Lang = Language::Other;
    model::Capability Can = model::Capability::None;
    unsigned LowerBound = 0;
  };
  Inheritance inherited(size_t Number) const;
  /// Units of the supplement that this program imports, directly or through others of them.
  std::vector<size_t> importedFromSupplement() const;

  const DebugSections &Sections;
  std::vector<UnitHeader> Headers;
  size_t OwnCount = 0; ///< units of the file itself
  llvm::DenseMap<uint64_t, size_t> BySignature;
  /// Of a file of split units: by unit, what each belongs to. Empty for others.
  std::vector<const Skeleton *> Skeletons;
  /// Unnamed records that have a unit of their own, by signature: the unit with what names them.
  llvm::DenseMap<uint64_t, std::pair<size_t, Namer>> TypeUnitNamers;

private:
  struct Import {
    bool Known = false;
    size_t By = 0;
  };
  struct Imports {
    std::vector<Import> Of;
    std::vector<Inheritance> Says;
  };
  const Imports &imports() const;
  void findImports(size_t Number, Imports &Into, std::vector<size_t> &ToVisit) const;

  mutable std::once_flag ImportsOnce;
  mutable Imports ImportsFound;
};

} // namespace cachelint::dwarf

#endif
