//===-- SplitUnits.h - units whose entries are in other files -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_SPLITUNITS_H
#define CACHELINT_DWARF_SPLITUNITS_H

#include "tool/dwarf/SideFile.h"
#include "tool/dwarf/UnitIndex.h"

#include "llvm/ADT/DenseSet.h"

#include <memory>

namespace cachelint::dwarf {

/// A file of split units (-gsplit-dwarf), ready to be read.
struct SplitFile {
  std::unique_ptr<SideFile> File;
  std::unique_ptr<UnitIndex> Units;
};

/// The skeletons of a program, and where their units are.
class SplitUnits {
public:
  /// \p Path is the file with the program's DWARF.
  SplitUnits(const UnitIndex &Program, llvm::StringRef Path, const FileSearch &Search,
             ProblemSink &Problems);

  bool empty() const { return All.empty(); }
  /// The skeleton that is this unit of the program; null for whole units.
  const Skeleton *at(size_t Number) const;

  /// The package beside the program ("FILE.dwp"); null when there is none.
  const UnitIndex *package() const { return Package.Units.get(); }
  llvm::StringRef packagePath() const { return Package.File->path(); }
  bool inPackage(const Skeleton &S) const { return Packed.contains(S.Unit); }

  /// Opens the .dwo file of a skeleton. \p Missing gets the path where it should be when there is
  /// none. Everything but that is a problem. Safe to use from many threads.
  SplitFile open(const Skeleton &S, std::string &Missing) const;

private:
  void findSkeletons(const UnitIndex &Program);
  void openPackage();

  std::string Path;
  const FileSearch &Search;
  ProblemSink &Problems;
  std::vector<Skeleton> All; ///< by unit
  SplitFile Package;
  llvm::DenseSet<size_t> Packed; ///< units of the program whose split unit is in the package
};

/// Gives the units of a package what .debug_cu_index and .debug_tu_index say of them: where their
/// parts of the other sections begin, and their ids. Units that no index names are removed.
void applyPackageIndex(UnitIndex &Units, llvm::StringRef Path, ProblemSink &Problems);

} // namespace cachelint::dwarf

#endif
