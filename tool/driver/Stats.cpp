//===-- Stats.cpp ----------------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/Stats.h"

#include "fmt/format.h"

namespace cachelint::driver {

void Stats::count(llvm::StringRef What, uint64_t N) { Rows.push_back({What.str(), N, 0, false}); }

void Stats::stageDone(llvm::StringRef Stage) {
  Clock::time_point Now = Clock::now();
  Rows.push_back({Stage.str(), 0, std::chrono::duration<double>(Now - StageStart).count(), true});
  StageStart = Now;
}

void Stats::print(llvm::raw_ostream &Out) const {
  for (const Row &R : Rows)
    Out << (R.IsTime ? fmt::format("{:>10.2f} s  {}\n", R.Seconds, R.What)
                     : fmt::format("{:>10}    {}\n", R.N, R.What));
}

} // namespace cachelint::driver
