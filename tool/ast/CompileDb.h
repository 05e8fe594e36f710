//===-- CompileDb.h - the compile commands of a program -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_AST_COMPILEDB_H
#define CACHELINT_AST_COMPILEDB_H

#include "tool/support/Problems.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace cachelint::ast {

/// How one translation unit is compiled. Paths are absolute.
struct CompileCommand {
  std::string Directory;         ///< where the compiler runs
  std::string File;              ///< the main source file
  std::vector<std::string> Args; ///< with the compiler's name first, as written
};

/// Reads compile_commands.json in \p BuildDir. \p Paths are files or directories, relative ones to
/// the working directory; only units at or below one of them are taken, all when there is none.
///
/// Sorted by file, a unit that is listed twice with the same arguments once. A unit whose source is
/// missing is a failure in \p Problems and left out, as is a path below which no unit is. The error
/// means that there is no database to read.
llvm::Expected<std::vector<CompileCommand>>
readCompileDb(llvm::StringRef BuildDir, llvm::ArrayRef<std::string> Paths, ProblemSink &Problems);

} // namespace cachelint::ast

#endif
