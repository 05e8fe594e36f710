//===-- IsolatedReader.cpp - -------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/IsolatedReader.h"

#include "tool/driver/UnitBytes.h"

#include "fmt/format.h"

#include <csignal>
#include <poll.h>
#include <sys/wait.h>

namespace cachelint::driver {

std::string IsolatedReader::complaintOf(int Status) const {
  if (WIFEXITED(Status) && WEXITSTATUS(Status) == Worker::ExitMemory)
    return fmt::format(
        "wanted more than the {} MB that --unit-memory allows; its facts are missing",
        O.UnitMegabytes);
  if (WIFSIGNALED(Status))
    return fmt::format("the process that read it died of signal {}; its facts are missing",
                       WTERMSIG(Status));
  return fmt::format("the process that read it ended with code {}; its facts are missing",
                     WEXITSTATUS(Status));
}

void IsolatedReader::give(const Seat &S, std::string Complaint) {
  UnitResult Result;
  Result.Command = Commands[S.Unit];
  Result.Problems.push_back(
      {ProblemLevel::Failure, Commands[S.Unit]->File, {}, {}, {}, std::move(Complaint)});
  (*Take)(std::move(Result));
}

/// False when there is nothing left to give.
bool IsolatedReader::assign(size_t At) {
  Seat &S = Seats[At];
  if (Next == Commands.size())
    return false;
  S.Unit = Next++;
  if (!Workers[At]->running())
    if (llvm::Error E = Workers[At]->start(Workers, Commands, Read, O.UnitMegabytes)) {
      give(S, llvm::toString(std::move(E)));
      return true;
    }
  S.Until = Clock::now() + std::chrono::seconds(O.UnitSeconds);
  S.Busy = true;
  ++Open;
  if (!Workers[At]->give(S.Unit)) { // it ended after its last unit: a new one takes this
    Workers[At]->stop();
    S.Busy = false;
    --Open;
    --Next;
  }
  return true;
}

void IsolatedReader::finish(Seat &S, UnitResult &&Result) {
  S.Busy = false;
  --Open;
  (*Take)(std::move(Result));
}

/// Something has arrived, or the process has ended.
void IsolatedReader::serve(size_t At) {
  Seat &S = Seats[At];
  Worker &W = *Workers[At];
  if (!W.receive()) {
    int Status = W.stop();
    S.Busy = false;
    --Open;
    return give(S, complaintOf(Status));
  }
  std::optional<std::string> Answer = W.takeAnswer();
  if (!Answer)
    return;
  auto Result = unitFrom(*Answer, *Commands[S.Unit], Pool);
  if (Result)
    return finish(S, std::move(*Result));
  S.Busy = false;
  --Open;
  give(S, llvm::toString(Result.takeError()));
}

void IsolatedReader::wait() {
  std::vector<pollfd> Polled;
  std::vector<size_t> At;
  Clock::time_point First = Clock::time_point::max();
  for (size_t I = 0; I != Seats.size(); ++I)
    if (Seats[I].Busy) {
      Polled.push_back({Workers[I]->descriptor(), POLLIN, 0});
      At.push_back(I);
      First = std::min(First, Seats[I].Until);
    }
  int Milliseconds = -1;
  if (O.UnitSeconds) {
    auto Left = std::chrono::ceil<std::chrono::milliseconds>(First - Clock::now()).count();
    Milliseconds = static_cast<int>(std::clamp<int64_t>(Left, 0, 60'000));
  }
  ::poll(Polled.data(), Polled.size(), Milliseconds);
  Clock::time_point Now = Clock::now();
  for (size_t I = 0; I != At.size(); ++I) {
    Seat &S = Seats[At[I]];
    if (Polled[I].revents) {
      serve(At[I]);
    } else if (O.UnitSeconds && Now >= S.Until) {
      Workers[At[I]]->stop(/*Kill=*/true);
      S.Busy = false;
      --Open;
      give(S, fmt::format("not read within the {} s that --unit-timeout allows; its facts are "
                          "missing",
                          O.UnitSeconds));
    }
  }
}

void IsolatedReader::run(llvm::ArrayRef<const ast::CompileCommand *> All, const TakeUnit &TakeOne) {
  Commands = All;
  Take = &TakeOne;
  // A process that has died is noticed by what it does not answer.
  auto Before = std::signal(SIGPIPE, SIG_IGN);
  for (size_t I = 0; I != std::min<size_t>(jobsOf(O), All.size()); ++I) {
    Workers.push_back(std::make_unique<Worker>());
    Seats.emplace_back();
  }
  while (Next != Commands.size() || Open) {
    for (size_t I = 0; I != Seats.size(); ++I)
      while (!Seats[I].Busy && assign(I)) {
      }
    if (Open)
      wait();
  }
  Workers.clear();
  std::signal(SIGPIPE, Before);
}

} // namespace cachelint::driver
