//===-- Program.cpp ------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Program.h"

#include <algorithm>

namespace cachelint::model {

template <typename T> static const T *findSorted(const std::vector<T> &All, Str Key) {
  auto It = std::lower_bound(All.begin(), All.end(), Key,
                             [](const T &Element, Str K) { return Element.Key < K; });
  return It != All.end() && It->Key == Key ? &*It : nullptr;
}

const Record *Program::findRecord(Str Key) const { return findSorted(Records, Key); }
const Variable *Program::findVariable(Str Key) const { return findSorted(Variables, Key); }
const Function *Program::findFunction(Str Key) const { return findSorted(Functions, Key); }

const FunctionContext *Program::contextOf(Str FunctionKey) const {
  const Function *F = findFunction(FunctionKey);
  return F && Contexts.size() == Functions.size() ? &Contexts[F - Functions.data()] : nullptr;
}

} // namespace cachelint::model
