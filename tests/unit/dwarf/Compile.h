//===-- Compile.h - object files for tests -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_TESTS_UNIT_DWARF_COMPILE_H
#define CACHELINT_TESTS_UNIT_DWARF_COMPILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace cachelint::test {

enum class Compiler { Gcc, Clang };

bool haveGcc();

/// Compiles tests/unit/dwarf/inputs/\p Input with \p Flags (separated by spaces) and gives the
/// object's path. Without -c among the flags a program is linked. A failure of the compiler fails
/// the test, and gives an empty path. Each command runs once in a process.
std::string compile(Compiler With, llvm::StringRef Input, llvm::StringRef Flags);

/// The same for a text. \p Suffix (".c", ".cpp") says the language.
std::string compileText(Compiler With, llvm::StringRef Text, llvm::StringRef Suffix,
                        llvm::StringRef Flags);

/// Runs a program of the LLVM that cachelint was built with ("llvm-objcopy"), and fails the test
/// when it fails.
void runLlvmTool(llvm::StringRef Name, llvm::ArrayRef<std::string> Arguments);

/// A path in the test's folder that no other call gives.
std::string freshPath(llvm::StringRef Suffix);

void writeFile(llvm::StringRef Path, llvm::StringRef Bytes);
std::string readFile(llvm::StringRef Path);

} // namespace cachelint::test

#endif
