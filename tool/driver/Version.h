//===-- Version.h - what this build is --------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_VERSION_H
#define CACHELINT_DRIVER_VERSION_H

#include <string>

namespace cachelint::driver {

/// "cachelint 0.1.0 (LLVM 19.1.7)".
std::string versionText();

} // namespace cachelint::driver

#endif
