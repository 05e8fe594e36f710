//===-- Progress.cpp -------------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/Progress.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

namespace cachelint::driver {

ProgressLine::ProgressLine(Progress Mode, size_t Total)
    : Terminal(llvm::sys::Process::StandardErrIsDisplayed()), Total(Total) {
  Shown = Mode == Progress::On || (Mode == Progress::Auto && Terminal);
}

ProgressLine::~ProgressLine() {
  if (Shown && Terminal && Done)
    llvm::errs() << "\r\033[K";
}

void ProgressLine::step(llvm::StringRef What) {
  std::lock_guard<std::mutex> Guard(Lock);
  ++Done;
  if (!Shown)
    return;
  unsigned Columns = llvm::sys::Process::StandardErrColumns();
  std::string Text = ("[" + llvm::Twine(Done) + "/" + llvm::Twine(Total) + "] " + What).str();
  if (Terminal && Columns && Text.size() >= Columns)
    Text.resize(Columns - 1);
  if (Terminal)
    llvm::errs() << '\r' << Text << "\033[K";
  else
    llvm::errs() << Text << '\n';
}

} // namespace cachelint::driver
