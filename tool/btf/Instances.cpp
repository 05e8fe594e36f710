//===-- Instances.cpp -----------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/btf/Instances.h"

#include "tool/model/Names.h"

#include "fmt/format.h"
#include "llvm/ADT/BitVector.h"

namespace cachelint::btf {

using model::RecordKind;
using model::Str;

// Unnamed records within unnamed records: people write three.
static constexpr unsigned MaxDepth = 32;

static std::string unnamed(const Type &Record, unsigned Index) {
  return model::anonymousName(Record.Kind == Kind::Union ? RecordKind::Union : RecordKind::Struct,
                              Index);
}

size_t Instances::add(TypeId Id, Str Key, bool Anonymous, unsigned Depth) {
  auto [It, New] = ByKey.try_emplace({Id, Key.data()}, All.size());
  if (New)
    All.push_back({Id, Key, Anonymous, Depth});
  return It->second;
}

Str Instances::declaredIn(Str Variable, const Type &Record) {
  return Texts.intern(Variable.str() + "::" + unnamed(Record, 1));
}

Str Instances::declaredIn(size_t Parent, uint32_t MemberIndex) const {
  auto It = Declared.find({Parent, MemberIndex});
  return It == Declared.end() ? Str() : All[It->second].Key;
}

void Instances::enumerate(const Type &T) {
  if (T.isRecord() && !Uses.isUnnamed(T))
    if (Str Key = Uses.taggedKey(T); !Key.empty())
      add(T.Id, Key, false, 0);
  if (T.Kind != Kind::Typedef && T.Kind != Kind::Var)
    return;
  TypeId Unnamed = unnamedRecordIn(Types, T.SizeOrType);
  Str Name = Texts.at(T.Name);
  if (Unnamed == 0 || Name.empty())
    return;
  Type Record = Types.type(Unnamed);
  Str Key = T.Kind == Kind::Typedef ? Uses.typedefKey(T, Record) : declaredIn(Name, Record);
  if (!Key.empty()) // the budget is spent
    add(Unnamed, Key, Key.data() != Name.data(), 0);
}

/// Unnamed records that nothing declares which BTF could show: in casts, in parameters, variables
/// inside of functions.
void Instances::enumerateLoose() {
  llvm::BitVector Seen(Types.end());
  for (const Instance &I : All)
    Seen.set(I.Id);
  for (TypeId Id = Types.begin(); Id != Types.end(); ++Id) {
    Type T = Types.type(Id);
    // Inside of a record that is loose itself they get their key from it.
    for (uint32_t M = 0; T.isRecord() && M != T.Count; ++M)
      if (TypeId Inner = unnamedRecordIn(Types, Types.member(T, M).Type))
        Seen.set(Inner);
  }
  for (TypeId Id = Types.begin(); Id != Types.end(); ++Id) {
    Type T = Types.type(Id);
    if (!T.isRecord() || Seen[Id])
      continue;
    Str Key = Texts.intern(
        fmt::format("(anonymous {} at type {})", T.Kind == Kind::Union ? "union" : "struct", Id));
    if (Key.empty())
      return;
    add(Id, Key, true, 0);
  }
}

bool Instances::mayLeadTo(llvm::ArrayRef<llvm::StringRef> Roots, const Type &T) const {
  if (!T.isRecord() && T.Kind != Kind::Typedef && T.Kind != Kind::Var)
    return false;
  llvm::StringRef Name = Types.text(T.Name).value_or("");
  // The key of a template is not its name letter by letter.
  return llvm::is_contained(Roots, Name) || Name.contains('<');
}

void Instances::enumerate(const NameSet &Wanted) {
  // Most of the time goes into names; for a single record out of thousands few are needed.
  bool Few = !Wanted.empty() && !Wanted.hasGlobs();
  llvm::SmallVector<llvm::StringRef, 4> Roots;
  for (const auto &Entry : Wanted.names())
    Roots.push_back(Entry.first().split("::(anonymous ").first);
  for (TypeId Id = Types.begin(); Id != Types.end() && !Limit.exhausted(); ++Id)
    if (Type T = Types.type(Id); !Few || mayLeadTo(Roots, T))
      enumerate(T);
  expandAll();
  if (Few && llvm::none_of(Roots, [](llvm::StringRef R) { return R.starts_with("(anonymous "); }))
    return;
  enumerateLoose();
  expandAll();
}

void Instances::expandAll() {
  for (; Expanded != All.size() && !Limit.exhausted(); ++Expanded)
    expand(Expanded);
}

void Instances::expand(size_t Parent) {
  Instance In = All[Parent]; // a copy, as All grows
  Type T = Types.type(In.Id);
  unsigned Ordinal = 0;
  llvm::SmallDenseMap<TypeId, size_t, 4> WithNames;
  for (uint32_t Index = 0; Index != T.Count; ++Index) {
    Member M = Types.member(T, Index);
    TypeId Inner = unnamedRecordIn(Types, M.Type);
    if (Inner == 0)
      continue;
    if (In.Depth == MaxDepth) {
      Problems.warn(Types.placeOf(In.Id), fmt::format("BTF type {} is an unnamed record in {} "
                                                      "others, and what is inside is not read",
                                                      In.Id, MaxDepth));
      return;
    }
    auto Met = WithNames.find(Inner);
    if (M.Name != 0 && Met != WithNames.end()) {
      Declared[{Parent, Index}] = Met->second;
      continue;
    }
    Str Key = Texts.intern(In.Key.str() + "::" + unnamed(Types.type(Inner), ++Ordinal));
    if (Key.empty())
      return;
    size_t Child = add(Inner, Key, true, In.Depth + 1);
    Declared[{Parent, Index}] = Child;
    if (M.Name != 0)
      WithNames[Inner] = Child;
  }
}

std::optional<size_t> Instances::heldBy(size_t Parent, uint32_t MemberIndex) {
  const TypeFacts &Facts = Uses.of(Types.member(Types.type(All[Parent].Id), MemberIndex).Type);
  if (Facts.Record == 0)
    return std::nullopt;
  if (Facts.Use.Record.empty()) {
    auto It = Declared.find({Parent, MemberIndex});
    return It == Declared.end() ? std::nullopt : std::optional(It->second);
  }
  // A key that is neither the tag nor a typedef's name was made from the latter.
  bool Anonymous = Facts.Use.Record.contains("::(anonymous ");
  size_t Held = add(Facts.Record, Facts.Use.Record, Anonymous, 0);
  expandAll();
  return Held;
}

} // namespace cachelint::btf
