//===-- BinaryReader.h - records, variables and code of an ELF file -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The way into ELF files with DWARF 2 to 5: executables, shared objects, object files, static
// archives and kernel images of any byte order and word size.
//
// What a file leaves to others is found as FileSearch.h says. Split units (-gsplit-dwarf) come from
// the package beside the file (FILE.dwp), or from the .dwo files that the units name; what dwz
// moved to a file of its own comes from there.
//
// What stops a whole file is the Error: it cannot be opened, is no ELF file, is cut, has no DWARF.
// What stops a part of it (one unit, one record) goes to the problem sink with section and offset,
// and the rest is read.
//
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_BINARYREADER_H
#define CACHELINT_DWARF_BINARYREADER_H

#include "tool/dwarf/FileSearch.h"
#include "tool/model/Binary.h"
#include "tool/model/Program.h"
#include "tool/support/Problems.h"
#include "tool/support/StringPool.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace cachelint::dwarf {

struct ReadOptions {
  /// Globs ("rte_*") over Record::Key and Record::Name; empty: all records. What a wanted record or
  /// variable holds by value is read too, so that its fields can be followed; the caller picks by
  /// name.
  std::vector<std::string> Records;
  /// With Records that hold no wildcard: stop as soon as one definition of each was found. Other
  /// layouts of the same name in later units are then not seen.
  bool FirstDefinitionOnly = false;
  bool Variables = true;
  bool Functions = true;
  /// Lock and atomic types of the project, for the traits of types; may be null.
  const model::Vocabulary *Words = nullptr;
  unsigned Threads = 1;
  FileSearch Search;
};

/// Records, variables and functions. Those of an archive's members are united, and each says which
/// member it is from: "libx.a(y.o)". Records are sorted by key, equal ones of several units united,
/// differing ones of one key side by side; the order does not depend on Threads.
///
/// Origin::Can of each record is what the producer of its unit can state, that of the result is
/// what all units with records or variables can state. Variable keys are those of
/// tool/model/Names.h; Address is empty in relocatable files and for thread-local variables.
/// Variable::Function is the function's name, and Function::Key its linkage name, or for static
/// functions variableKey() of its name: DWARF knows no USRs.
llvm::Expected<model::UnitFacts> readBinary(llvm::StringRef Path, StringPool &Pool,
                                            const ReadOptions &Options, ProblemSink &Problems);

/// Symbols, sections and segments; also from a file without DWARF. An archive has none.
llvm::Expected<model::Binary> readImage(llvm::StringRef Path, StringPool &Pool,
                                        ProblemSink &Problems, const FileSearch &Search = {});

/// Source lines and inlined functions of a file's code. The file is read as far as questions need
/// it.
llvm::Expected<std::unique_ptr<model::CodeMap>> openCodeMap(llvm::StringRef Path, StringPool &Pool,
                                                            ProblemSink &Problems,
                                                            const FileSearch &Search = {});

} // namespace cachelint::dwarf

#endif
