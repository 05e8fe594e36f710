//===-- TrafficBuilder.cpp ------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/TrafficBuilder.h"

#include "tool/facts/Contexts.h"
#include "tool/model/AccessText.h"
#include "tool/model/Elements.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace cachelint::facts {

using namespace model;

static bool isDeref(const PathStep &S) { return std::holds_alternative<DerefStep>(S); }

/// A thread that \p Owner starts runs \p Function, and not \p Owner itself: only who starts threads
/// hands them something of its own.
bool TrafficBuilder::isHandedDown(Str Function, Str Owner) const {
  const FunctionContext *Here = P.contextOf(Function);
  return Here &&
         llvm::any_of(Here->Roots,
                      [&](unsigned Root) {
                        return P.Roots[Root].Launcher == Owner ||
                               P.Roots[Root].Function.starts_with(Owner);
                      }) &&
         runsElsewhere(P, Function, Owner);
}

/// A path through a cast to another type, or from a member back to what it is a member of, says
/// nothing of the object it started in.
bool TrafficBuilder::isWellTyped(llvm::ArrayRef<FieldRef> Chain) const {
  for (size_t I = 0; I + 1 < Chain.size(); ++I) {
    const Record *R = P.findRecord(Chain[I].Record);
    if (!R || Chain[I + 1].Offset + Chain[I + 1].Size > Chain[I].Offset + Chain[I].Size)
      return false;
    if (llvm::none_of(R->Fields, [&](const model::Field &F) {
          return F.Name == Chain[I].Name && F.Type.Record == Chain[I + 1].Record;
        }))
      return false;
  }
  return true;
}

/// The parameter of a function whose callers are all seen, none of which passes a variable.
bool TrafficBuilder::onlyConstants(const IndexExpr &Index) const {
  return !Index.From.empty() && llvm::all_of(Index.From, [&](const Slot &S) {
    const Function *F = S.K == Slot::Kind::Param ? P.findFunction(S.Owner) : nullptr;
    unsigned Number = Graph.find(S);
    return F && !F->External && (Number == SlotGraph::None || Graph.into(Number).empty());
  });
}

std::optional<TrafficBuilder::Spot> TrafficBuilder::rootSpot(const Access &A, const Place &Where,
                                                             std::optional<Reach> Base) const {
  const Slot &Root = Where.Path.Root;
  Spot S;
  bool Block = !Where.Path.Steps.empty() && isDeref(Where.Path.Steps.front());
  S.Begin = Block;
  S.Key = slotText(Root) + (Block ? ".*" : "");
  S.Name = (Block ? "*" : "") + Where.Path.RootName.str();
  Str Key = Root.K == Slot::Kind::Local ? Root.Name : Root.Owner;
  const Variable *V = Root.K == Slot::Kind::Local || Root.K == Slot::Kind::Global ||
                              (Root.K == Slot::Kind::Element && Root.Name.empty())
                          ? P.findVariable(Key)
                          : nullptr;
  if (V && (V->Storage == StorageKind::ThreadLocal || V->Storage == StorageKind::PerCpu))
    return std::nullopt;
  switch (Root.K) {
  case Slot::Kind::Global:
    S.Via = Reach::One;
    break;
  case Slot::Kind::Local:
    if (V && V->Storage != StorageKind::Automatic)
      S.Via = Reach::One;
    else if (Where.HandedOver || isHandedDown(A.Function, Root.Owner))
      S.Via = Block ? Reach::Handed : Reach::One;
    else if (!Block)
      return std::nullopt;
    break;
  case Slot::Kind::Field:
    if (!Base)
      return std::nullopt;
    if (const Record *R = P.findRecord(Root.Owner))
      S.Name = R->Name.str() + "::" + Root.Name.str();
    S.Via = *Base;
    break;
  default:
    S.Via = Where.HandedOver ? Reach::Handed : Reach::Any;
  }
  // Not the root's name, which for a static variable may be its key, with a path in it.
  if (V)
    S.Name = (Block ? "*" : "") + V->Name.str();
  if (V && !Block)
    S.VariableKey = V->Key;
  return S;
}

/// Goes into the elements of arrays up to the object itself. False where a thread's own element is
/// reached.
bool TrafficBuilder::enterElements(const Access &A, const AccessPath &Path, Spot &S) const {
  for (size_t I = S.Begin; I < Path.Steps.size(); ++I) {
    const auto *Step = std::get_if<IndexStep>(&Path.Steps[I]);
    if (!Step)
      continue;
    if (Ids.judge(*Step, A.Function).Level != ThreadIndex::No)
      return false;
    bool InRecord = I > S.Begin && Step->ElementRecord.empty();
    if (InRecord) // a field that is an array of scalars is one part of its record
      continue;
    if (I != S.Begin) // an array of records in a record: the way to it is part of the name
      for (size_t Before = S.Begin; Before != I; ++Before)
        if (const auto *F = std::get_if<FieldStep>(&Path.Steps[Before])) {
          S.Key += "." + F->Record.str() + "::" + F->Name.str();
          S.Name += "." + F->Name.str();
        }
    S.Begin = I + 1;
    if (Step->Index.Constant) {
      std::string Text = "[" + std::to_string(*Step->Index.Constant) + "]";
      S.Key += Text;
      S.Name += Text;
      continue;
    }
    S.Key += "[]";
    S.Name += "[]";
    if (!onlyConstants(Step->Index))
      S.Via = std::min(S.Via, Reach::Some);
  }
  return true;
}

