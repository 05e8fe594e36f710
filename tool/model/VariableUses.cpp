//===-- VariableUses.cpp -------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/VariableUses.h"

#include <algorithm>

namespace cachelint::model {

VariableUses::VariableUses(const Program &P, Bits LineSize) : P(P), Large(LineSize), All(P) {
  for (const ThreadRoot &R : P.Roots) {
    Roots.insert(R.Function);
    if (R.Instances == Multiplicity::Many)
      ManyRoots.insert(R.Function);
  }
}

const Record *VariableUses::largeRecord(const Variable &V) const {
  return V.Type.isArray() || V.Type.Record.empty() || *V.Type.Size <= Large
             ? nullptr
             : P.findRecord(V.Type.Record);
}

bool VariableUses::isUsed(const Variable &V) const {
  if (!V.Type.Size || V.Initial == InitialValue::Constant ||
      (*V.Type.Size > Large && !largeRecord(V)))
    return false;
  return All.ofVariable(V.Key) != nullptr;
}

Str VariableUses::threadOf(Str Side, bool &Rooted) const {
  if (Roots.contains(Side))
    return Side;
  const FunctionContext *C = P.contextOf(Side);
  if (C && !C->Threaded)
    return VariableUse::MainThread;
  Rooted = false;
  return Side;
}

static void include(std::vector<Str> &List, Str S) {
  auto It = std::lower_bound(List.begin(), List.end(), S);
  if (It == List.end() || *It != S)
    List.insert(It, S);
}

static void keepFirst(SourcePos &First, const SourcePos &Pos) {
  if (!First.valid() || (Pos.valid() && Pos < First))
    First = Pos;
}

void VariableUses::add(const SideUse &From, VariableUse &To) const {
  for (Str Side : From.Users)
    include(To.Users, threadOf(Side, To.Rooted));
  for (Str Side : From.Writers) {
    include(To.Writers, threadOf(Side, To.Rooted));
    To.Many |= ManyRoots.contains(Side);
  }
  for (Str F : From.Functions)
    include(To.Functions, F);
  To.Atomic |= From.Atomic;
  keepFirst(To.FirstUse, From.FirstUse);
  keepFirst(To.FirstWrite, From.FirstWrite);
}

VariableUse VariableUses::of(const Variable &V, std::pair<uint64_t, uint64_t> Bytes) const {
  VariableUse Use;
  const Record *R = largeRecord(V);
  if (!R) {
    if (const SideUse *Whole = All.ofVariable(V.Key))
      add(*Whole, Use);
    return Use;
  }
  for (const Field &F : R->Fields)
    if (F.Offset && F.Type.Size && F.Offset->bytes() < Bytes.second &&
        (*F.Offset + *F.Type.Size).bytesCeil() > Bytes.first)
      if (const SideUse *Part = All.ofField(R->Key, F.Name))
        add(*Part, Use);
  return Use;
}

bool holdsAll(const std::vector<Str> &Whole, const std::vector<Str> &Part) {
  return std::includes(Whole.begin(), Whole.end(), Part.begin(), Part.end());
}

} // namespace cachelint::model
