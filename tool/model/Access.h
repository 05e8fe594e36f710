//===-- Access.h - who touches what: accesses, value flow, threads, allocations -*- C++ -*-===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef CACHELINT_MODEL_ACCESS_H
#define CACHELINT_MODEL_ACCESS_H

#include "tool/model/Bits.h"
#include "tool/model/Record.h"
#include "tool/model/Source.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <tuple>
#include <variant>
#include <vector>

namespace cachelint::model {

/// A place that holds a value: the nodes of the program-wide value flow.
///
/// Function and variable keys are unique in the program (Clang USRs), record keys are those of
/// Record::Key.
struct Slot {
  enum class Kind : uint8_t {
    None,
    Param,  ///< Owner = function key, Index = number of the parameter, or Slot::This
    Local,  ///< Owner = function key, Name = variable's key. A lambda's copy of a captured variable
            ///< is a Local of the lambda's operator(), with a flow into it; captured by reference
            ///< the variable stays that of the function that declares it
    Global, ///< Owner = variable key
    Field,  ///< Owner = record key, Name = field
    Return, ///< Owner = function key: what the function returns
    Element,  ///< the value of any element of an array of scalars, or of the block behind a pointer
              ///< to scalars; Owner = variable key, or Owner = record key and Name = field
    Pointee,  ///< the scalar that a parameter points to, `*(unsigned *)arg`; Owner = function key,
              ///< Index = number of the parameter
    Function, ///< the address of a function; Owner = its key
    Distinct, ///< constants that are all different: `unsigned nums[4] = {0, 1, 2, 3}` flows into an
              ///< Element slot; other constants make no flow
    ThreadId, ///< Owner = spelling of the call or variable of the vocabulary that gives a thread id
    LaunchId, ///< Owner = launching function's key, Name = variable: the counter of a loop that
              ///< starts threads, at the place where it is handed to one of them
    Ticket,   ///< what an atomic counter gave out, asked once and not in a loop: `id =
              ///< atomic_fetch_add(&next_id, 1)`; no two callers get the same. Owner, Name = the
              ///< counter's variable, or record and field
    Opaque,   ///< a value nothing is known of (a call result, a computed value)
  };
  /// Index of the Param that is the object of a member function.
  static constexpr unsigned This = ~0u;

  Kind K = Kind::None;
  Str Owner;
  Str Name;
  unsigned Index = 0;

