//===-- Sides.cpp --------------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/model/Sides.h"

#include "tool/model/Elements.h"
#include "tool/model/LayoutIntent.h"

#include <algorithm>

namespace cachelint::model {

static void insertSorted(std::vector<Str> &List, Str S) {
  auto It = std::lower_bound(List.begin(), List.end(), S);
  if (It == List.end() || *It != S)
    List.insert(It, S);
}

static void keepFirst(SourcePos &First, const SourcePos &Pos) {
  if (!First.valid() || Pos < First)
    First = Pos;
}

std::vector<ThreadSide> sidesOf(const Program &P, Str Function) {
  std::vector<ThreadSide> All;
  auto Add = [&](ThreadSide S) {
    auto It = std::lower_bound(All.begin(), All.end(), S);
    if (It == All.end() || It->Function != S.Function)
      All.insert(It, S);
    else
      It->Many = true; // started in two places
  };
  const FunctionContext *C = P.contextOf(Function);
  if (C)
    for (unsigned Root : C->Roots)
      Add({P.Roots[Root].Function, P.Roots[Root].Instances == Multiplicity::Many, false});
  const bool Alone = All.size() == 1 && !All.front().Many;
  if (C && C->Assumed) {
    Add({Function, true, true});
  } else if (!C || C->Roots.empty() || (C->Threaded && Alone)) {
    // The one thread of a function that two can run, and what no thread runs, is main()'s.
    for (const model::Function &F : P.Functions)
      if (F.IsMain)
        Add({F.Key, false, false});
    if (All.empty())
      Add({Function, false, true});
  }
  return All;
}

bool differentThreads(const std::vector<ThreadSide> &A, const std::vector<ThreadSide> &B) {
  return std::any_of(A.begin(), A.end(), [&](const ThreadSide &X) {
    return std::any_of(B.begin(), B.end(), [&](const ThreadSide &Y) {
      return X.Function != Y.Function || (X.Many && Y.Many);
    });
  });
}

/// \p Reached: the access goes on from here through a pointer that is read.
void Sides::add(const Program &P, const Access &A, bool Reached, SideUse &Use) {
  const bool Writes = !Reached && (A.Kind != AccessKind::Read || A.LockOperation);
  auto AddSide = [&](Str Function) {
    insertSorted(Use.Users, Function);
    if (Writes)
      insertSorted(Use.Writers, Function);
  };
  const FunctionContext *C = P.contextOf(A.Function);
  if (C->Roots.empty())
    AddSide(A.Function);
  for (unsigned Root : C->Roots)
    AddSide(P.Roots[Root].Function);
  Use.Atomic |= Writes && (A.Atomic || A.LockOperation);
  insertSorted(Use.Functions, A.Function);
  keepFirst(Use.FirstUse, A.Pos);
  if (Writes)
    keepFirst(Use.FirstWrite, A.Pos);
}

Sides::Sides(const Program &P) {
  for (const Access &A : P.Accesses) {
    if (!isHot(P, A))
      continue;
    // Outwards from what is touched.
    bool Reached = false;
    for (size_t I = A.Path.Steps.size(); I-- > 0;) {
      Reached |= std::holds_alternative<DerefStep>(A.Path.Steps[I]);
      if (const auto *F = std::get_if<FieldStep>(&A.Path.Steps[I]))
        add(P, A, Reached, Fields[fieldKey(F->Record, F->Name)]);
    }
    if (A.Path.Root.K == Slot::Kind::Global)
      add(P, A, Reached, Variables[A.Path.Root.Owner]);
  }
}

const SideUse *Sides::ofField(Str RecordKey, Str FieldName) const {
  auto It = Fields.find(fieldKey(RecordKey, FieldName));
  return It == Fields.end() ? nullptr : &It->second;
}

const SideUse *Sides::ofVariable(Str VariableKey) const {
  auto It = Variables.find(VariableKey);
  return It == Variables.end() ? nullptr : &It->second;
}

bool disjoint(const std::vector<Str> &A, const std::vector<Str> &B) {
  return std::none_of(A.begin(), A.end(),
                      [&](Str S) { return std::binary_search(B.begin(), B.end(), S); });
}

} // namespace cachelint::model
