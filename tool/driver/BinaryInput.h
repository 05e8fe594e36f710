//===-- BinaryInput.h - records and variables of a binary --------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_BINARYINPUT_H
#define CACHELINT_DRIVER_BINARYINPUT_H

#include "tool/btf/BtfReader.h"
#include "tool/driver/Options.h"
#include "tool/model/Program.h"
#include "tool/support/Problems.h"
#include "tool/support/StringPool.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace cachelint::driver {

/// True for an ELF file and for a file of BTF, by content.
bool isBinaryFile(const std::string &Path);

/// Reads binaries through the front end that fits: a file of BTF alone by tool/btf, an ELF file by
/// its DWARF, or by its .BTF section where it has no DWARF or Options::Types asks for it.
class BinaryReader {
public:
  BinaryReader(const Options &O, StringPool &Pool, ProblemSink &Problems)
      : O(O), Pool(Pool), Problems(Problems) {}

  /// What is wanted beside the records that Options::Records selects.
  struct Wish {
    bool Variables = false;
    const model::Vocabulary *Words = nullptr; ///< may be null
    /// The records are all that is asked for, and each is asked for by its name: BTF, which has
    /// one copy of each, is then read instead of DWARF where a file has both and Options::Types
    /// leaves the choice.
    bool NamedRecordsOnly = false;
  };
  llvm::Expected<model::UnitFacts> read(const std::string &Path, const Wish &W);

  /// As read(), as a program of its own. Program::Can is that of the file.
  llvm::Expected<model::Program> readProgram(const std::string &Path, const Wish &W);

private:
  llvm::Expected<const btf::Base *> base();
  llvm::Expected<model::UnitFacts> readBtf(const std::string &Path, const Wish &W);
  llvm::Expected<model::UnitFacts> readDwarf(const std::string &Path, const Wish &W);
  /// Each name of Options::Records is the key or the name of a record.
  bool allFound(const model::UnitFacts &Facts) const;

  const Options &O;
  StringPool &Pool;
  ProblemSink &Problems;
  std::unique_ptr<btf::Base> BtfBase; ///< of --btf-base, opened when first needed
};

} // namespace cachelint::driver

#endif