  bool operator==(const Slot &) const = default;
  bool operator<(const Slot &B) const {
    return std::tie(K, Owner, Name, Index) < std::tie(B.K, B.Owner, B.Name, B.Index);
  }
};

/// What an array is indexed by, as far as the function itself shows.
struct IndexExpr {
  /// Slots the index value comes from ("id" of `stats[id % N]`). Sorted. Empty: unknown.
  llvm::SmallVector<Slot, 1> From;
  std::optional<int64_t> Constant;
  /// The counter of a loop around the access that runs over the array: an initialisation or a sum
  /// over all elements, no thread's own element.
  bool LoopCounter = false;
  /// A hash, a masked address, a random number: mixes bits of something else than an id.
  bool Mixed = false;
  /// The outermost name in the index expression, for messages and for recognition by name, and
  /// for a call the callee: "worker", "rte_lcore_id". May be empty.
  Str Text;
};

struct FieldStep {
  Str Record;                 ///< key of the record that declares the field
  Str Name;                   ///< "" for an anonymous member
  std::optional<Bits> Offset; ///< of the field in its record
  std::optional<Bits> Size;
  TypeTrait Traits = TypeTrait::None; ///< of the field's type
};

/// One `[index]` (or `*(p + index)`, `p->` of a pointer that was `base + index`, operator[] of
/// std::array and std::vector).
struct IndexStep {
  IndexExpr Index;
  std::optional<Bits> Stride;     ///< sizeof of the element stepped over
  std::optional<uint64_t> Extent; ///< number of elements; empty for pointers and containers
  Str BoundText;                  ///< "MAX_WORKERS" when the declared bound is a name; else empty
  Str ElementRecord;              ///< key, when the element is a record
  Str ElementType;                ///< spelling of the element's type
  TypeTrait ElementTraits = TypeTrait::None;
};

struct DerefStep {}; ///< through a pointer, smart pointer or container to its storage

using PathStep = std::variant<FieldStep, IndexStep, DerefStep>;

/// How a place in memory is reached: `port->outq[i].lock` is
/// root Param(port), Deref, Field(netport::outq), Deref, Index(i), Field(out_queue::lock).
///
/// An array member or variable is indexed without a Deref; a pointer with a Deref before Index.
struct AccessPath {
  Slot Root;
  Str RootName;                         ///< as written, for messages
  llvm::SmallVector<PathStep, 0> Steps; ///< no room inside: there are millions of paths, most short
};

enum class AccessKind : uint8_t { Read, Write, ReadModifyWrite };

/// How often, as far as the function itself shows; the whole program raises it (a function that is
/// called in a loop).
struct Frequency {
  unsigned LoopDepth = 0; ///< loops around the place inside its function
  bool PollLoop = false;  ///< one of them has no bound: for (;;), while (!stop)
  bool Cold = false;      ///< start-up, tear-down, error path, unlikely branch
  bool FewRounds = false; ///< all loops around it are short, `for (i = 0; i < 8; i++)`
  bool Blocking = false;  ///< the innermost loop around it waits (sleep, poll, cond_wait, read)
};

/// What a read-modify-write does to a number.
enum class Change : uint8_t {
  None,  ///< nothing of the kind: a read, a write, bits
  Up,    ///< x++, x += n, fetch_add
  Down,  ///< x--, x -= n, fetch_sub
  Other, ///< an exchange, a mask, a user's operation
};

struct Access {
  Str Function; ///< key of the function it stands in
  AccessPath Path;
  AccessKind Kind = AccessKind::Read;
  bool Atomic = false;
  bool LockOperation = false; ///< the object is handed to a lock or unlock function
  /// The object is a per-CPU one that need not be that of the own CPU: per_cpu_ptr(p, cpu).
  bool OtherCpu = false;
  Change How = Change::None;
  bool ResultUsed = false; ///< of an update: what it gives is used (a ticket, a limit)
  /// Locks that the function itself holds here, by where they are stored; sorted.
  llvm::SmallVector<Slot, 0> Locks;
  std::optional<Bits> Size;           ///< bytes touched; whole record for assignments and memset
  TypeTrait Traits = TypeTrait::None; ///< of the type touched
  Frequency Often;
  SourcePos Pos;
};

/// A value is copied: arguments to parameters, initialisers, assignments, returns. With a Path, it
/// is the address of that place that is copied: `&all[i]` handed to a thread.
struct ValueFlow {
  Slot From;
  Slot To;
  std::optional<AccessPath> AddressOf;
  /// From is the counter of a loop around the place. With AddressOf: its first index is.
  bool Counter = false;
  Str Function; ///< key of the function it stands in; empty for initialisers of globals
  SourcePos Pos;
};

struct Function {
  Str Key;
  Str Name;              ///< qualified, without parameters
  bool External = false; ///< callable from other units
  bool Cold = false;     ///< __init, constructor, cold attribute, or cold by the vocabulary
  bool IsMain = false;
  bool Defined = true; ///< false: only declared and called here
  SourcePos Pos;
  SourcePos End;                       ///< closing brace
  llvm::SmallVector<Str, 0> Overrides; ///< keys of the virtual functions that it overrides; sorted
};

struct Call {
  Str Caller;
  Str Callee;   ///< empty for a call through a pointer
  Slot Through; ///< the pointer that is called, where Callee is empty: Param, Field, Global, Local
  /// Not called here, but handed as a function or lambda to another that may call it: qsort's
  /// comparison, the body of std::for_each.
  bool Assumed = false;
  llvm::SmallVector<Slot, 0> Locks; ///< that the caller itself holds here; sorted
  Frequency Often;
  SourcePos Pos;
};

enum class Multiplicity : uint8_t { One, Many };

/// A function that was handed to something that starts a thread of control.
struct ThreadRoot {
  Str Function; ///< key of the function that runs in the new thread
  Str Api;      ///< "pthread_create", "std::thread", "rte_eal_mp_remote_launch", "omp parallel" ...
  Str Launcher; ///< key of the function that launches
  Multiplicity Instances = Multiplicity::One;
  /// Called again and again by whoever runs it: interrupt, timer and NAPI handlers, work items.
  bool Repeats = false;
  /// Where Function is empty because a pointer is launched (`pthread_create(&t, 0, fn, arg)` in a
  /// wrapper): the pointer, the value handed over, and the parameter that receives it.
  Slot Through;
  Slot Data;
  unsigned DataParam = 0;
  SourcePos Pos;
};

struct Allocation {
  Str Api;
  Str Function; ///< key of the function it stands in
  /// Key of a function of the program that is called for the block, where the vocabulary does not
  /// know it: what it promises is what the allocations promise that it returns.
  Str Callee;
  bool PerCpu = false; ///< one object for each CPU
  /// Alignment that the allocator promises; empty when not known.
  std::optional<Bits> Alignment;
  TypeUse Element; ///< what is allocated, from sizeof, the cast or the result's type
  std::optional<uint64_t> Count;
  std::optional<AccessPath> AssignedTo; ///< where the pointer is stored
  SourcePos Pos;
};

/// An alignment attribute or something that was meant as one.
struct AlignmentMark {
  enum class On : uint8_t {
    Record, ///< `struct A { } __attribute__((aligned(64)))`, `struct alignas(64) A`
    Field,
    Variable, ///< not an array, not a pointer
    ArrayVariable,
    ArrayField,
    PointerVariable,
    PointerField,
    TypedefName,  ///< after the name: raises alignof, does not round sizeof
    VariableName, ///< a variable whose name is that of an alignment macro: the macro is undefined
    TagName,      ///< a tag whose name is that of an alignment macro
  };
  On Where = On::Record;
  Str Record;  ///< key of the record it stands in or on, of the element for arrays; may be empty
  Str Owner;   ///< key of the record whose member it is; empty for what is no member
  Str Subject; ///< name of the field, variable, typedef or tag
  Str VariableKey;                ///< for variables
  std::optional<Bits> Align;      ///< asked for
  std::optional<Bits> Stride;     ///< of the element, for arrays, pointers and typedefs
  std::optional<uint64_t> Extent; ///< of arrays
  Str Spelling;                   ///< the macro, or "alignas", "__attribute__((aligned))"
  bool ThreadBound = false; ///< an array whose bound or index is a thread's, by the vocabulary
  SourcePos Pos;            ///< of the attribute or the name
  SourcePos DeclPos;        ///< of the declaration it belongs to
};

} // namespace cachelint::model

#endif