std::optional<TrafficBuilder::Spot> TrafficBuilder::spotOf(const Access &A, const Place &Where,
                                                           std::optional<Reach> Base) const {
  std::optional<Spot> S = rootSpot(A, Where, Base);
  if (S && !enterElements(A, Where.Path, *S))
    return std::nullopt;
  return S;
}

/// How the object is known through whose pointers the access goes: nothing where all of them are
/// the thread's own.
std::optional<Reach> TrafficBuilder::reachOfBase(const Access &A,
                                                 const std::vector<Touch> &Touches) const {
  std::optional<Reach> Best;
  bool None = true;
  for (const Touch &T : Touches) {
    if (T.Last)
      continue;
    None = false;
    if (!spotOf(A, T.Where, Reach::Any))
      continue;
    // What a global object itself points to; a pointer in some object leads anywhere.
    bool Named = A.Path.Root.K == Slot::Kind::Global &&
                 llvm::count_if(A.Path.Steps, isDeref) == 1 &&
                 std::holds_alternative<FieldStep>(A.Path.Steps.front());
    Best = Named ? Reach::One : Best.value_or(Reach::Any);
  }
  return None ? Reach::Any : Best;
}

void TrafficBuilder::insert(const std::string &Key, const Spot &S, const FieldTraffic &Field,
                            const FieldUse &Use) {
  Object &O = Objects[Key];
  O.Facts.Best = std::max(O.Facts.Best, Use.Via);
  if (O.Facts.Key.empty()) {
    O.Facts.Key = Key;
    O.Facts.Name = S.Name;
    O.Facts.VariableKey = S.VariableKey;
    O.Facts.Record = Field.Chain.empty() ? Str() : Field.Chain.front().Record;
  }
  auto [It, IsNew] = O.Fields.try_emplace(Field.Path, Field);
  FieldTraffic &F = It->second;
  F.Begin = std::min(F.Begin, Field.Begin);
  F.End = std::max(F.End, Field.End);
  F.Traits |= Field.Traits;
  F.Uses.push_back(Use);
}

void TrafficBuilder::addUse(const Access &A, const AccessPath &Path, const Spot &S) {
  FieldTraffic Field;
  Bits Size = A.Size.value_or(Bits());
  for (size_t I = S.Begin; I != Path.Steps.size(); ++I) {
    const auto *Step = std::get_if<FieldStep>(&Path.Steps[I]);
    if (!Step) // an index into an array of scalars: all of the array
      break;
    if (!Step->Offset || !Step->Size)
      return;
    Field.Begin += *Step->Offset;
    Size = *Step->Size;
    Field.Chain.push_back({Step->Record, Step->Name, Field.Begin, Size});
    if (!Step->Name.empty())
      Field.Path += (Field.Path.empty() ? "" : ".") + Step->Name.str();
  }
  if (!isWellTyped(Field.Chain))
    return;
  Field.End = Field.Begin + Size;
  Field.Traits = A.Traits;
  FieldUse Use{&A, S.Via};
  Str Record = Field.Chain.empty() ? Str() : Field.Chain.front().Record;
  if (S.Via != Reach::Any)
    insert(S.Key + (Record.empty() ? "" : ":" + Record.str()), S, Field, Use);
  if (Record.empty())
    return;
  Spot Anything;
  insert("any:" + Record.str(), Anything, Field, Use);
}

void TrafficBuilder::addAccess(const Access &A) {
  if (!isHot(P, A))
    return;
  std::vector<Touch> Touches = Resolver.touches(A.Path);
  if (A.Path.Steps.empty()) // the variable itself
    Touches.push_back({{A.Path, false}, true});
  std::optional<Reach> Base = reachOfBase(A, Touches);
  size_t Ways = llvm::count_if(Touches, [](const Touch &T) { return T.Last; });
  for (const Touch &T : Touches) {
    if (!T.Last)
      continue;
    std::optional<Spot> S = spotOf(A, T.Where, Base);
    if (!S)
      continue;
    if (Ways > 1) // it may be this object, or another
      S->Via = std::min(S->Via, Reach::Some);
    addUse(A, T.Where.Path, *S);
  }
}

ObjectTraffic TrafficBuilder::finish(Object &&O) {
  // One access may come by several ways: the best one tells.
  auto Order = [](const FieldUse &A, const FieldUse &B) {
    return A.A != B.A ? A.A < B.A : A.Via > B.Via;
  };
  auto Same = [](const FieldUse &A, const FieldUse &B) { return A.A == B.A; };
  for (auto &[Path, F] : O.Fields) {
    // Accesses of a program are in one vector: their addresses are in the order of their content.
    std::sort(F.Uses.begin(), F.Uses.end(), Order);
    F.Uses.erase(std::unique(F.Uses.begin(), F.Uses.end(), Same), F.Uses.end());
    O.Facts.Fields.push_back(std::move(F));
  }
  llvm::stable_sort(O.Facts.Fields, [](const FieldTraffic &A, const FieldTraffic &B) {
    return std::pair(A.Begin, A.End) < std::pair(B.Begin, B.End);
  });
  return std::move(O.Facts);
}

std::vector<ObjectTraffic> TrafficBuilder::build() {
  for (const Access &A : P.Accesses)
    addAccess(A);
  std::vector<ObjectTraffic> All;
  All.reserve(Objects.size());
  for (auto &Entry : Objects)
    All.push_back(finish(std::move(Entry.second)));
  Objects.clear();
  return All;
}

} // namespace cachelint::facts
