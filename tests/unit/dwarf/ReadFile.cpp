//===-- ReadFile.cpp ---------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tests/unit/dwarf/ReadFile.h"

#include "gtest/gtest.h"

namespace cachelint::test {

ReadFile::ReadFile(const std::string &Path, dwarf::ReadOptions Options) {
  llvm::Expected<model::UnitFacts> Read = dwarf::readBinary(Path, Pool, Options, Problems);
  if (Read)
    Facts = std::move(*Read);
  else
    Error = llvm::toString(Read.takeError());
}

std::vector<const model::Record *> ReadFile::records(model::Str Key) const {
  std::vector<const model::Record *> Found;
  for (const model::Record &R : Facts.Records)
    if (R.Key == Key)
      Found.push_back(&R);
  return Found;
}

std::vector<std::string> ReadFile::recordKeys() const {
  std::vector<std::string> Keys;
  for (const model::Record &R : Facts.Records)
    Keys.push_back(R.Key.str());
  return Keys;
}

const model::Record &ReadFile::record(model::Str Key) const {
  static const model::Record None;
  std::vector<const model::Record *> Found = records(Key);
  EXPECT_EQ(Found.size(), 1u) << Key.str() << " " << Error;
  return Found.empty() ? None : *Found.front();
}

const model::Field &ReadFile::field(model::Str Key, model::Str Name) const {
  static const model::Field None;
  for (const model::Field &F : record(Key).Fields)
    if (F.Name == Name)
      return F;
  ADD_FAILURE() << "no field " << Key.str() << "::" << Name.str();
  return None;
}

const model::Variable &ReadFile::variable(model::Str Name) const {
  static const model::Variable None;
  for (const model::Variable &V : Facts.Variables)
    if (V.Name == Name)
      return V;
  ADD_FAILURE() << "no variable " << Name.str();
  return None;
}

} // namespace cachelint::test
