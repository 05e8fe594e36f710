//===-- Vocabulary.h - the words of a project: thread ids, alignment macros, locks -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_VOCABULARY_H
#define CACHELINT_MODEL_VOCABULARY_H

#include "tool/model/Bits.h"

#include <optional>
#include <string>
#include <vector>

namespace cachelint::model {

/// A function that starts a thread of control.
struct LaunchApi {
  std::string Name;                    ///< function, or qualified class whose constructor launches
  std::optional<unsigned> FunctionArg; ///< which argument is the entry function (0-based)
  std::optional<unsigned> DataArg;     ///< which argument is handed to it
  unsigned DataParam = 0;              ///< which parameter of the entry function receives it
  std::optional<unsigned> IdArg;       ///< which argument is the core or thread number, if any
  bool Many = false;                   ///< one call starts several (rte_eal_mp_remote_launch)
  bool ForwardsArgs = false; ///< std::thread: arguments after the function become parameters
  bool Repeats = false;      ///< the function is called again and again: interrupts, work items
};

struct Allocator {
  std::string Name;
  std::optional<unsigned> SizeArg;
  std::optional<unsigned> CountArg;
  std::optional<unsigned> AlignArg;  ///< an argument that gives the alignment in bytes
  std::optional<unsigned> ResultArg; ///< posix_memalign: the result is stored through this argument
  std::optional<uint64_t> Alignment; ///< bytes promised, when fixed
  uint64_t AlignZeroMeans = 0;       ///< rte_zmalloc(.., 0): what 0 in AlignArg means, in bytes
  /// Blocks are also aligned to the largest power of two that divides their size: kmalloc.
  bool FollowsSize = false;
  bool PerCpu = false; ///< gives one object for each CPU
};

/// Fields that somebody wants on as few lines as they fit.
struct LineGroup {
  std::string Record; ///< glob, as a person writes the name
  std::string Name;   ///< for messages; may be empty
  std::vector<std::string> Fields;
  bool Alone = false; ///< no other field may be on their lines
};

/// Words that front ends and rules look for. Read from profiles/*.yaml; patterns are globs
/// ("*_init").
struct Vocabulary {
  std::string Name;
  std::vector<std::string> ThreadIdFunctions; ///< calls and macros that give the caller's own id
  std::vector<std::string> ThreadIdVariables; ///< thread-local or per-thread id variables
  std::vector<std::string> ThreadIdNames;     ///< names that suggest a thread id (low confidence)
  std::vector<std::string> ThreadBounds;      ///< names of array bounds: MAX_WORKERS, NR_CPUS
  std::vector<std::string> NotThreadBounds;   ///< names that look so and are not: RTE_MAX_ETHPORTS
  std::vector<LaunchApi> LaunchApis;
  std::vector<Allocator> Allocators;
  std::vector<std::string> AlignMacros; ///< macros that align to a line when defined
  std::vector<std::string> GuardMacros; ///< RTE_CACHE_GUARD, CACHELINE_PADDING
  std::vector<std::string> LockTypes;
  std::vector<std::string> LockFunctions;   ///< take or release; first argument is the lock
  std::vector<std::string> AtomicTypes;     ///< typedefs or records that are atomic by convention
  std::vector<std::string> AtomicFunctions; ///< read-modify-write or store through argument 0
  std::vector<std::string> AtomicReads;     ///< atomic loads
  std::vector<std::string> CopyFunctions;   ///< rte_memcpy: argument 0 written, 1 read, 2 bytes;
                                            ///< those of the C library are known
  std::vector<std::string> JoinFunctions;   ///< wait for threads to end: pthread_join
  std::vector<std::string> ColdFunctions;  ///< names of start-up, tear-down, control-path functions
  std::vector<std::string> ColdAttributes; ///< section names / macros: "__init"
  std::vector<std::string> BlockingFunctions;
  std::vector<std::string> WireTypes; ///< fixed-endian types: rte_be16_t, __le32
  /// Functions and macros that give a per-CPU object of any CPU: per_cpu_ptr.
  std::vector<std::string> OtherCpuFunctions;
  std::vector<LineGroup> LineGroups;
};

} // namespace cachelint::model

#endif
