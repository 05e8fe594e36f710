//===-- ShortPath.h - paths as text reports show them --------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_REPORT_SHORTPATH_H
#define CACHELINT_REPORT_SHORTPATH_H

#include "llvm/ADT/StringRef.h"

namespace cachelint::report {

/// \p Path relative to \p Directory when it is below it, else as it is. Both absolute; an empty
/// directory shortens nothing.
inline llvm::StringRef shortPath(llvm::StringRef Path, llvm::StringRef Directory) {
  llvm::StringRef Rest = Path;
  return !Directory.empty() && Rest.consume_front(Directory) && Rest.consume_front("/") ? Rest
                                                                                        : Path;
}

} // namespace cachelint::report

#endif
