//===-- BtfReader.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/btf/BtfReader.h"

#include "tool/btf/BtfFile.h"
#include "tool/btf/EqualRecords.h"
#include "tool/btf/RecordBuilder.h"
#include "tool/btf/VariableBuilder.h"
#include "tool/model/Names.h"

namespace cachelint::btf {

using model::Capability;

static llvm::Expected<TypeTable> readTable(const BtfFile &File, const std::string &Section,
                                           llvm::ArrayRef<uint8_t> Bytes, const TypeTable *On,
                                           ProblemSink &Problems) {
  Complaints Notes(File.Input, Section, Problems);
  llvm::Expected<TypeTable> Table = TypeTable::read(Bytes, On, Notes);
  if (Table)
    return Table;
  std::string Where = Section.empty() ? File.Input : File.Input + "(" + Section + ")";
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s: %s", Where.c_str(),
                                 llvm::toString(Table.takeError()).c_str());
}

struct Base::Tables {
  BtfFile File;
  TypeTable Types;
};

Base::Base(std::unique_ptr<Tables> Content) : Content(std::move(Content)) {}
Base::~Base() = default;

static llvm::Expected<std::unique_ptr<Base::Tables>> readBase(llvm::Expected<BtfFile> File,
                                                              ProblemSink &Problems) {
  if (!File)
    return File.takeError();
  auto Types = readTable(*File, File->Section, File->Bytes, nullptr, Problems);
  if (!Types)
    return Types.takeError();
  return std::make_unique<Base::Tables>(std::move(*File), std::move(*Types));
}

llvm::Expected<std::unique_ptr<Base>> Base::open(llvm::StringRef Path, ProblemSink &Problems) {
  auto Content = readBase(openBtfFile(Path), Problems);
  if (!Content)
    return Content.takeError();
  return std::unique_ptr<Base>(new Base(std::move(*Content)));
}

llvm::Expected<std::unique_ptr<Base>> Base::read(llvm::MemoryBufferRef Bytes,
                                                 ProblemSink &Problems) {
  auto Content = readBase(findBtf(Bytes), Problems);
  if (!Content)
    return Content.takeError();
  return std::unique_ptr<Base>(new Base(std::move(*Content)));
}

/// BTF does not say how large pointers are; on the machines that have BTF, `long` is as large.
static std::optional<unsigned> sizeOfLong(const TypeTable &Types, TypeId Begin, TypeId End) {
  for (TypeId Id = Begin; Id != End; ++Id) {
    Type T = Types.type(Id);
    if (T.Kind != Kind::Int || (T.SizeOrType != 4 && T.SizeOrType != 8))
      continue;
    llvm::StringRef Name = Types.text(T.Name).value_or("").take_front(32);
    std::string Canonical = model::canonicalBaseType(Name);
    if (Canonical == "long" || Canonical == "unsigned long")
      return T.SizeOrType;
  }
  return std::nullopt;
}

namespace {

/// Puts the parts together for one file.
class FileReader {
public:
  FileReader(const BtfFile &File, const TypeTable &Types, StringPool &Pool,
             const ReadOptions &Options, ProblemSink &Problems)
      : File(File), Types(Types), Options(Options), Notes(File.Input, File.Section, Problems),
        Limit(Types.byteCount()), Texts(Types, Pool, Limit),
        Words(Options.Words ? TypeWords(*Options.Words) : TypeWords()),
        PointerBytes(pointerBytes()), Uses(Types, Texts, Words, PointerBytes),
        All(Types, Uses, Texts, Limit, Notes), Wanted(Options.Records) {
    From.From = model::FrontEnd::Btf;
    From.Can = Capability::BitFields | Capability::DeclarationOrder;
    From.Input = Pool.intern(llvm::StringRef(File.Input));
    From.Target = Pool.intern(llvm::StringRef(File.Triple.empty() ? Options.Target : File.Triple));
  }

  model::UnitFacts read();

private:
  std::optional<unsigned> pointerBytes() const {
    if (File.PointerBytes)
      return File.PointerBytes;
    auto Own = sizeOfLong(Types, Types.begin(), Types.end());
    return Own ? Own : sizeOfLong(Types, 1, Types.begin());
  }
  std::vector<size_t> chooseInstances();
  /// Of a base that came with the file only names and sizes are known.
  bool hasMembers(TypeId Id) const { return File.BaseBytes.empty() || Id >= Types.begin(); }

