//===-- SourceLines.h - lines of source files for reports --------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_REPORT_SOURCELINES_H
#define CACHELINT_REPORT_SOURCELINES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <vector>

namespace cachelint::report {

/// Reads each source file once and gives its lines. A file that cannot be read has none.
class SourceLines {
public:
  /// \p Line counts from 1.
  std::optional<llvm::StringRef> line(llvm::StringRef File, unsigned Line);

private:
  struct Text {
    std::unique_ptr<llvm::MemoryBuffer> Buffer;
    std::vector<llvm::StringRef> Lines;
  };
  llvm::StringMap<Text> Files;
};

} // namespace cachelint::report

#endif
