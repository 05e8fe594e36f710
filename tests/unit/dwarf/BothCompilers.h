//===-- BothCompilers.h - a test that runs with gcc and with clang -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_TESTS_UNIT_DWARF_BOTHCOMPILERS_H
#define CACHELINT_TESTS_UNIT_DWARF_BOTHCOMPILERS_H

#include "tests/unit/dwarf/Compile.h"

#include "gtest/gtest.h"

namespace cachelint::test {

class BothCompilers : public ::testing::TestWithParam<Compiler> {
protected:
  void SetUp() override {
    if (GetParam() == Compiler::Gcc && !haveGcc())
      GTEST_SKIP() << "gcc is not there";
  }
  std::string input(llvm::StringRef Name, llvm::StringRef Flags = "-c -gdwarf-5") {
    return compile(GetParam(), Name, Flags);
  }
  std::string text(llvm::StringRef Text, llvm::StringRef Suffix = ".c",
                   llvm::StringRef Flags = "-c -gdwarf-5") {
    return compileText(GetParam(), Text, Suffix, Flags);
  }
};

inline std::string compilerName(const ::testing::TestParamInfo<Compiler> &I) {
  return I.param == Compiler::Gcc ? "gcc" : "clang";
}

} // namespace cachelint::test

#endif