  const BtfFile &File;
  const TypeTable &Types;
  const ReadOptions &Options;
  Complaints Notes;
  Budget Limit;
  Names Texts;
  TypeWords Words;
  std::optional<unsigned> PointerBytes;
  TypeUses Uses;
  Instances All;
  NameSet Wanted;
  model::Origin From;
};

} // namespace

/// Those with wanted names, and what they hold by value.
std::vector<size_t> FileReader::chooseInstances() {
  std::vector<size_t> Chosen;
  std::vector<bool> Has(All.size());
  for (size_t I = 0; I != All.size(); ++I)
    if (Wanted.empty() || Wanted.matches(All[I].Key)) {
      Chosen.push_back(I);
      Has[I] = true;
    }
  for (size_t Done = 0; Done != Chosen.size() && !Limit.exhausted(); ++Done) {
    size_t Parent = Chosen[Done];
    Type T = Types.type(All[Parent].Id);
    for (uint32_t M = 0; M != T.Count; ++M) {
      std::optional<size_t> Held = All.heldBy(Parent, M);
      Has.resize(All.size());
      if (!Held || Has[*Held] || !hasMembers(All[*Held].Id))
        continue;
      Has[*Held] = true;
      Chosen.push_back(*Held);
    }
  }
  return Chosen;
}

model::UnitFacts FileReader::read() {
  model::UnitFacts Facts;
  Facts.From = From;
  All.enumerate(Wanted);
  std::vector<size_t> Chosen = chooseInstances();
  // In the order of the file, whatever led to them.
  std::stable_sort(Chosen.begin(), Chosen.end(),
                   [&](size_t A, size_t B) { return All[A].Id < All[B].Id; });
  Packing Packed(Types, From.Target, PointerBytes);
  RecordBuilder Builder(Types, Uses, Texts, All, Packed, Notes);
  Facts.Records.reserve(Chosen.size());
  for (size_t I : Chosen) {
    if (!Limit.spend(16 * uint64_t(Types.type(All[I].Id).Count)))
      break;
    Facts.Records.push_back(Builder.build(I, From));
  }
  uniteEqual(Facts.Records);
  if (Options.Variables && !Limit.exhausted())
    Facts.Variables = VariableBuilder(Types, Uses, Texts, All, File).build(From);
  if (Limit.exhausted())
    Notes.fail("BTF describes far more than a file of this size can mean; it is damaged, and was "
               "not read to its end");
  return Facts;
}

static llvm::Expected<model::UnitFacts> readFile(llvm::Expected<BtfFile> File, StringPool &Pool,
                                                 const ReadOptions &Options, ProblemSink &Problems,
                                                 const Base *On) {
  if (!File)
    return File.takeError();
  const TypeTable *Below = On ? &On->tables().Types : nullptr;
  std::optional<TypeTable> Own;
  if (!File->BaseBytes.empty()) {
    auto Types = readTable(*File, ".BTF.base", File->BaseBytes, nullptr, Problems);
    if (!Types)
      return Types.takeError();
    Below = &Own.emplace(std::move(*Types));
  }
  auto Types = readTable(*File, File->Section, File->Bytes, Below, Problems);
  if (!Types)
    return Types.takeError();
  return FileReader(*File, *Types, Pool, Options, Problems).read();
}

llvm::Expected<model::UnitFacts> readBtf(llvm::StringRef Path, StringPool &Pool,
                                         const ReadOptions &Options, ProblemSink &Problems,
                                         const Base *On) {
  return readFile(openBtfFile(Path), Pool, Options, Problems, On);
}

llvm::Expected<model::UnitFacts> readBtf(llvm::MemoryBufferRef Bytes, StringPool &Pool,
                                         const ReadOptions &Options, ProblemSink &Problems,
                                         const Base *On) {
  return readFile(findBtf(Bytes), Pool, Options, Problems, On);
}

} // namespace cachelint::btf
