//===-- EmbeddedText.h - text files inside the program ------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_EMBEDDEDTEXT_H
#define CACHELINT_DRIVER_EMBEDDEDTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace cachelint::driver {

/// A file that was put into the program when it was built (cmake/CachelintEmbed.cmake), so that
/// one binary is all there is to install.
struct EmbeddedText {
  llvm::StringRef Name; ///< of the file, without folder and extension
  llvm::StringRef Text;
};

/// profiles/*.yaml, by name.
llvm::ArrayRef<EmbeddedText> builtInProfiles();

/// docs/rules/*.md, by the rule's id: what `cachelint explain` prints.
llvm::ArrayRef<EmbeddedText> rulePages();

} // namespace cachelint::driver

#endif
