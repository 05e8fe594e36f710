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

class Packer {
public:
  explicit Packer(const UnitFacts &Unit) : Unit(Unit) {
    sort(Unit);
    for (const SharedFacts &Piece : Unit.Shared)
      sort(Piece);
  }

  /// By file name, so that the order of the parts does not depend on that of the facts.
  void pack(PackedUnit &Into, std::vector<EntryId> &Parts) const {
    std::map<Str, const FileFacts *> Sorted;
    for (const auto &Entry : ByFile)
      Sorted[Entry.getKey()] = &Entry.second;
    for (const auto &[File, Facts] : Sorted) {
      Encoder Out(Unit.From.Input);
      std::apply([&](const auto &...List) { (encode(Out, List), ...); }, *Facts);
      std::string Bytes = Out.finish();
      EntryId Id = idOf(Bytes);
      Parts.push_back(Id);
      if (File == Unit.From.Input)
        Into.Own = Id;
      Into.Parts.emplace(Id, std::move(Bytes));
    }
  }

private:
  void sort(const FactLists &Lists) { sortLists<0>(listsOf(Lists)); }

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

  template <typename T> static void encode(Encoder &Out, const std::vector<const T *> &List) {
    Out.addNumber(List.size());
    for (const T *Fact : List)
      Out.add(*Fact);
  }

  const UnitFacts &Unit;
  llvm::StringMap<FileFacts> ByFile;
};

} // namespace

PackedUnit packUnit(const UnitFacts &Unit, EntryId Command, EntryId Words,
                    std::vector<Problem> Problems) {
  PackedUnit Packed;
  StoredUnit Stored{Unit.From, Command, Words, {}, std::move(Problems)};
  Packer(Unit).pack(Packed, Stored.Parts);
  Encoder Out("");
  Out.add(Stored);
  Packed.Unit = Out.finish();
  return Packed;
}

std::string packWords(const Vocabulary &Words) {
  Encoder Out("");
  Out.add(Words);
  return Out.finish();
}

} // namespace cachelint::facts
