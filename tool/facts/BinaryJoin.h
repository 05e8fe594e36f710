//===-- BinaryJoin.h - what binaries add to a program of source ---*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_FACTS_BINARYJOIN_H
#define CACHELINT_FACTS_BINARYJOIN_H

#include "tool/model/Program.h"

#include "llvm/ADT/ArrayRef.h"

namespace cachelint::facts {

/// The variables of \p P get the places that the linker gave them; of records of which no unit of
/// the source has the layout that a binary has, that layout is put into Program::Shipped. The
/// strings of \p Binaries must live as long as \p P. The order of the binaries does not matter.
void joinBinaries(model::Program &P, llvm::ArrayRef<const model::UnitFacts *> Binaries);

} // namespace cachelint::facts

#endif
