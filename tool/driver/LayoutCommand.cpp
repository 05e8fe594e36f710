//===-- LayoutCommand.cpp --------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/BinaryInput.h"
#include "tool/driver/Commands.h"
#include "tool/driver/GlobList.h"
#include "tool/driver/Output.h"
#include "tool/driver/SourceProgram.h"
#include "tool/facts/Merge.h"
#include "tool/report/Layouts.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

namespace cachelint::driver {

using namespace model;

namespace {

/// Without -p a file that is no source by its name is meant as a binary, so that the message is
/// "not an ELF file" and not one about compile_commands.json.
bool isSourceName(llvm::StringRef Path) {
  llvm::StringRef Ext = Path.rsplit('.').second;
  return llvm::is_contained(
             {"c", "cc", "cpp", "cxx", "C", "c++", "m", "mm", "h", "hh", "hpp", "hxx"}, Ext) ||
         llvm::sys::fs::is_directory(Path);
}

class LayoutRun {
public:
  LayoutRun(const Options &O, NameGlobs Names, ProblemSink &Problems)
      : O(O), Names(std::move(Names)), Problems(Problems) {}

  llvm::Expected<int> run() {
    std::vector<std::string> Sources, Binaries;
    for (const std::string &Input : O.Inputs)
      (isBinaryFile(Input) || (O.BuildDir.empty() && !isSourceName(Input)) ? Binaries : Sources)
          .push_back(Input);
    if (O.Inputs.empty() && O.BuildDir.empty())
      return llvm::createStringError("layout needs an ELF or BTF file, or -p and source files");
    if (!Sources.empty() || Binaries.empty())
      if (llvm::Error E = readSourceRecords(Sources))
        return E;
    BinaryReader Reader(O, Pool, Problems);
    for (const std::string &Path : Binaries)
      if (llvm::Error E = readBinary(Reader, Path)) {
        // One bad file of several must not lose the others.
        if (O.Inputs.size() == 1)
          return E;
        Problems.fail(Path, llvm::toString(std::move(E)));
      }
    if (Programs.empty())
      return llvm::createStringError("no input could be read");
    return print();
  }

private:
  llvm::Error readSourceRecords(const std::vector<std::string> &Paths) {
    auto Units = readSources(O, Paths, /*Bodies=*/false, Pool, Problems);
    if (!Units)
      return Units.takeError();
    Programs.push_back(facts::buildProgram(std::move(Units->Facts), Units->Words, Pool));
    return llvm::Error::success();
  }

  llvm::Error readBinary(BinaryReader &Reader, const std::string &Path) {
    BinaryReader::Wish W;
    W.NamedRecordsOnly = true;
    auto P = Reader.readProgram(Path, W);
    if (!P)
      return P.takeError();
    Programs.push_back(std::move(*P));
    return llvm::Error::success();
  }

  bool wanted(const Record &R) const {
    // What is part of another record is shown there. With -C a record of a system header was asked
    // for by name; without it, it only hides the user's own.
    if (Names.empty())
      return !R.is(RecordFlag::Anonymous) &&
             !(R.From.From == FrontEnd::Ast && R.is(RecordFlag::SystemHeader));
    return Names.selects(R.Name) || Names.selects(R.Key);
  }

  llvm::Expected<int> print() {
    report::LayoutDocument Doc;
    Doc.Expand = O.Expand;
    llvm::SmallString<256> Here;
    if (!llvm::sys::fs::current_path(Here))
      Doc.Directory = Here.str();
    Str Target;
    for (const Program &P : Programs) {
      for (const Record &R : P.Records)
        if (wanted(R))
          Doc.Records.push_back(&R);
      if (Target.empty() && !P.Units.empty())
        Target = P.Units.front().Target;
    }
    if (Doc.Records.empty())
      return llvm::createStringError(O.Records.empty()
                                         ? "no records in the input"
                                         : "no record matches the names given with -C");
    Doc.Geometry.LineSize = lineSizeFor(O, Target);
    if (O.BaseOffset >= Doc.Geometry.LineSize.bytes())
      return llvm::createStringError("--base-offset must be below the line size");
    Doc.Geometry.BaseOffset = Bits::fromBytes(O.BaseOffset);
    auto Find = [this](Str Key) { return find(Key); };
    Doc.Find = Find;
    llvm::Error E = writeOutput(O.OutputFile, [&](llvm::raw_ostream &Out) {
      O.Output == Format::Json ? report::renderLayoutsJson(Doc, Out)
                               : report::renderLayoutsText(Doc, Out);
    });
    if (E)
      return E;
    return ExitClean;
  }

  const Record *find(Str Key) const {
    for (const Program &P : Programs)
      if (const Record *R = P.findRecord(Key))
        return R;
    return nullptr;
  }

  const Options &O;
  NameGlobs Names;
  ProblemSink &Problems;
  StringPool Pool;
  std::vector<Program> Programs;
};

} // namespace

llvm::Expected<int> runLayout(const Options &O, ProblemSink &Problems) {
  auto Names = NameGlobs::parse(O.Records);
  if (!Names)
    return Names.takeError();
  return LayoutRun(O, std::move(*Names), Problems).run();
}

} // namespace cachelint::driver
