//===-- PackUnit.cpp - a unit as parts ------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/Encoder.h"
#include "tool/facts/FactsFile.h"

#include "llvm/ADT/StringMap.h"

namespace cachelint::facts {

using namespace model;

namespace {

/// References to the facts of one list.
template <typename List> using Chosen = std::vector<const typename List::value_type *>;

template <typename Tuple> struct ChosenOf;
template <typename... List> struct ChosenOf<std::tuple<List &...>> {
  using Type = std::tuple<Chosen<std::remove_const_t<List>>...>;
};

/// What a unit says of one source file.
using FileFacts = ChosenOf<decltype(listsOf(std::declval<const FactLists &>()))>::Type;

class Sorter {
public:
  void add(const FactLists &Lists) { sortLists<0>(listsOf(Lists)); }

  /// By file name, so that the order of the parts does not depend on that of the facts.
  std::map<Str, const FileFacts *> sorted() const {
    std::map<Str, const FileFacts *> Sorted;
    for (const auto &Entry : ByFile)
      Sorted[Entry.getKey()] = &Entry.second;
    return Sorted;
  }

private:
  template <size_t I, typename Tuple> void sortLists(const Tuple &Lists) {
    if constexpr (I < std::tuple_size_v<Tuple>) {
      FileFacts *Last = nullptr;
      const char *LastFile = nullptr;
      for (const auto &Fact : std::get<I>(Lists)) {
        // Facts of one file come one behind the other, and names are interned.
        if (!Last || Fact.Pos.File.data() != LastFile) {
          Last = &ByFile[Fact.Pos.File];
          LastFile = Fact.Pos.File.data();
        }
        std::get<I>(*Last).push_back(&Fact);
      }
      sortLists<I + 1>(Lists);
    }
  }

  llvm::StringMap<FileFacts> ByFile;
};

template <typename T> void encodeList(Encoder &Out, const std::vector<const T *> &List) {
  Out.addNumber(List.size());
  for (const T *Fact : List)
    Out.add(*Fact);
}

EntryId addPart(PackedUnit &Into, std::string Bytes) {
  EntryId Id = idOf(Bytes);
  Into.Parts.try_emplace(Id, std::make_shared<const std::string>(std::move(Bytes)));
  return Id;
}

} // namespace

/// The file in which a piece stands.
static Str fileOf(const FactLists &Piece) {
  Str File;
  auto Look = [&File](const auto &List) {
    if (File.empty() && !List.empty())
      File = List.front().Pos.File;
  };
  std::apply([&](const auto &...List) { (Look(List), ...); }, listsOf(Piece));
  return File;
}

void UnitPacker::learn(const UnitFacts &Unit) {
  for (const SharedFacts &Piece : Unit.Shared)
    if (std::unique_ptr<SharedFacts> &Kept = Known[Piece.Key]; !Kept)
      Kept = std::make_unique<SharedFacts>(Piece);
}

bool UnitPacker::knowsAllOf(const UnitFacts &Unit) const {
  return llvm::all_of(Unit.Refers, [this](Str Key) { return Known.count(Key) != 0; });
}

EntryId UnitPacker::packPieces(const Pieces &OfOneFile, PackedUnit &Into) {
  std::string Keys;
  for (const SharedFacts *Piece : OfOneFile)
    Keys += Piece->Key.str() + "\n";
  auto &[Id, Bytes] = Done[idOf(Keys)];
  if (!Bytes) {
    FactLists All;
    auto Append = [](auto &To, const auto &From) { To.insert(To.end(), From.begin(), From.end()); };
    for (const SharedFacts *Piece : OfOneFile) {
      const FactLists &From = *Piece;
      [&]<size_t... I>(std::index_sequence<I...>) {
        (Append(std::get<I>(listsOf(All)), std::get<I>(listsOf(From))), ...);
      }(std::make_index_sequence<std::tuple_size_v<decltype(listsOf(All))>>());
    }
    Encoder Out("");
    Out.add(All);
    Bytes = std::make_shared<const std::string>(Out.finish());
    Id = idOf(*Bytes);
  }
  Into.Parts.try_emplace(Id, Bytes);
  return Id;
}

PackedUnit UnitPacker::pack(const UnitFacts &Unit, EntryId Command, EntryId Words,
                            std::vector<Problem> Problems) {
  PackedUnit Packed;
  StoredUnit Stored{Unit.From, Command, Words, {}, std::move(Problems)};
  Sorter Own;
  Own.add(Unit);
  for (const auto &[File, Facts] : Own.sorted()) {
    Encoder Out(Unit.From.Input);
    std::apply([&](const auto &...List) { (encodeList(Out, List), ...); }, *Facts);
    Stored.Parts.push_back(addPart(Packed, Out.finish()));
    if (File == Unit.From.Input)
      Packed.Own = Stored.Parts.back();
  }
  std::map<Str, Pieces> ByFile;
  for (Str Key : Unit.Refers)
    if (auto It = Known.find(Key); It != Known.end())
      ByFile[fileOf(*It->second)].push_back(It->second.get());
  for (const auto &[File, OfOneFile] : ByFile)
    Stored.Parts.push_back(packPieces(OfOneFile, Packed));
  Encoder Out("");
  Out.add(Stored);
  Packed.Unit = Out.finish();
  return Packed;
}

PackedUnit packUnit(const UnitFacts &Unit, EntryId Command, EntryId Words,
                    std::vector<Problem> Problems) {
  UnitPacker Packer;
  Packer.learn(Unit);
  return Packer.pack(Unit, Command, Words, std::move(Problems));
}

std::string packDependencies(const Dependencies &D) {
  Encoder Out("");
  Out.add(D);
  return Out.finish();
}

std::string packWords(const Vocabulary &Words) {
  Encoder Out("");
  Out.add(Words);
  return Out.finish();
}

} // namespace cachelint::facts
