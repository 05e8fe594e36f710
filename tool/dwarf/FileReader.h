//===-- FileReader.h - all units of one file, its split units and its supplement -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_FILEREADER_H
#define CACHELINT_DWARF_FILEREADER_H

#include "tool/dwarf/SplitUnits.h"
#include "tool/dwarf/UnitReader.h"

namespace cachelint::dwarf {

/// What all files of one input share.
struct InputContext {
  StringPool &Pool;
  ProblemSink &Problems;
  const ReadOptions &Options;
  TypeWords Words;
  NameSet Wanted;
  /// Of Wanted, when reading ends with the first definition of each name; else empty.
  NameSet StopWhenSeen;

  InputContext(StringPool &Pool, ProblemSink &Problems, const ReadOptions &Options);
  bool isDone(const Harvest &H) const;
};

/// One file with DWARF.
struct ProgramFile {
  const DebugSections &Sections;
  const model::Binary &Image;
  const Machine &Target;
  std::string DebugPath; ///< the file that Sections are of
};

/// What a record of the file comes from.
model::Origin originOf(const model::Binary &Image);

class FileReader {
public:
  FileReader(const ProgramFile &File, const InputContext &Input);

  /// Reads all, a thread for each of \p Threads. The units' places in the order begin at \p First;
  /// gives the one behind the last.
  uint64_t read(std::vector<Harvest> &Threads, uint64_t First);

private:
  enum class Kind : uint8_t { Own, Dwo, Packed };
  struct Work {
    Kind What;
    size_t Number;
  };
  struct Worker;

  void listWork();
  void readDwo(const Skeleton &S, uint64_t Order, Harvest &Out) const;

  const ProgramFile &File;
  const InputContext &Input;
  UnitIndex Units;
  SplitUnits Split;
  FileContext Context;
  std::optional<FileContext> PackageContext;
  std::vector<Work> Todo;
};

} // namespace cachelint::dwarf

#endif
