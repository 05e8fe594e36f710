//===-- main.cpp ------------------------------------------------------ -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/Commands.h"

int main(int Argc, char **Argv) { return cachelint::driver::runMain(Argc, Argv); }
