//===-- EvidenceJoin.cpp --------------------------------------------------===//
// Part of cachelint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tool/facts/EvidenceJoin.h"

#include "tool/facts/AddressMap.h"
#include "tool/facts/CodeRows.h"
#include "tool/facts/LoadBase.h"
#include "tool/facts/RowCounts.h"
#include "tool/facts/SourceJoin.h"
#include "tool/facts/Verdict.h"
#include "tool/model/FieldPath.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"

#include <algorithm>
#include <map>

namespace cachelint::facts {

using namespace model;

namespace {

/// A binary whose place in the recorded process is known.
struct FittedBinary {
  const RecordedBinary *File;
  uint64_t Base;
  AddressMap Map;
};

class Joiner {
public:
  explicit Joiner(const JoinInput &Input) : Input(Input) {}
  JoinedRecording join();

private:
  void fitBinaries(JoinedRecording &Joined);
  JoinedLine joinLine(const RecordedLine &Line);
  void joinRow(JoinedLine &Line, JoinedRow &Row);
  void findCode(JoinedRow &Row);
  void resolveAddress(JoinedRow &Row, const FittedBinary &B, uint64_t LineStart);
  void nameObject(JoinedLine &Line) const;
  const FittedBinary *binaryAt(uint64_t Address) const;
  Str sourceKey(const Variable &V) const;
  std::string unresolvedReason() const;

