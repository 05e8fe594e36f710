//===-- btf-layout.cpp - what the BTF reader makes of a file --------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// For the tests of this folder: reads one file with the BTF reader, whatever else is in the file.
//
//   btf-layout [-C GLOB] [--base FILE] [--json] [--variables] FILE
//
// Problems go to stderr. Exit code 0, 2 for an input that cannot be read, 3 with failures.
#include "tool/btf/BtfReader.h"
#include "tool/report/Layouts.h"

#include "fmt/format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace cachelint;

namespace {

struct Arguments {
  btf::ReadOptions Read;
  std::string Base, File;
  bool Json = false, Variables = false;
};

bool parse(int Count, char **Values, Arguments &Out) {
  for (int I = 1; I < Count; ++I) {
    llvm::StringRef Arg = Values[I];
    bool More = I + 1 < Count;
    if (Arg == "-C" && More)
      Out.Read.Records.push_back(Values[++I]);
    else if (Arg == "--base" && More)
      Out.Base = Values[++I];
    else if (Arg == "--json")
      Out.Json = true;
    else if (Arg == "--variables")
      Out.Variables = true;
    else if (Out.File.empty() && !Arg.starts_with("-"))
      Out.File = Arg.str();
    else
      return false;
  }
  return !Out.File.empty();
}

const char *storageName(model::StorageKind S) {
  switch (S) {
  case model::StorageKind::Global:
    return "global";
  case model::StorageKind::FileStatic:
    return "static";
  case model::StorageKind::LocalStatic:
    return "local";
  case model::StorageKind::ThreadLocal:
    return "thread";
  case model::StorageKind::PerCpu:
    return "percpu";
  case model::StorageKind::Automatic:
    return "automatic";
  }
  return "?";
}

void printVariables(const model::UnitFacts &Facts) {
  for (const model::Variable &V : Facts.Variables) {
    auto Number = [](std::optional<uint64_t> N) { return N ? fmt::format("0x{:x}", *N) : "?"; };
    llvm::outs() << fmt::format(
        "{} {} | {} | {} | section {} offset {} address {} size {}\n", storageName(V.Storage),
        V.Key.str(), V.Name.str(), V.Type.Spelling.str(), V.Section.str(), Number(V.SectionOffset),
        Number(V.Address), V.Type.Size ? fmt::format("{}", V.Type.Size->bytes()) : "?");
  }
}

void printRecords(const model::UnitFacts &Facts, bool Json) {
  report::LayoutDocument Doc;
  for (const model::Record &R : Facts.Records)
    Doc.Records.push_back(&R);
  auto Find = [&](model::Str Key) -> const model::Record * {
    auto It = std::lower_bound(Facts.Records.begin(), Facts.Records.end(), Key,
                               [](const model::Record &R, model::Str K) { return R.Key < K; });
    return It != Facts.Records.end() && It->Key == Key ? &*It : nullptr;
  };
  Doc.Find = Find;
  Json ? report::renderLayoutsJson(Doc, llvm::outs())
       : report::renderLayoutsText(Doc, llvm::outs());
}

int fail(llvm::Error E) {
  llvm::errs() << "error: " << llvm::toString(std::move(E)) << '\n';
  return 2;
}

} // namespace

int main(int Count, char **Values) {
  Arguments Args;
  if (!parse(Count, Values, Args)) {
    llvm::errs() << "usage: btf-layout [-C GLOB] [--base FILE] [--json] [--variables] FILE\n";
    return 2;
  }
  StringPool Pool;
  ProblemSink Problems;
  std::unique_ptr<btf::Base> On;
  if (!Args.Base.empty()) {
    auto Opened = btf::Base::open(Args.Base, Problems);
    if (!Opened)
      return fail(Opened.takeError());
    On = std::move(*Opened);
  }
  auto Facts = btf::readBtf(Args.File, Pool, Args.Read, Problems, On.get());
  if (!Facts)
    return fail(Facts.takeError());
  Args.Variables ? printVariables(*Facts) : printRecords(*Facts, Args.Json);
  for (const Problem &P : Problems.sorted())
    llvm::errs() << (P.Level == ProblemLevel::Failure ? "error: " : "warning: ") << P.text()
                 << '\n';
  return Problems.hasFailures() ? 3 : 0;
}
