//===-- Output.cpp ---------------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/Output.h"

#include "llvm/Support/FileUtilities.h"

namespace cachelint::driver {

llvm::Error writeOutput(const std::string &Path,
                        llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  if (!Path.empty() && Path != "-")
    return llvm::writeToOutput(Path, [&](llvm::raw_ostream &Out) {
      Write(Out);
      return llvm::Error::success();
    });
  llvm::raw_fd_ostream &Out = llvm::outs();
  Write(Out);
  Out.flush();
  if (Out.has_error()) {
    std::error_code Code = Out.error();
    // A reader that stops early (`| head`) is its own business; anything else is lost output.
    Out.clear_error();
    if (Code != std::errc::broken_pipe)
      return llvm::createStringError(Code, "cannot write to the standard output");
  }
  return llvm::Error::success();
}

} // namespace cachelint::driver
