//===-- ExplainCommand.cpp -------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/Rule.h"
#include "tool/driver/Commands.h"
#include "tool/driver/EmbeddedText.h"
#include "tool/driver/Output.h"

#include "fmt/format.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace cachelint::driver {

static llvm::Expected<llvm::StringRef> pageOf(llvm::StringRef Id) {
  Id.consume_front("cachelint-"); // as it stands in brackets behind a message
  for (const EmbeddedText &Page : rulePages())
    if (Page.Name == Id)
      return Page.Text;
  std::string Known;
  for (const rules::Rule *R : rules::allRules())
    Known += (Known.empty() ? "" : ", ") + R->info().Id.str();
  return llvm::createStringError("no rule '%s'; there are: %s", Id.str().c_str(), Known.c_str());
}

static std::string listOfRules() {
  size_t Width = 0;
  for (const rules::Rule *R : rules::allRules())
    Width = std::max(Width, R->info().Id.size());
  std::string Text;
  for (const rules::Rule *R : rules::allRules())
    Text += fmt::format("{:<{}}  {}\n", R->info().Id.str(), Width, R->info().Summary.str());
  return Text;
}

llvm::Expected<int> runExplain(const Options &O) {
  std::string Text = O.Inputs.empty() ? listOfRules() : "";
  for (const std::string &Id : O.Inputs) {
    auto Page = pageOf(Id);
    if (!Page)
      return Page.takeError();
    Text += (Text.empty() ? "" : "\n") + Page->str();
  }
  if (llvm::Error E = writeOutput(O.OutputFile, [&](llvm::raw_ostream &Out) { Out << Text; }))
    return E;
  return ExitClean;
}

} // namespace cachelint::driver
