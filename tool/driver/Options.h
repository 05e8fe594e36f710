//===-- Options.h - what the user asked for --------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_OPTIONS_H
#define CACHELINT_DRIVER_OPTIONS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cachelint::driver {

/// Exit codes, as docs/exit-codes in the README lists them. Scripts rely on them.
enum ExitCode : int {
  ExitClean = 0,    ///< nothing at or above --fail-on
  ExitFindings = 1, ///< findings at or above --fail-on
  ExitUsage = 2,    ///< bad usage, or an input that cannot be read at all
  ExitPartial = 3,  ///< finished, but some inputs failed; each is named
};

enum class Command { Check, Audit, Layout, Diff, C2c, Facts, Explain };
enum class Format { Text, Json };
enum class FailOn { Note, Warning, Error, Confirmed, Never };
/// Where the types of a binary are read from.
enum class TypeSource { Auto, Dwarf, Btf };
enum class Progress { Auto, On, Off };

struct Options {
  Command What = Command::Check;
  std::string BuildDir;                ///< -p; empty: not given
  std::vector<std::string> Inputs;     ///< files, folders, ELF files, a recording or rule ids
  std::vector<std::string> Binaries;   ///< --binary
  std::vector<std::string> DebugDirs;  ///< --debug-dir: folders of separate debug files
  std::vector<std::string> Recordings; ///< --c2c
  std::vector<std::string> Records;    ///< -C: globs
  TypeSource Types = TypeSource::Auto; ///< --types
  std::string BtfBase;                 ///< --btf-base: what split BTF goes on from; empty: none
  std::string Rules;                   ///< --rules: clang-tidy's glob list
  std::optional<uint64_t> LineSize;    ///< bytes
  uint64_t BaseOffset = 0;             ///< bytes
  bool Expand = false;
  bool Pedantic = false;
  Format Output = Format::Text;
  std::string OutputFile; ///< empty: stdout
  FailOn Fail = FailOn::Warning;
  /// Behind "--": how the units are compiled, compiler's name left out; then no database is read.
  std::vector<std::string> CompileArgs;
  bool CompilesAsGiven = false;       ///< there was a "--"
  std::string DepFile;                ///< --depfile; empty: not given
  std::vector<std::string> FactsDirs; ///< --facts: facts files, and folders of them
  std::string Cache; ///< --cache: a folder or "off"; empty: where caches of the user are
  uint64_t CacheMegabytes = 2048;
  unsigned UnitSeconds = 0;   ///< --unit-timeout: 0: as long as it takes
  uint64_t UnitMegabytes = 0; ///< --unit-memory; 0: what there is
  std::string Profile;        ///< a name or a file; empty: recognised
  unsigned Jobs = 0;          ///< 0: one for each core
  Progress ShowProgress = Progress::Auto;
  bool Stats = false;
  bool SkipHeaderBodies = true; ///< --skip-header-bodies: parse a header's function once a run
};

} // namespace cachelint::driver

#endif
