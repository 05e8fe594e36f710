//===-- BinaryReader.cpp ---===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/BinaryReader.h"

#include "tool/dwarf/Archive.h"
#include "tool/dwarf/FactsReader.h"
#include "tool/dwarf/ImageReader.h"

#include <atomic>
#include <thread>

namespace cachelint::dwarf {

/// Reads one file into the threads' harvests. \p First becomes the place behind its last unit.
static llvm::Error readInto(ElfFile &File, const InputContext &Input, std::vector<Harvest> &Threads,
                            uint64_t &First, model::Origin &From, bool OneOfMany) {
  llvm::Expected<DebugSections> Sections = File.debugSections(Input.Problems);
  if (!Sections)
    return Sections.takeError();
  Sections->OneOfMany |= OneOfMany;
  model::Binary Image = readImageOf(File, Input.Pool, Input.Problems);
  From = originOf(Image);
  ProgramFile Program{*Sections, Image, File.machine(), File.debugPath()};
  First = FileReader(Program, Input).read(Threads, First);
  return llvm::Error::success();
}

namespace {

/// The members of an archive, each thread taking the next one.
class ArchiveRun {
public:
  ArchiveRun(const Archive &Members, const InputContext &Input) : Members(Members), Input(Input) {}

  llvm::Expected<model::UnitFacts> read(llvm::StringRef Path, unsigned ThreadCount);

private:
  struct Worker {
    std::vector<Harvest> Found{1}; ///< one: a member is read by one thread
    size_t FirstRead = SIZE_MAX;
    model::Origin From; ///< of that member
  };
  void run(Worker &W);
  void readMember(size_t Number, Worker &W);

  const Archive &Members;
  const InputContext &Input;
  std::atomic<size_t> Next = 0;
};

} // namespace

void ArchiveRun::readMember(size_t Number, Worker &W) {
  const Archive::Member &M = Members.members()[Number];
  auto Fail = [&](llvm::Error E) {
    // The message begins with the name, which the problem has as well.
    std::string Text = llvm::toString(std::move(E));
    llvm::StringRef Message = Text;
    if (Message.consume_front(M.Name))
      Message.consume_front(": ");
    Input.Problems.warn(M.Name, Message.str());
  };
  llvm::Expected<int> Fd = Members.openMember(M);
  if (!Fd)
    return Fail(Fd.takeError());
  llvm::Expected<std::unique_ptr<ElfFile>> File =
      ElfFile::open(*Fd, M.Name, Input.Options.Search, Input.Problems);
  if (!File)
    return Fail(File.takeError());
  // No file has as many units as this leaves room for.
  uint64_t First = static_cast<uint64_t>(Number) << 32;
  model::Origin From;
  if (llvm::Error E = readInto(**File, Input, W.Found, First, From, true))
    return Fail(std::move(E));
  if (Number < W.FirstRead) {
    W.FirstRead = Number;
    W.From = From;
  }
}

void ArchiveRun::run(Worker &W) {
  for (size_t I = Next++; I < Members.members().size() && !Input.isDone(W.Found.front());
       I = Next++)
    readMember(I, W);
}

llvm::Expected<model::UnitFacts> ArchiveRun::read(llvm::StringRef Path, unsigned ThreadCount) {
  std::vector<Worker> Workers(ThreadCount);
  std::vector<std::thread> Others;
  for (size_t I = 1; I < Workers.size(); ++I)
    Others.emplace_back([this, &W = Workers[I]] { run(W); });
  run(Workers.front());
  for (std::thread &T : Others)
    T.join();
  std::vector<Harvest> Found;
  const Worker *First = &Workers.front();
  for (Worker &W : Workers) {
    Found.push_back(std::move(W.Found.front()));
    if (W.FirstRead < First->FirstRead)
      First = &W;
  }
  if (First->FirstRead == SIZE_MAX)
    return llvm::createStringError("%s: no member of the archive has DWARF that can be read",
                                   Path.str().c_str());
  model::Origin From = First->From;
  From.Input = Input.Pool.intern(Path);
  return finishFacts(Found, From, Input.Problems);
}

llvm::Expected<model::UnitFacts> readBinary(llvm::StringRef Path, StringPool &Pool,
                                            const ReadOptions &Options, ProblemSink &Problems) {
  InputContext Input(Pool, Problems, Options);
  // Looking for names in order is what makes the first definition the first one.
  unsigned Threads = Input.StopWhenSeen.empty() ? std::max(Options.Threads, 1u) : 1;
  if (Archive::isArchive(Path)) {
    llvm::Expected<Archive> Members = Archive::open(Path, Problems);
    if (!Members)
      return Members.takeError();
    return ArchiveRun(*Members, Input).read(Path, Threads);
  }
  llvm::Expected<std::unique_ptr<ElfFile>> File = ElfFile::open(Path, Options.Search, Problems);
  if (!File)
    return File.takeError();
  std::vector<Harvest> Found(Threads);
  uint64_t First = 0;
  model::Origin From;
  if (llvm::Error E = readInto(**File, Input, Found, First, From, false))
    return E;
  return finishFacts(Found, From, Problems);
}

} // namespace cachelint::dwarf
