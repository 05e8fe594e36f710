//===-- FileReader.cpp ---===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/dwarf/FileReader.h"

#include "tool/dwarf/UnnamedRecords.h"

#include <atomic>
#include <thread>

namespace cachelint::dwarf {

InputContext::InputContext(StringPool &Pool, ProblemSink &Problems, const ReadOptions &Options)
    : Pool(Pool), Problems(Problems), Options(Options), Wanted(Options.Records) {
  if (Options.Words)
    Words = TypeWords(*Options.Words);
  if (Options.FirstDefinitionOnly && !Wanted.hasGlobs())
    StopWhenSeen = Wanted;
}

bool InputContext::isDone(const Harvest &H) const {
  return !StopWhenSeen.empty() && H.NamesSeen.size() == StopWhenSeen.names().size();
}

model::Origin originOf(const model::Binary &Image) {
  model::Origin From;
  From.From = model::FrontEnd::Dwarf;
  From.Input = Image.Path;
  From.Target = Image.Target;
  if (Image.Kind != model::BinaryKind::Relocatable)
    From.Can = model::Capability::Addresses;
  return From;
}

FileReader::FileReader(const ProgramFile &File, const InputContext &Input)
    : File(File), Input(Input), Units(File.Sections, File.Image.Path, Input.Problems),
      Split(Units, File.DebugPath, Input.Options.Search, Input.Problems),
      Context{Units,         File.Target,  File.Image,           Input.Words,
              Input.Options, Input.Wanted, originOf(File.Image), File.Image.Path} {
  if (!Units.BySignature.empty())
    nameTypeUnits(Units);
  listWork();
}

void FileReader::listWork() {
  for (size_t I = 0; I != Units.OwnCount; ++I) {
    const Skeleton *S = Split.empty() ? nullptr : Split.at(I);
    if (!S)
      Todo.push_back({Kind::Own, I});
    else if (!Split.inPackage(*S))
      Todo.push_back({Kind::Dwo, I});
  }
  if (File.Sections.Supplement)
    for (size_t I : Units.importedFromSupplement())
      Todo.push_back({Kind::Own, I});
  const UnitIndex *Package = Split.package();
  if (!Package)
    return;
  PackageContext.emplace(FileContext{*Package, File.Target, File.Image, Input.Words, Input.Options,
                                     Input.Wanted, Context.Origin, Split.packagePath()});
  for (size_t I = 0; I != Package->OwnCount; ++I)
    if (Package->Headers[I].IsType || Package->skeletonOf(I))
      Todo.push_back({Kind::Packed, I});
}

void FileReader::readDwo(const Skeleton &S, uint64_t Order, Harvest &Out) const {
  std::string Missing;
  SplitFile Dwo = Split.open(S, Missing);
  if (!Missing.empty())
    Out.MissingSplit.push_back(std::move(Missing));
  if (!Dwo.Units)
    return;
  FileContext Here{*Dwo.Units,      Context.Target, Context.Image,  Context.Words,
                   Context.Options, Context.Wanted, Context.Origin, Dwo.File->path()};
  UnitReader Reader(Here, Input.Pool, Input.Problems, Out);
  for (size_t I = 0; I != Dwo.Units->Headers.size(); ++I)
    if (Dwo.Units->skeletonOf(I))
      Reader.read(I, Order);
}

/// One thread's readers: they keep the memory of a few units from one to the next.
struct FileReader::Worker {
  Worker(const FileReader &From, Harvest &Out)
      : From(From), Out(Out), Own(From.Context, From.Input.Pool, From.Input.Problems, Out) {
    if (From.PackageContext)
      Packed.emplace(*From.PackageContext, From.Input.Pool, From.Input.Problems, Out);
  }

  void run(const Work &W, uint64_t Order) {
    if (W.What != Kind::Own)
      ++Out.SplitCount;
    if (W.What == Kind::Own)
      Own.read(W.Number, Order);
    else if (W.What == Kind::Packed)
      Packed->read(W.Number, Order);
    else
      From.readDwo(*From.Split.at(W.Number), Order, Out);
  }

  const FileReader &From;
  Harvest &Out;
  UnitReader Own;
  std::optional<UnitReader> Packed;
};

uint64_t FileReader::read(std::vector<Harvest> &Threads, uint64_t First) {
  std::atomic<size_t> Next = 0;
  auto Run = [&](Harvest &Out) {
    Worker W(*this, Out);
    for (size_t I = Next++; I < Todo.size() && !Input.isDone(Out); I = Next++)
      W.run(Todo[I], First + I);
  };
  std::vector<std::thread> Others;
  for (size_t I = 1; I < Threads.size(); ++I)
    Others.emplace_back(Run, std::ref(Threads[I]));
  Run(Threads.front());
  for (std::thread &T : Others)
    T.join();
  return First + Todo.size();
}

} // namespace cachelint::dwarf
