//===-- Worker.h - a process that reads units for another -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_WORKER_H
#define CACHELINT_DRIVER_WORKER_H

#include "tool/driver/UnitReader.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <sys/types.h>

namespace cachelint::driver {

/// What the process at the other end does with a unit.
using ReadOne = llvm::function_ref<UnitResult(const ast::CompileCommand &)>;

/// A forked process. It reads numbers of units from one pipe and writes facts files to another, one
/// for each unit, until the first pipe is closed.
class Worker {
public:
  Worker() = default;
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;
  ~Worker() { stop(); }

  /// \p Others: of which the child must not keep the pipes open. \p MemoryMegabytes: what one unit
  /// may take beyond what the process has, 0 for no limit. The calling process must have no other
  /// thread.
  llvm::Error start(llvm::ArrayRef<std::unique_ptr<Worker>> Others,
                    llvm::ArrayRef<const ast::CompileCommand *> Commands, ReadOne Read,
                    uint64_t MemoryMegabytes);
  bool running() const { return Child > 0; }
  /// False when the process is gone.
  bool give(size_t Unit);
  /// Takes in what has arrived; false when the process has ended.
  bool receive();
  /// The facts file of the unit, once all of it is here. A process that survived a crash of clang
  /// has ended with it.
  std::optional<std::string> takeAnswer();
  int descriptor() const { return Answers; }
  /// Ends the process; how it ended.
  int stop(bool Kill = false);

  /// The exit code for a unit that wanted more memory than it may have.
  static constexpr int ExitMemory = 77;

private:
  pid_t Child = -1;
  int Requests = -1, Answers = -1;
  std::string Received;
};

} // namespace cachelint::driver

#endif
