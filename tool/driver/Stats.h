//===-- Stats.h - counts and times of a run ----------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_STATS_H
#define CACHELINT_DRIVER_STATS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <string>
#include <vector>

namespace cachelint::driver {

/// What --stats prints, in the order it was noted.
class Stats {
public:
  void count(llvm::StringRef What, uint64_t N);
  /// Ends the stage that began when the last one ended.
  void stageDone(llvm::StringRef Stage);
  void print(llvm::raw_ostream &Out) const;

private:
  using Clock = std::chrono::steady_clock;
  struct Row {
    std::string What;
    uint64_t N = 0;
    double Seconds = 0;
    bool IsTime = false;
  };
  std::vector<Row> Rows;
  Clock::time_point StageStart = Clock::now();
};

} // namespace cachelint::driver

#endif
