//===-- Unit.h - the entries of one unit -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_DWARF_UNIT_H
#define CACHELINT_DWARF_UNIT_H

#include "tool/dwarf/Abbrev.h"
#include "tool/dwarf/Forms.h"
#include "tool/dwarf/Node.h"
#include "tool/model/Source.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <vector>

namespace cachelint::dwarf {

/// Other: the unit does not say, as partial units may not. Foreign: it says another one, whose
/// names follow rules of their own, as those of Rust and Go do.
enum class Language : uint8_t { C, Cxx, Other, Foreign };

/// How an unnamed record gets its name; see tool/model/Names.h.
struct Namer {
  enum class By : uint8_t { Typedef, Member, Declarator };
  By How = By::Declarator;
  uint32_t Node = 0; ///< the typedef, the record with the member, the variable, function or typedef
  uint32_t Ordinal = 1; ///< of the unnamed records of that parent
};

/// What a split unit leaves to the unit of the program that names it.
struct Skeleton {
  const DebugSections *Sections = nullptr; ///< of the program
  size_t Unit = 0;                         ///< number there
  uint64_t Id = 0;
  uint64_t AddrBase = 0;
  const char *DwoName = nullptr;
  const char *CompDir = nullptr;
  std::optional<uint64_t> LineOffset;
};

/// One unit in memory: its entries in file order, children behind their parent. Objects are reused
/// for one unit after the other, so that their memory is asked for once.
class Unit {
public:
  Unit() = default;
  Unit(const Unit &) = delete; ///< Context points into the object
  Unit &operator=(const Unit &) = delete;

  /// Reads the unit. \p FirstIndex is LowerBound for a unit that names no language. False when
  /// nothing of it can be used; what ends it early is in \p Error with ErrorOffset (from the start
  /// of the section), and what was complete before that stays usable.
  bool read(const DebugSections &Sections, const UnitHeader &Header,
            const Skeleton *Program = nullptr, unsigned FirstIndex = 0);
  /// The unit's own entry alone.
  bool readOwnEntry(const DebugSections &Sections, const UnitHeader &Header);

  std::string Error;
  uint64_t ErrorOffset = 0;

  const UnitHeader &header() const { return Head; }
  const DebugSection &section() const {
    return Head.InTypes ? Context.Sections->Types : Context.Sections->Info;
  }
  const FormContext &context() const { return Context; }

  llvm::ArrayRef<Node> nodes() const { return Nodes; }
  const Node &node(uint32_t Index) const { return Nodes[Index]; }
  /// Index of the entry at \p Offset from the start of the unit.
  std::optional<uint32_t> find(uint64_t Offset) const;

  /// Any attribute of an entry, read again: for what few entries are asked for.
  FormValue attribute(const Node &N, unsigned Name) const;

  /// Name and type of each variable within a function, also of those on the stack; until \p Take
  /// returns false.
  void forEachLocal(const Node &Function,
                    llvm::function_ref<bool(const char *Name, DieRef Type)> Take) const;

  /// DW_AT_import of the imported units, which stand first in a unit. After readOwnEntry.
  void forEachImport(llvm::function_ref<void(const FormValue &)> Take) const;

  std::vector<uint64_t> Signatures; ///< of DieRef::Kind::Signature

  // Of the unit's own entry:
  Language Lang = Language::Other;
  model::Capability Can = model::Capability::None;
  const char *Name = nullptr;
  const char *CompDir = nullptr;
  const char *DwoName = nullptr; ///< the entries are in another file
  uint64_t DwoId = 0;
  std::optional<uint64_t> LineOffset;
  const DebugSections *LinesIn = nullptr; ///< whose .debug_line that is in
  bool IsPartial = false;
  bool NamesLanguage = false;
  unsigned LowerBound = 0; ///< of arrays that do not say theirs

  // What others work out about the nodes, kept with them:
  llvm::DenseMap<uint32_t, Namer> Namers; ///< of this unit's unnamed records, once NamersKnown
  bool NamersKnown = false;
  std::vector<uint64_t> NameHashes, TypeHashes, SpellHashes; ///< by node; 0: not worked out yet
  llvm::DenseMap<uint32_t, model::Str> Keys;

private:
  struct Open {
    uint32_t Node; ///< nearest node, this one or around it
    uint8_t Where; ///< a Scope
    bool IsNode;
  };
  enum Scope : uint8_t { InUnit, InSubroutineType, InFunction, InInlined };

  void clear();
  void setLanguage(uint64_t Dwarf);
  bool readStart(const DebugSections &Sections, const UnitHeader &Header, const Skeleton *Program,
                 ByteCursor &In);
  bool readRoot(ByteCursor &In, const Skeleton *Program);
  bool readEntries(ByteCursor &In);
  bool readEntry(ByteCursor &In, const Abbrev &A, uint64_t At);
  bool decode(ByteCursor &In, const Abbrev &A, Node &N);
  void take(Node &N, const AttributeSpec &Spec, const FormValue &V);
  void takeNumber(Node &N, const AttributeSpec &Spec, const FormValue &V);
  void takeFlag(Node &N, const AttributeSpec &Spec, const FormValue &V);
  void takePlace(Node &N, const AttributeSpec &Spec, const FormValue &V);
  void takeBound(Node &N, const AttributeSpec &Spec, const FormValue &V);
  DieRef refOf(const FormValue &V);
  bool skipEntry(ByteCursor &In, const Abbrev &A) const;
  bool keeps(const Node &N, Scope Where) const;
  void link();
  DieRef linked(DieRef R) const;
  bool fail(uint64_t At, std::string Message);
  void indexNode(uint32_t Index);

  UnitHeader Head;
  FormContext Context;
  AbbrevTable Abbrevs;
  std::vector<Node> Nodes;
  std::vector<Open> Stack;
  /// First node at or behind each run of BlockBytes bytes of the unit.
  std::vector<uint32_t> Blocks;
  static constexpr unsigned BlockBytes = 32;
};

/// What the compiler that wrote \p Producer into a unit of this version and language tells.
model::Capability capabilitiesOf(llvm::StringRef Producer, unsigned Version, Language Lang);
Language languageOf(uint64_t DwarfLanguage);
/// What an array's index begins with where no DW_AT_lower_bound says so (DWARF 5, table 7.17).
unsigned lowerBoundOf(uint64_t DwarfLanguage);

} // namespace cachelint::dwarf

#endif
