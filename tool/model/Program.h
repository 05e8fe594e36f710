//===-- Program.h - all that is known of one program -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_PROGRAM_H
#define CACHELINT_MODEL_PROGRAM_H

#include "tool/model/Access.h"
#include "tool/model/Record.h"
#include "tool/model/Source.h"
#include "tool/model/Traffic.h"
#include "tool/model/Vocabulary.h"
#include "tool/model/Walk.h"

#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace cachelint::model {

/// Facts as lists, in no order that means anything.
struct FactLists {
  std::vector<Record> Records;
  std::vector<Variable> Variables;
  std::vector<Function> Functions;
  std::vector<Access> Accesses;
  std::vector<ValueFlow> Flows;
  std::vector<Call> Calls;
  std::vector<ThreadRoot> Roots;
  std::vector<Allocation> Allocations;
  std::vector<AlignmentMark> Marks;
  std::vector<Walk> Walks;
};

/// Facts of a piece of a header, a function's body for one, that come out the same in every unit
/// that reads it in the same state. Which unit gives them does not show in them.
struct SharedFacts : FactLists {
  /// Names the piece, its text and all that its meaning depends on: two pieces of one key say the
  /// same, in this run or another of the same program version. Printable, without spaces.
  Str Key;
};

/// What one front end read from one input: a translation unit or an ELF file. facts::merge unites
/// many into a Program.
struct UnitFacts : FactLists {
  Origin From;
  /// Pieces of headers that this unit read itself. Sorted by key, each key once.
  std::vector<SharedFacts> Shared;
  /// Keys of all pieces that belong to the unit, whether it read them itself or another unit of the
  /// run had done so before. Sorted, each once. The facts of a unit are its own lists and those of
  /// all pieces that it refers to: who keeps a unit must keep these with it.
  std::vector<Str> Refers;
};

/// How an index was recognised as the number of a thread or core, weakest first.
enum class ThreadIndex : uint8_t {
  No,       ///< nothing speaks for it
  ByBound,  ///< only the array's bound has a thread's name
  ByName,   ///< the index has a thread's name
  Launched, ///< comes from the loop that starts the threads
  Certain,  ///< comes from a function or variable that gives the caller's own id
};

/// What the whole program tells of a function.
struct FunctionContext {
  /// Two threads may run it at the same time: by one root that has many instances, by several roots
  /// or as a library's entry point (see below). What one thread alone runs has Roots only.
  bool Threaded = false;
  bool Assumed = false;  ///< Threaded only because a library's callers are not in the program
  bool Repeated = false; ///< reached from its root through a loop
  bool Waits = false;    ///< Repeated, but only by loops that wait in each round
  bool Cold = false;     ///< reached only from cold places
  /// Threads get there only through pointers that may hold any of many functions (a task's handler,
  /// a driver's operation): that it runs is known, how often is not.
  bool Indirect = false;
  /// Locks that are held at every call, as far as callers are seen; sorted.
  std::vector<Slot> Locks;
  std::vector<unsigned> Roots; ///< indices into Program::Roots, sorted
};

/// One access to an element of an array.
struct ElementAccess {
  const Access *A = nullptr;
  unsigned Step = 0; ///< of the IndexStep in Path
  AccessPath Path;   ///< the access's path, after pointers were followed to what they point to
  /// What is done to the element itself: Read where the access goes on through a pointer that the
  /// element holds (`row[tid]->slot = x` reads row[tid]; the path then ends with a DerefStep);
  /// ReadModifyWrite for a lock that is taken; else A->Kind.
  AccessKind Kind = AccessKind::Read;
  ThreadIndex Thread = ThreadIndex::No;
  std::string How; ///< how the index was recognised, for the message: "rte_lcore_id()"
  SourcePos HowPos;
  bool Hot = false;   ///< repeated, in a thread, and not cold; waiting loops do not count
  bool Waits = false; ///< would be Hot, but each round waits for something
  /// Bytes of the element that are touched; empty when not known.
  std::optional<std::pair<uint64_t, uint64_t>> Bytes;
};

/// An array and all accesses to its elements: a variable, a member, or the heap block that a
/// pointer variable or member points to.
struct ArrayFacts {
  Str Key;         ///< of the variable, or "record-key::field"
  Str Name;        ///< as a person writes it: "stats", "netport::outq"
  Str VariableKey; ///< when it is a variable
  Str OwnerRecord; ///< key, when it is a member
  bool Heap = false;
  /// ThreadLocal, PerCpu and Automatic mean that each thread has its own. An automatic array that
  /// is handed to threads counts as Global.
  StorageKind Storage = StorageKind::Global;
  Bits Stride; ///< of the index that is the thread's; one array may be listed with two strides
  std::optional<uint64_t> Extent;
  Str BoundText;
  bool ThreadBound =
      false; ///< BoundText counts threads, by the vocabulary, whatever the indices are
  Str ElementRecord;
  Str ElementType;
  TypeTrait ElementTraits = TypeTrait::None;
  /// What the first element's address is surely a multiple of; empty when nothing is known.
  std::optional<Bits> BaseAlign;
  SourcePos Pos;
  std::vector<ElementAccess> Accesses;
};

/// All units of a program, united. Pointers between its parts stay valid while it lives unchanged.
struct Program {
  std::vector<Origin> Units;
  std::vector<Record> Records; ///< sorted by key; records of one key with different layouts adjoin
  /// Layouts of joined binaries that no unit of the source has, of records that the source has;
  /// sorted by key.
  std::vector<Record> Shipped;
  std::vector<Variable> Variables; ///< sorted by key
  std::vector<Function> Functions; ///< sorted by key
  std::vector<Access> Accesses;
  std::vector<Call> Calls;
  std::vector<ThreadRoot> Roots;
  std::vector<Allocation> Allocations;
  std::vector<AlignmentMark> Marks;
  std::vector<Walk> Walks;
  std::vector<ArrayFacts> Arrays;        ///< sorted by key
  std::vector<ObjectTraffic> Objects;    ///< sorted by key; what threads share
  std::vector<FunctionContext> Contexts; ///< parallel to Functions
  Capability Can = Capability::None;     ///< united over the inputs
  /// No thread is started and no thread id is asked for anywhere, and there is a main: nothing runs
  /// in parallel.
  bool SingleThreaded = false;

  const Record *findRecord(Str Key) const; ///< the first of its layouts, or null
  const Variable *findVariable(Str Key) const;
  const Function *findFunction(Str Key) const;
  const FunctionContext *contextOf(Str FunctionKey) const;
};

} // namespace cachelint::model

#endif
