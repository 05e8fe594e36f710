//===-- Version.cpp --------------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/Version.h"

#include "llvm/Config/llvm-config.h"

namespace cachelint::driver {

std::string versionText() {
  return "cachelint " CACHELINT_VERSION " (LLVM " LLVM_VERSION_STRING ")";
}

} // namespace cachelint::driver
