//===-- UnitBytes.h - a unit on its way between processes -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_UNITBYTES_H
#define CACHELINT_DRIVER_UNITBYTES_H

#include "tool/driver/UnitReader.h"
#include "tool/facts/FactsFile.h"

namespace cachelint::driver {

/// A facts file of one unit, with what its reading depended on. \p Packer knows the pieces of all
/// units that this process has read before.
std::string bytesOf(const UnitResult &Unit, facts::UnitPacker &Packer);
/// \p Command is that of the unit.
llvm::Expected<UnitResult> unitFrom(const std::string &Bytes, const ast::CompileCommand &Command,
                                    StringPool &Pool);

} // namespace cachelint::driver

#endif
