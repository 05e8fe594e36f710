//===-- UnitReader.cpp - ------------------------------------------------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/UnitReader.h"

#include "tool/driver/IsolatedReader.h"
#include "tool/driver/Progress.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace cachelint::driver {

unsigned jobsOf(const Options &O) {
  return O.Jobs ? O.Jobs : std::max(1u, std::thread::hardware_concurrency());
}

UnitReader::UnitReader(const Options &O, bool Bodies, const model::Vocabulary &Words,
                       StringPool &Pool)
    : O(O), Words(Words), Pool(Pool), Known(O.SkipHeaderBodies) {
  Extract.Bodies = Bodies;
  if (O.LineSize)
    Extract.LineSize = model::Bits::fromBytes(*O.LineSize);
}

void UnitReader::shareBodies() { Extract.Known = &Known; }

UnitResult UnitReader::read(const ast::CompileCommand &Command) const {
  UnitResult Result;
  Result.Command = &Command;
  ProblemSink Problems;
  auto Facts = ast::extractUnit(Command, Words, Pool, Problems, Extract, &Result.Reads);
  if (Facts)
    Result.Facts = std::move(*Facts);
  else
    Problems.fail(Command.File, llvm::toString(Facts.takeError()));
  Result.Problems = Problems.sorted();
  return Result;
}

void UnitReader::run(llvm::ArrayRef<const ast::CompileCommand *> Commands, const TakeUnit &Take) {
  ProgressLine Line(O.ShowProgress, Commands.size());
  if (O.UnitSeconds || O.UnitMegabytes) {
    auto ReadOne = [this](const ast::CompileCommand &C) { return read(C); };
    return IsolatedReader(O, Pool, ReadOne).run(Commands, [&](UnitResult &&Unit) {
      Line.step(Unit.Command->File);
      Take(std::move(Unit));
    });
  }
  // Threads share strings, and what they read need not be written and read again.
  std::atomic<size_t> Next = 0;
  std::mutex TakeLock;
  auto Work = [&] {
    for (size_t I; (I = Next++) < Commands.size();) {
      UnitResult Result = read(*Commands[I]);
      {
        std::lock_guard<std::mutex> Guard(TakeLock);
        Take(std::move(Result));
      }
      Line.step(Commands[I]->File);
    }
  };
  std::vector<std::thread> Workers;
  for (size_t I = 1; I < std::min<size_t>(jobsOf(O), Commands.size()); ++I)
    Workers.emplace_back(Work);
  Work();
  for (std::thread &T : Workers)
    T.join();
}

} // namespace cachelint::driver
