//===-- Progress.h - how far a run is, on a terminal --------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_PROGRESS_H
#define CACHELINT_DRIVER_PROGRESS_H

#include "tool/driver/Options.h"

#include "llvm/ADT/StringRef.h"

#include <mutex>

namespace cachelint::driver {

/// One line on stderr that is written over, "[12/336] lib/eal/...", when stderr is a terminal or
/// the user asked for it. Safe to use from many threads.
class ProgressLine {
public:
  ProgressLine(Progress Mode, size_t Total);
  ~ProgressLine();
  void step(llvm::StringRef What);

private:
  std::mutex Lock;
  bool Shown;
  bool Terminal;
  size_t Done = 0;
  size_t Total;
};

} // namespace cachelint::driver

#endif
