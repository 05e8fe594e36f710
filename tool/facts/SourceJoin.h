//===-- SourceJoin.h - from a source line to the field accessed there -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// A report names a file without its directory, and several places may be accessed on one line. So
// the file must be the only one of its name, or the function that perf names must tell it; and of
// several places those that cannot lie at the row's offset in a line are ruled out.
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_SOURCEJOIN_H
#define CACHELINT_FACTS_SOURCEJOIN_H

#include "tool/facts/SourcePlaces.h"
#include "tool/model/Join.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace cachelint::facts {

class SourceJoin {
public:
  SourceJoin(const model::Program &P, model::Bits LineSize);

  /// Resolves the rows of \p Line that are not resolved yet. Where a binary gave a row's position
  /// it is in JoinedRow::Pos already, with its directory.
  void resolve(model::JoinedLine &Line) const;

private:
  struct Candidates {
    std::vector<SourcePlace> Places;
    std::string Why; ///< when there are none
  };
  Candidates candidatesOf(const model::JoinedRow &Row) const;
  std::vector<const model::Access *> accessesAt(const model::JoinedRow &Row, llvm::StringRef File,
                                                unsigned LineNumber, std::string &Why) const;
  void settle(model::JoinedRow &Row, const SourcePlace &Place) const;

  const model::Program &P;
  model::Bits LineSize;
  /// By line number and file name without directory.
  llvm::DenseMap<std::pair<unsigned, llvm::StringRef>, std::vector<const model::Access *>> ByLine;
  llvm::DenseMap<llvm::StringRef, llvm::DenseSet<llvm::StringRef>> FilesNamed;
};

} // namespace cachelint::facts

#endif
