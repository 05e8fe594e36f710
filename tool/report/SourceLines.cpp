//===-- SourceLines.cpp ----------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/report/SourceLines.h"

namespace cachelint::report {

std::optional<llvm::StringRef> SourceLines::line(llvm::StringRef File, unsigned Line) {
  auto [It, New] = Files.try_emplace(File);
  Text &T = It->second;
  if (New) {
    if (auto Buffer = llvm::MemoryBuffer::getFile(File)) {
      T.Buffer = std::move(*Buffer);
      llvm::StringRef Rest = T.Buffer->getBuffer();
      while (!Rest.empty()) {
        auto [First, After] = Rest.split('\n');
        T.Lines.push_back(First);
        Rest = After;
      }
    }
  }
  if (Line == 0 || Line > T.Lines.size())
    return std::nullopt;
  return T.Lines[Line - 1];
}

} // namespace cachelint::report
