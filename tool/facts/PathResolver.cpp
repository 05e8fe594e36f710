//===-- PathResolver.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/PathResolver.h"

#include "tool/facts/Pointees.h"

#include "llvm/ADT/STLExtras.h"

namespace cachelint::facts {

using namespace model;

using Steps = llvm::ArrayRef<PathStep>;

static bool isDeref(const PathStep &S) { return std::holds_alternative<DerefStep>(S); }

Slot slotAtEnd(const AccessPath &Path) {
  Steps All = Path.Steps;
  if (All.empty())
    return Path.Root;
  if (const auto *Field = std::get_if<FieldStep>(&All.back()))
    return {Slot::Kind::Field, Field->Record, Field->Name, 0};
  while (!All.empty() && std::holds_alternative<IndexStep>(All.back()))
    All = All.drop_back();
  if (All.size() == Path.Steps.size())
    return {}; // a pointer behind a pointer
  if (!All.empty() && isDeref(All.back()))
    All = All.drop_back();
  if (All.empty())
    return elementSlot(Path.Root);
  const auto *Field = std::get_if<FieldStep>(&All.back());
  return Field ? Slot{Slot::Kind::Element, Field->Record, Field->Name, 0} : Slot();
}

/// `(&a[i])[j]` is one element of a, not an element of an element.
static void joinIndex(IndexStep &At, const IndexStep &Added) {
  if (Added.Index.Constant == 0)
    return;
  if (At.Index.Constant == 0) {
    At.Index = Added.Index;
    return;
  }
  At.Index.From.append(Added.Index.From.begin(), Added.Index.From.end());
  llvm::sort(At.Index.From);
  At.Index.Constant.reset();
  At.Index.LoopCounter |= Added.Index.LoopCounter;
  At.Index.Mixed |= Added.Index.Mixed;
}

static AccessPath extended(AccessPath Base, Steps Own) {
  if (!Own.empty() && !Base.Steps.empty())
    if (const auto *Added = std::get_if<IndexStep>(&Own.front()))
      if (auto *At = std::get_if<IndexStep>(&Base.Steps.back())) {
        joinIndex(*At, *Added);
        Own = Own.drop_front();
      }
  Base.Steps.append(Own.begin(), Own.end());
  return Base;
}

static AccessPath blockBehind(const Slot &Pointer, Str Name) {
  AccessPath Block;
  Block.Root = Pointer;
  Block.RootName = Name;
  Block.Steps.push_back(DerefStep());
  return Block;
}

static Str nameOf(const Slot &S) { return S.Name.empty() ? S.Owner : S.Name; }

/// In a path that is handed to a new thread the launching loop's counter is that thread's number;
/// in any other address it runs over all elements.
static void settleCounter(AccessPath &Path, const ValueFlow &F, const LaunchFacts &Launches) {
  bool ForThread = Launches.isHandOver(F);
  for (PathStep &Step : Path.Steps) {
    auto *Index = std::get_if<IndexStep>(&Step);
    if (!Index)
      continue;
    IndexExpr &I = Index->Index;
    bool IsLaunchId =
        llvm::any_of(I.From, [](const Slot &S) { return S.K == Slot::Kind::LaunchId; });
    if (IsLaunchId && ForThread)
      I.LoopCounter = false;
    if (!F.Counter)
      continue;
    if (ForThread && !IsLaunchId) {
      I.From.assign(1, Slot{Slot::Kind::LaunchId, Launches.launcherOf(F), I.Text, 0});
      I.LoopCounter = false;
    } else if (!ForThread) {
      I.LoopCounter = true;
    }
    return; // F.Counter is about the first index
  }
}

/// Where the last segment of a path begins: behind its last Deref.
static size_t lastSegment(const AccessPath &Path) {
  size_t Begin = Path.Steps.size();
  while (Begin && !isDeref(Path.Steps[Begin - 1]))
    --Begin;
  return Begin;
}

static AccessPath prefix(const AccessPath &Path, size_t NumSteps) {
  AccessPath P;
  P.Root = Path.Root;
  P.RootName = Path.RootName;
  P.Steps.append(Path.Steps.begin(), Path.Steps.begin() + NumSteps);
  return P;
}

void PathResolver::collectAddressed(const ValueFlow &F, bool HandedOver, unsigned Depth,
                                    std::vector<Place> &Found,
                                    llvm::DenseSet<Slot, SlotInfo> &Seen) {
  AccessPath Path = *F.AddressOf;
  settleCounter(Path, F, Launches);
  size_t Begin = lastSegment(Path);
  Slot Pointer = Begin ? slotAtEnd(prefix(Path, Begin - 1)) : Slot();
  if (Pointer.K == Slot::Kind::None) {
    Found.push_back({std::move(Path), HandedOver});
    return;
  }
  std::vector<Place> Bases;
  collect(Pointer, HandedOver, Depth, Bases, Seen);
  for (Place &Base : Bases)
    Found.push_back(
        {extended(std::move(Base.Path), Steps(Path.Steps).drop_front(Begin)), Base.HandedOver});
}

static bool isBlock(const Place &P) {
  return !P.Path.Steps.empty() && isDeref(P.Path.Steps.front());
}

static bool isPersistent(const Slot &S) {
  return S.K == Slot::Kind::Global || S.K == Slot::Kind::Field || S.K == Slot::Kind::Element;
}

/// A block goes by the name of the last variable or field that holds it, not by that of a local
/// variable of the function that allocated it.
static bool namesBlock(const Slot &Source, const Place &Block, const Slot &Pointer) {
  if (isPersistent(Pointer))
    return false;
  return Source.K != Slot::Kind::Return || isPersistent(Block.Path.Root);
}

/// Follows one copy of a pointer. True when what was found does not tell all: \p Pointer itself has
/// to stand for some block.
bool PathResolver::collectCopied(const Slot &Pointer, const ValueFlow &F, bool HandedOver,
                                 unsigned Depth, std::vector<Place> &Found,
                                 llvm::DenseSet<Slot, SlotInfo> &Seen) {
  std::vector<Place> Copied;
  collect(F.From, HandedOver, Depth, Copied, Seen);
  bool Unnamed = false;
  for (Place &P : Copied) {
    if (isBlock(P) && !namesBlock(F.From, P, Pointer))
      Unnamed = true;
    else
      Found.push_back(std::move(P));
  }
  return Unnamed;
}

static bool mayHoldPointer(const Slot &S) {
  switch (S.K) {
  case Slot::Kind::Param:
  case Slot::Kind::Local:
  case Slot::Kind::Global:
  case Slot::Kind::Field:
  case Slot::Kind::Return:
  case Slot::Kind::Element:
    return true;
  default:
    return false;
  }
}

void PathResolver::collect(const Slot &Pointer, bool HandedOver, unsigned Depth,
                           std::vector<Place> &Found, llvm::DenseSet<Slot, SlotInfo> &Seen) {
  if (!Seen.insert(Pointer).second)
    return;
  unsigned Number = Graph.find(Pointer);
  bool Followed = false, OfItsOwn = HoldsAllocation.contains(Pointer);
  if (Number != SlotGraph::None && Depth != 0) {
    for (unsigned I : Graph.into(Number)) {
      const ValueFlow &F = Graph.flow(I);
      if (Found.size() >= MaxPlaces)
        break;
      bool Over = HandedOver || Launches.isHandOver(F);
      if (F.AddressOf)
        collectAddressed(F, Over, Depth - 1, Found, Seen);
      else if (mayHoldPointer(F.From))
        OfItsOwn |= collectCopied(Pointer, F, Over, Depth - 1, Found, Seen);
      else
        continue;
      Followed = true;
    }
  }
  if (!Followed || OfItsOwn)
    Found.push_back({blockBehind(Pointer, nameOf(Pointer)), HandedOver});
}

const std::vector<Place> &PathResolver::pointees(const Slot &Pointer) {
  auto [It, IsNew] = Known.try_emplace(Pointer);
  if (!IsNew)
    return It->second;
  std::vector<Place> Found;
  llvm::DenseSet<Slot, SlotInfo> Seen;
  collect(Pointer, false, MaxDepth, Found, Seen);
  if (Found.empty()) // it is only ever copied from itself
    Found.push_back({blockBehind(Pointer, nameOf(Pointer)), false});
  return Known[Pointer] = std::move(Found);
}

std::vector<Touch> PathResolver::touches(const AccessPath &Path) {
  std::vector<Touch> All;
  Steps Left = Path.Steps;
  size_t Begin = 0;
  while (Begin <= Path.Steps.size()) {
    size_t End = Begin;
    while (End != Path.Steps.size() && !isDeref(Path.Steps[End]))
      ++End;
    Steps Own = Left.slice(Begin, End - Begin);
    bool Last = End == Path.Steps.size();
    Slot Pointer = Begin ? slotAtEnd(prefix(Path, Begin - 1)) : Slot();
    if (Pointer.K != Slot::Kind::None) {
      // Also without steps of its own: the pointer may lead to an element.
      for (const Place &Base : pointees(Pointer)) {
        All.push_back({{extended(Base.Path, Own), Base.HandedOver}, Last});
        AccessPath &Found = All.back().Where.Path;
        if (Found.Root == Path.Root)
          Found.RootName = Path.RootName;
      }
    } else if (!Own.empty()) {
      All.push_back({{prefix(Path, End), false}, Last});
    }
    Begin = End + 1;
  }
  return All;
}

} // namespace cachelint::facts
