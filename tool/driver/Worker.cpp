//===-- Worker.cpp - -------------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/Worker.h"

#include "tool/driver/UnitBytes.h"

#include "llvm/Support/ErrorHandling.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <new>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cachelint::driver {

static bool writeAll(int To, const char *Bytes, size_t Size) {
  while (Size) {
    ssize_t N = ::write(To, Bytes, Size);
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      return false;
    Bytes += N;
    Size -= N;
  }
  return true;
}

static bool readAll(int From, char *Bytes, size_t Size) {
  while (Size) {
    ssize_t N = ::read(From, Bytes, Size);
    if (N < 0 && errno == EINTR)
      continue;
    if (N <= 0)
      return false;
    Bytes += N;
    Size -= N;
  }
  return true;
}

/// Data and stack of this process, in bytes.
static uint64_t dataSize() {
  std::ifstream Pages("/proc/self/statm");
  uint64_t Size = 0, Resident = 0, Shared = 0, Text = 0, Library = 0, Data = 0;
  Pages >> Size >> Resident >> Shared >> Text >> Library >> Data;
  return Data * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

static void limitMemory(uint64_t Megabytes) {
  // The stack that a unit is parsed on counts as data, all of it, before it is used.
  constexpr uint64_t Stack = 64;
  rlimit Limit;
  if (::getrlimit(RLIMIT_DATA, &Limit))
    return;
  Limit.rlim_cur = std::min<rlim_t>(Limit.rlim_max, dataSize() + ((Megabytes + Stack) << 20));
  ::setrlimit(RLIMIT_DATA, &Limit);
}

/// With the size of an answer: no other follows.
static constexpr uint64_t LastAnswer = uint64_t(1) << 63;

static void outOfMemory() { ::_exit(Worker::ExitMemory); }

[[noreturn]] static void serve(int Requests, int Answers,
                               llvm::ArrayRef<const ast::CompileCommand *> Commands, ReadOne Read,
                               uint64_t MemoryMegabytes) {
  if (MemoryMegabytes) {
    std::set_new_handler(outOfMemory);
    llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { outOfMemory(); });
  }
  facts::UnitPacker Packer;
  uint64_t Unit = 0;
  while (readAll(Requests, reinterpret_cast<char *>(&Unit), sizeof(Unit))) {
    if (MemoryMegabytes)
      limitMemory(MemoryMegabytes);
    UnitResult Result = Read(*Commands[Unit]);
    std::string Bytes = bytesOf(Result, Packer);
    uint64_t Head = Bytes.size() | (Result.Reads.Crashed ? LastAnswer : 0);
    if (!writeAll(Answers, reinterpret_cast<const char *>(&Head), sizeof(Head)) ||
        !writeAll(Answers, Bytes.data(), Bytes.size()))
      break;
    // A crash that was survived leaves the heap in whatever state.
    if (Result.Reads.Crashed)
      break;
  }
  ::_exit(0);
}

llvm::Error Worker::start(llvm::ArrayRef<std::unique_ptr<Worker>> Others,
                          llvm::ArrayRef<const ast::CompileCommand *> Commands, ReadOne Read,
                          uint64_t MemoryMegabytes) {
  int Ask[2], Answer[2];
  auto Failed = [] {
    return llvm::createStringError(std::error_code(errno, std::generic_category()),
                                   "cannot start a process to read units in");
  };
  if (::pipe(Ask))
    return Failed();
  if (::pipe(Answer)) {
    ::close(Ask[0]);
    ::close(Ask[1]);
    return Failed();
  }
  Child = ::fork();
  if (Child == 0) {
    for (const auto &W : Others)
      if (W->running()) {
        ::close(W->Requests);
        ::close(W->Answers);
      }
    ::close(Ask[1]);
    ::close(Answer[0]);
    serve(Ask[0], Answer[1], Commands, Read, MemoryMegabytes);
  }
  ::close(Ask[0]);
  ::close(Answer[1]);
  Requests = Ask[1];
  Answers = Answer[0];
  Received.clear();
  if (Child > 0)
    return llvm::Error::success();
  stop();
  return Failed();
}

bool Worker::give(size_t Unit) {
  uint64_t Number = Unit;
  return writeAll(Requests, reinterpret_cast<const char *>(&Number), sizeof(Number));
}

bool Worker::receive() {
  char Buffer[1 << 16];
  ssize_t N = ::read(Answers, Buffer, sizeof(Buffer));
  if (N < 0 && errno == EINTR)
    return true;
  if (N <= 0)
    return false;
  Received.append(Buffer, N);
  return true;
}

std::optional<std::string> Worker::takeAnswer() {
  uint64_t Head = 0;
  if (Received.size() < sizeof(Head))
    return std::nullopt;
  std::memcpy(&Head, Received.data(), sizeof(Head));
  uint64_t Size = Head & ~LastAnswer;
  if (Received.size() - sizeof(Head) < Size)
    return std::nullopt;
  std::string Answer = Received.substr(sizeof(Head), Size);
  // Else it would be asked once more while it goes.
  if (Head & LastAnswer)
    stop();
  Received.clear();
  return Answer;
}

int Worker::stop(bool Kill) {
  for (int *Pipe : {&Requests, &Answers}) {
    if (*Pipe >= 0)
      ::close(*Pipe);
    *Pipe = -1;
  }
  int Status = 0;
  if (Child > 0) {
    if (Kill)
      ::kill(Child, SIGKILL);
    while (::waitpid(Child, &Status, 0) < 0 && errno == EINTR) {
    }
  }
  Child = -1;
  return Status;
}

} // namespace cachelint::driver