  const JoinInput &Input;
  std::vector<FittedBinary> Fitted;
  std::multimap<Str, const Variable *> SourceVariables; ///< by name
  llvm::DenseSet<Str> AllocatedRecords;
};

} // namespace

void Joiner::fitBinaries(JoinedRecording &Joined) {
  for (const RecordedBinary &B : Input.Binaries) {
    BinaryFit Fit = fitBinary(B, *Input.Recording);
    if (Fit.Fits && Fit.LoadBase)
      Fitted.push_back({&B, *Fit.LoadBase, AddressMap(B)});
    Joined.Binaries.push_back(std::move(Fit));
  }
}

const FittedBinary *Joiner::binaryAt(uint64_t Address) const {
  for (const FittedBinary &B : Fitted)
    if (Address >= B.Base && B.Map.covers(Address - B.Base))
      return &B;
  return nullptr;
}

/// Position and full name of the function, from the binary that has the code.
void Joiner::findCode(JoinedRow &Row) {
  const RecordedRow &R = *Row.Row;
  if (R.Symbol)
    Row.Function = *R.Symbol;
  const FittedBinary *B = R.CodeAddress ? binaryAt(*R.CodeAddress) : nullptr;
  if (!B)
    return;
  uint64_t Address = *R.CodeAddress - B->Base;
  if (const Symbol *S = B->File->Image->functionAt(Address); S && (R.SymbolMayBeCut || !R.Symbol))
    Row.Function = llvm::demangle(S->Name.str());
  if (B->File->Code)
    if (std::optional<SourcePos> Pos = B->File->Code->sourceOf(Address))
      Row.Pos = *Pos;
}

/// The key by which the source knows a variable of a binary: a front end may not know what the
/// other puts into a key, but a name that is the only one of its kind tells enough.
Str Joiner::sourceKey(const Variable &V) const {
  if (!Input.Source || Input.Source->findVariable(V.Key))
    return V.Key;
  auto Range = SourceVariables.equal_range(V.Name);
  std::vector<const Variable *> Same;
  for (auto It = Range.first; It != Range.second; ++It)
    if (!V.Pos.valid() || !It->second->Pos.valid() ||
        baseName(V.Pos.File) == baseName(It->second->Pos.File))
      Same.push_back(It->second);
  return Same.size() == 1 ? Same[0]->Key : V.Key;
}

void Joiner::resolveAddress(JoinedRow &Row, const FittedBinary &B, uint64_t LineStart) {
  uint64_t Address = LineStart + Row.Row->Offset->bytes();
  std::optional<AddressedPlace> Place = B.Map.at(Address);
  if (!Place) {
    Row.Why = "no variable of " + B.File->Image->Path.str() + " is at its address";
    return;
  }
  Row.By = ResolvedBy::Address;
  Row.Field = Place->Field;
  Row.FieldName = Place->FieldName;
  Row.Element = Place->Element;
  Row.Around = std::move(Place->Around);
  // A field that begins on an earlier line is one place here, wherever it is touched.
  Row.Place = Bits::fromBytes(Place->Start > LineStart ? Place->Start - LineStart : 0);
  if (Place->Var)
    Row.VariableKey = sourceKey(*Place->Var);
  if (Place->Record) {
    Row.Record = Place->Record->Name.str();
    Row.RecordKey = Place->Record->Key;
  }
}

std::string Joiner::unresolvedReason() const {
  if (Input.Binaries.empty())
    return "no binary is given to look its address up";
  if (Fitted.empty())
    return "no binary fits the recording";
  return "its address is in no binary: heap, stack, or a file that is not given";
}

void Joiner::joinRow(JoinedLine &Line, JoinedRow &Row) {
  RowCounts Counts = countsOf(*Row.Row);
  Row.Counts = Counts.Counts;
  Row.CountsKnown = Counts.Exact;
  Row.Access = accessOf(*Row.Row);
  findCode(Row);
  if (!Line.Line->Address)
    Row.Why = "the recording does not give the line's address";
  else if (!Row.Row->Offset)
    Row.Why = "the recording does not give its offset in the line";
  else if (const FittedBinary *B = binaryAt(*Line.Line->Address + Row.Row->Offset->bytes()))
    resolveAddress(Row, *B, *Line.Line->Address - B->Base);
  else
    Row.Why = unresolvedReason();
}

/// The line's object, from the binary or from what its rows were resolved to.
void Joiner::nameObject(JoinedLine &Line) const {
  const FittedBinary *B = Line.Line->Address ? binaryAt(*Line.Line->Address) : nullptr;
  if (B) {
    uint64_t Start = *Line.Line->Address - B->Base;
    Line.LinkAddress = Start;
    Line.Kind = B->Map.kindAt(Start);
    if (auto First = B->Map.firstIn(Start, Start + Input.LineSize.bytes())) {
      Line.Variable =
          First->Var ? First->Var->Name.str() : Str(First->Field).split('+').first.str();
      const Record *R = First->Around.empty() || !B->File->Facts
                            ? nullptr
                            : findRecord(B->File->Facts->Records, First->Around[0].Key, {});
      Line.Record = R ? R->Name.str() : "";
    }
    return;
  }
  for (const JoinedRow &Row : Line.Rows) {
    if (Row.By != ResolvedBy::Source || !Input.Source)
      continue;
    if (Line.Record.empty())
      Line.Record = Row.Record;
    if (Line.Kind == ObjectKind::Unknown && !Row.Around.empty() &&
        AllocatedRecords.contains(Row.Around[0].Key) && Row.VariableKey.empty())
      Line.Kind = ObjectKind::Heap;
    if (!Line.Variable.empty() || Row.VariableKey.empty())
      continue;
    const Variable *V = Input.Source->findVariable(Row.VariableKey);
    if (!V)
      continue;
    Line.Variable = V->Name.str();
    Line.Kind = V->Storage == StorageKind::Automatic     ? ObjectKind::Stack
                : V->Storage == StorageKind::ThreadLocal ? ObjectKind::ThreadLocal
                : V->Storage == StorageKind::PerCpu      ? ObjectKind::PerCpu
                                                         : ObjectKind::Global;
  }
}

JoinedLine Joiner::joinLine(const RecordedLine &Line) {
  JoinedLine Joined;
  Joined.Line = &Line;
  Joined.Counts = countsOf(Line);
  for (const RecordedRow &R : Line.Rows) {
    JoinedRow Row;
    Row.Row = &R;
    joinRow(Joined, Row);
    Joined.Rows.push_back(std::move(Row));
  }
  return Joined;
}

JoinedRecording Joiner::join() {
  JoinedRecording Joined;
  Joined.From = Input.Recording;
  fitBinaries(Joined);
  std::optional<SourceJoin> Source;
  if (Input.Source) {
    Source.emplace(*Input.Source, Input.LineSize);
    for (const Variable &V : Input.Source->Variables)
      SourceVariables.emplace(V.Name, &V);
    for (const Allocation &A : Input.Source->Allocations)
      AllocatedRecords.insert(A.Element.Record);
  }
  for (const RecordedLine &Line : Input.Recording->Lines) {
    if (Line.RepeatOf)
      continue;
    JoinedLine J = joinLine(Line);
    if (Source)
      Source->resolve(J);
    nameObject(J);
    judgeSharing(J);
    Joined.Lines.push_back(std::move(J));
  }
  // The order of the recording where lines are equally hot.
  llvm::stable_sort(Joined.Lines, [](const JoinedLine &A, const JoinedLine &B) {
    return contentionOf(A.Counts) > contentionOf(B.Counts);
  });
  return Joined;
}

JoinedRecording joinRecording(const JoinInput &Input) { return Joiner(Input).join(); }

} // namespace cachelint::facts
