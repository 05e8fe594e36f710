//===-- Recordings.cpp ------------------------------------------------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/Recordings.h"

#include "tool/evidence/ReportReader.h"

#include "llvm/Support/MemoryBuffer.h"

namespace cachelint::driver {

llvm::Expected<model::Recording> readRecording(const std::string &Path, ProblemSink &Problems) {
  auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/false,
                                                   /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return llvm::createStringError(Buffer.getError(), "%s: %s", Path.c_str(),
                                   Buffer.getError().message().c_str());
  return evidence::readC2cReport(Path, (*Buffer)->getBuffer(), Problems);
}

} // namespace cachelint::driver
