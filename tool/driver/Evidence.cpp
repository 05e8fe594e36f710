//===-- Evidence.cpp -------------------------------------------------- -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/driver/Evidence.h"

#include "tool/driver/SourceProgram.h"
#include "tool/driver/UnitReader.h"
#include "tool/dwarf/BinaryReader.h"
#include "tool/evidence/ReportReader.h"

#include "fmt/format.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>

namespace cachelint::driver {

using namespace model;

static llvm::Expected<Recording> readRecording(const std::string &Path, ProblemSink &Problems) {
  auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/false,
                                                   /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return llvm::createStringError(Buffer.getError(), "%s", Buffer.getError().message().c_str());
  return evidence::readC2cReport(Path, (*Buffer)->getBuffer(), Problems);
}

llvm::Expected<UnitFacts> Evidence::factsOf(const std::string &Path, StringPool &Pool,
                                            ProblemSink &Problems) {
  if (auto Read = Known.find(Path); Read != Known.end())
    return std::move(Read->second);
  dwarf::ReadOptions Read;
  Read.Search = dwarf::FileSearch(Asked->DebugDirs);
  Read.Threads = jobsOf(*Asked);
  return dwarf::readBinary(Path, Pool, Read, Problems);
}

llvm::Error Evidence::readBinary(const std::string &Path, StringPool &Pool, ProblemSink &Problems) {
  dwarf::FileSearch Search(Asked->DebugDirs);
  auto Image = dwarf::readImage(Path, Pool, Problems, Search);
  if (!Image)
    return Image.takeError();
  Binaries.emplace_back();
  Binary &B = Binaries.back();
  B.Image = std::move(*Image);
  // Symbols alone still tell which variable a line is in, and whether this is the recorded binary.
  if (auto Facts = factsOf(Path, Pool, Problems))
    B.Facts = std::move(*Facts);
  else
    Problems.warn(Path, llvm::toString(Facts.takeError()) + "; only its symbols are used");
  if (auto Code = dwarf::openCodeMap(Path, Pool, Problems, Search))
    B.Code = std::move(*Code);
  else
    llvm::consumeError(Code.takeError()); // the reader of records has said why
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<Evidence>>
Evidence::read(const Options &O, StringPool &Pool, ProblemSink &Problems, ReadBinaries Known) {
  auto E = std::make_unique<Evidence>();
  E->Asked = &O;
  E->Known = std::move(Known);
  bool Alone = O.Recordings.size() == 1;
  for (const std::string &Path : O.Recordings) {
    auto R = readRecording(Path, Problems);
    if (R)
      E->Recordings.push_back(std::move(*R));
    else if (Alone)
      return llvm::createStringError("%s: %s", Path.c_str(), llvm::toString(R.takeError()).c_str());
    else
      Problems.fail(Path, llvm::toString(R.takeError()));
  }
  if (E->Recordings.empty() && !O.Recordings.empty())
    return llvm::createStringError("no recording could be read");
  for (const std::string &Path : O.Binaries)
    if (llvm::Error Bad = E->readBinary(Path, Pool, Problems))
      Problems.fail(Path, llvm::toString(std::move(Bad)));
  return E;
}

std::vector<JoinedRecording> Evidence::join(const Program *Source) const {
  std::vector<facts::RecordedBinary> Images;
  for (const Binary &B : Binaries)
    Images.push_back({&B.Image, &B.Facts, B.Code.get()});
  std::vector<JoinedRecording> Result;
  for (const Recording &R : Recordings) {
    facts::JoinInput Input;
    Input.Recording = &R;
    Input.Binaries = Images;
    Input.Source = Source;
    Input.LineSize = lineSizeFor(*Asked, target());
    Result.push_back(facts::joinRecording(Input));
  }
  return Result;
}

std::vector<const UnitFacts *> Evidence::binaryFacts() const {
  std::vector<const UnitFacts *> Result;
  for (const Binary &B : Binaries)
    Result.push_back(&B.Facts);
  return Result;
}

Str Evidence::target() const { return Binaries.empty() ? Str() : Binaries.front().Image.Target; }

static std::string placeText(const JoinedLine &L) {
  std::string Address =
      L.Line->Address ? fmt::format("0x{:x}", *L.Line->Address) : std::string("unknown address");
  if (L.Variable.empty())
    return L.Record.empty() ? Address : fmt::format("{} ({})", Address, L.Record);
  if (L.Record.empty() || L.Record == L.Variable)
    return fmt::format("{} at {}", L.Variable, Address);
  return fmt::format("{} ({}) at {}", L.Variable, L.Record, Address);
}

std::vector<report::Unexplained> unexplainedOf(const JoinedRecording &Joined) {
  std::vector<report::Unexplained> Result;
  for (size_t I : facts::unexplainedLines(Joined)) {
    const JoinedLine &L = Joined.Lines[I];
    Result.push_back({placeText(L), L.Record, L.Variable, L.Line->Address, L.Counts});
  }
  return Result;
}

} // namespace cachelint::driver
