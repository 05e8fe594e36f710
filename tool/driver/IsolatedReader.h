//===-- IsolatedReader.h - units read in processes of their own -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DRIVER_ISOLATEDREADER_H
#define CACHELINT_DRIVER_ISOLATEDREADER_H

#include "tool/driver/Worker.h"

#include <chrono>
#include <memory>
#include <vector>

namespace cachelint::driver {

/// For --unit-timeout and --unit-memory: a few processes that read many units each. One that breaks
/// a limit or dies is replaced, its unit is named, and all others are read.
class IsolatedReader {
public:
  IsolatedReader(const Options &O, StringPool &Pool, ReadOne Read) : O(O), Pool(Pool), Read(Read) {}

  /// The calling process must have no other thread. \p Take is called once for each unit.
  void run(llvm::ArrayRef<const ast::CompileCommand *> Commands, const TakeUnit &Take);

private:
  using Clock = std::chrono::steady_clock;
  struct Seat {
    size_t Unit = 0;
    bool Busy = false;
    Clock::time_point Until;
  };

  bool assign(size_t At);
  void wait();
  void serve(size_t At);
  void give(const Seat &S, std::string Complaint);
  void finish(Seat &S, UnitResult &&Result);
  std::string complaintOf(int Status) const;

  const Options &O;
  StringPool &Pool;
  ReadOne Read;
  llvm::ArrayRef<const ast::CompileCommand *> Commands;
  const TakeUnit *Take = nullptr;
  std::vector<std::unique_ptr<Worker>> Workers;
  std::vector<Seat> Seats; ///< parallel to Workers
  size_t Next = 0, Open = 0;
};

} // namespace cachelint::driver

#endif
