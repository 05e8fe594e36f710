//===-- JsonText.h - text from inputs as JSON strings -------------*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_REPORT_JSONTEXT_H
#define CACHELINT_REPORT_JSONTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

namespace cachelint::report {

/// Names and texts come from files of all kinds: JSON must be UTF-8, so bytes that are not become
/// the replacement character.
inline llvm::json::Value jsonText(llvm::StringRef Text) {
  return llvm::json::isUTF8(Text) ? llvm::json::Value(Text)
                                  : llvm::json::Value(llvm::json::fixUTF8(Text));
}

} // namespace cachelint::report

#endif
